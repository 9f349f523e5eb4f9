// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

/// Types of the standard library that symbols refer to by a letter.
enum StandardTypes {
  static func letter(of type: NominalType) -> Character? {
    type.module == "Swift" && type.names.count == 1 ? letters[type.names[0]] : nil
  }

  private static let letters: [String: Character] = [
    "Array": "a", "Bool": "b", "Dictionary": "D", "Double": "d", "Float": "f", "Set": "h",
    "Int": "i", "Character": "J", "ClosedRange": "N", "Range": "n", "ObjectIdentifier": "O",
    "UnsafePointer": "P", "UnsafeMutablePointer": "p", "String": "S", "Substring": "s", "UInt": "u",
    "UnsafeRawPointer": "V", "UnsafeMutableRawPointer": "v", "Optional": "q", "Hashable": "H",
    "Equatable": "Q", "Comparable": "L", "Encodable": "E", "Decodable": "e",
  ]
}
