// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

/// Reads a stored property of a plain Swift object or structure by its name.
enum MirroredProperty {
  /// Returns the value, wrapped once more; nil when there is no such stored property.
  static func value(_ key: String, of object: Any) -> Any?? {
    var mirror: Mirror? = Mirror(reflecting: object)
    while let current = mirror {
      for child in current.children where child.label == key || child.label == "_" + key {
        return .some(OperandValue.flattened(child.value))
      }
      mirror = current.superclassMirror
    }
    return .none
  }
}
