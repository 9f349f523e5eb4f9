// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

/// Takes what an XML text consists of, in its order. An error that it throws ends the pass, which throws
/// it again.
package protocol XMLHandler: AnyObject {
  /// - Parameter line: where the tag begins, from 1.
  func begin(_ name: String, _ attributes: [String: String], line: Int) throws
  func end(_ name: String) throws
  /// A piece of what stands between two tags, in UTF-8: whole characters, references resolved. Valid
  /// within the call.
  func text(_ piece: UnsafeRawBufferPointer) throws
  func instruction(_ target: String, _ content: String) throws
}

extension XMLHandler {
  package func text(_ piece: UnsafeRawBufferPointer) {}
  package func instruction(_ target: String, _ content: String) {}
}
