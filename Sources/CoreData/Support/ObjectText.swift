// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation

/// How descriptions name objects.
enum ObjectText {
  /// `<Class: 0x1234>`
  static func head(_ object: AnyObject, as name: String? = nil) -> String {
    "<\(name ?? plainName(of: object)): 0x\(address(of: object))>"
  }

  /// `Class (0x1234)`
  static func short(_ object: AnyObject) -> String {
    "\(plainName(of: object)) (0x\(address(of: object)))"
  }

  /// The text of a value; `(null)` for nil, as Apple's framework has it.
  static func optional(_ value: Any?) -> String { value.map { "\($0)" } ?? "(null)" }

  /// The class without its parameters.
  private static func plainName(of object: AnyObject) -> String {
    String("\(type(of: object))".prefix { $0 != "<" })
  }

  private static func address(of object: AnyObject) -> String {
    String(UInt(bitPattern: ObjectIdentifier(object)), radix: 16)
  }
}
