// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

/// A class that knows the property names behind its Swift key paths.
///
/// A computed property leaves no name in its key path, so the class has to supply it.
package protocol KeyPathNaming {
  /// Returns the dotted property name, or nil when it cannot be found.
  static func propertyName(of keyPath: AnyKeyPath) -> String?
}

extension AnyKeyPath {
  /// The property name that the root type gives to this key path.
  package var propertyName: String? {
    (Self.rootType as? any KeyPathNaming.Type)?.propertyName(of: self)
  }
}

extension AnyKeyPath {
  /// The dotted name of the managed properties that the path leads over, which on Apple's platforms the
  /// Objective-C runtime tells; `nil` where the class of its root cannot tell it. Hides Swift's own, which
  /// is always `nil` here. Cost: a look-up.
  ///
  /// Source: R-PRED-302.
  public var _kvcKeyPathString: String? { propertyName }
}
