// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if SQLite
import Foundation
import StoreInterface

/// A value as it stands in a statement, in the form in which a column holds it.
struct SQLLiteral: CustomStringConvertible {
  let description: String

  init(_ value: AttributeValue, of attribute: AttributeSchema) {
    switch value {
    case .null, .reference: description = "NULL"
    case .integer(let number): description = String(number)
    case .double(let number), .date(let number): description = SQLLiteral.number(number)
    case .string(let text): description = SQLLiteral.text(text)
    case .decimal(let number): description = SQLLiteral.decimal(DecimalCoding.text(number))
    case .data(let data):
      let tag = attribute.allowsExternalStorage ? Data([ExternalFiles.inlineTag]) : Data()
      description = SQLLiteral.blob(tag + data)
    case .uuid(let uuid): description = SQLLiteral.blob(withUnsafeBytes(of: uuid.uuid) { Data($0) })
    }
  }

  /// A text that no character ends early.
  static func text(_ text: String) -> String {
    guard text.utf8.contains(0) else {
      return "'\(text.replacingOccurrences(of: "'", with: "''"))'"
    }
    return "CAST(\(blob(Data(text.utf8))) AS TEXT)"
  }

  static func blob(_ bytes: Data) -> String {
    let digits = bytes.map { byte in
      (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
    }
    return "X'\(digits.joined())'"
  }

  /// The shortest decimal digits that are exactly the number.
  private static func number(_ number: Double) -> String {
    if let special = SpecialDouble.text(number) { return "'\(special)'" }
    guard number.isFinite else { return number < 0 ? "-9e999" : "9e999" }
    return "\(number)"
  }

  private static func decimal(_ text: String) -> String {
    var text = text
    let isExact = text.withUTF8 { DecimalColumn.isExactInSQLite(UnsafeRawBufferPointer($0)) }
    return isExact || text == "NaN" ? "'\(text)'" : blob(Data(text.utf8))
  }
}
#endif
