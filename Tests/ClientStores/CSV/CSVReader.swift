// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

/// Records of a CSV text (RFC 4180), one after the other. Lines end with CRLF or LF.
struct CSVReader {
  private let bytes: [UInt8]
  private var position = 0
  private var line = 1

  private static let (quote, comma, cr, lf) = (UInt8(0x22), UInt8(0x2C), UInt8(0x0D), UInt8(0x0A))

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }  // what some editors put first
  }

  private var current: UInt8? { position < bytes.count ? bytes[position] : nil }

  /// The next record; nil at the end.
  mutating func next() throws -> CSVRecord? {
    guard current != nil else { return nil }
    var record = CSVRecord([], line: line)
    while true {
      record.fields.append(try field())
      guard current == CSVReader.comma else { break }
      position += 1
    }
    try endLine()
    return record
  }

  private mutating func endLine() throws {
    if current == CSVReader.cr { position += 1 }
    guard let byte = current else { return }
    guard byte == CSVReader.lf else {
      throw CSVError(line, "A comma or the end of the line must follow here.")
    }
    position += 1
    line += 1
  }

  private mutating func field() throws -> CSVRecord.Field {
    guard current == CSVReader.quote else { return try plain() }
    return try quoted()
  }

  private mutating func plain() throws -> CSVRecord.Field {
    let start = position
    while let byte = current, ![CSVReader.comma, CSVReader.cr, CSVReader.lf].contains(byte) {
      guard byte != CSVReader.quote else {
        throw CSVError(line, "A cell with a quotation mark must be in quotation marks.")
      }
      position += 1
    }
    return CSVRecord.Field(text: try text(bytes[start..<position]))
  }

  private mutating func quoted() throws -> CSVRecord.Field {
    let first = line
    var content: [UInt8] = []
    position += 1
    while let byte = current {
      position += 1
      if byte == CSVReader.lf { line += 1 }
      if byte == CSVReader.quote {
        guard current == CSVReader.quote else {
          return CSVRecord.Field(text: try text(content[...]), isQuoted: true)
        }
        position += 1
      }
      content.append(byte)
    }
    throw CSVError(first, "The quotation marks of this cell are never closed.")
  }

  private func text(_ bytes: ArraySlice<UInt8>) throws -> String {
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw CSVError(line, "This is not UTF-8.")
    }
    return text
  }
}
