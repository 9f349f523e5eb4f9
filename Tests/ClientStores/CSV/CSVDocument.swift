// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation

/// The content of a file: metadata, and a section for each entity.
///
/// ```
/// #store,CSV,1
/// #section,metadata
/// key,string,value
/// NSStoreUUID,string,6F0C…
/// #section,Book
/// @reference,title,shelf
/// 2,"Emma, again",1
/// #end,17
/// ```
///
/// The end names the next reference, so that none is ever given twice, and tells a whole file from a
/// part of one.
struct CSVDocument {
  struct Section {
    var name: String
    var header: CSVRecord
    var records: [CSVRecord]
  }

  static let first = CSVRecord(["#store", "CSV", "1"].map { .init($0) })

  var metadata: [String: Any] = [:]
  var sections: [Section] = []
  /// The reference for the next new object.
  var next = 1

  // MARK: - Reading

  /// The metadata alone; the rest is not looked at.
  static func metadata(_ bytes: [UInt8]) throws -> [String: Any] {
    var reader = CSVReader(bytes)
    try checkFirst(try reader.next())
    let (section, _) = try CSVDocument.section(try reader.next(), &reader)
    guard section.name == "metadata" else {
      throw CSVError(section.header.line, "The first section must be that of the metadata.")
    }
    return try CSVMetadata.read(section.records)
  }

  init() {}

  init(_ bytes: [UInt8]) throws {
    var reader = CSVReader(bytes)
    try CSVDocument.checkFirst(try reader.next())
    var mark = try reader.next()
    while mark?.mark == "#section" {
      let (section, following) = try CSVDocument.section(mark, &reader)
      sections.append(section)
      mark = following
    }
    try readEnd(mark, &reader)
    guard sections.first?.name == "metadata" else {
      throw CSVError(2, "The first section must be that of the metadata.")
    }
    metadata = try CSVMetadata.read(sections.removeFirst().records)
  }

  private static func checkFirst(_ record: CSVRecord?) throws {
    guard let record, record.mark == "#store", record.text(1) == "CSV" else {
      throw CSVError(1, "This is not a CSV store: such a file begins with '#store,CSV,1'.")
    }
    guard record.text(2) == "1" else {
      throw CSVError(1, "The store is of version \(record.text(2) ?? "?"); only 1 is known.")
    }
  }

  /// A section whose mark was read, and the mark that ends it.
  private static func section(
    _ mark: CSVRecord?, _ reader: inout CSVReader
  ) throws -> (Section, CSVRecord?) {
    guard let mark, mark.mark == "#section", mark.fields.count == 2, let name = mark.text(1)
    else {
      throw CSVError(mark?.line ?? 2, "A section must begin here.")
    }
    guard let header = try reader.next(), header.mark == nil else {
      throw CSVError(mark.line, "The section '\(name)' has no line with the names of its columns.")
    }
    var section = Section(name: name, header: header, records: [])
    while let record = try reader.next() {
      guard record.mark == nil else { return (section, record) }
      guard record.fields.count == header.fields.count else {
        throw CSVError(
          record.line,
          "There are \(record.fields.count) cells; '\(name)' has \(header.fields.count) columns.")
      }
      section.records.append(record)
    }
    return (section, nil)
  }

  private mutating func readEnd(_ mark: CSVRecord?, _ reader: inout CSVReader) throws {
    guard let mark, mark.mark == "#end", mark.fields.count == 2,
      let next = mark.text(1).flatMap(Int.init)
    else {
      throw CSVError(mark?.line ?? 1, "The file is incomplete: its last line is '#end,NUMBER'.")
    }
    if let more = try reader.next() { throw CSVError(more.line, "Nothing may follow '#end'.") }
    self.next = next
  }

  // MARK: - Writing

  var data: Data {
    var text = ""
    let records = CSVMetadata.section(metadata).allRecords + sections.flatMap(\.allRecords)
    let end = CSVRecord([.init("#end"), .init(String(next))])
    for record in [CSVDocument.first] + records + [end] { record.write(to: &text) }
    return Data(text.utf8)
  }
}

extension CSVDocument.Section {
  fileprivate var allRecords: [CSVRecord] {
    [CSVRecord([.init("#section"), .init(name)]), header] + records
  }
}

extension CSVRecord {
  fileprivate func write(to text: inout String) {
    for (place, field) in fields.enumerated() {
      if place > 0 { text += "," }
      // A first cell that looks like a mark must not be one; quoted it is data.
      guard field.isQuoted else { text += field.text; continue }
      text += "\"" + field.text.replacingOccurrences(of: "\"", with: "\"\"") + "\""
    }
    text += "\r\n"
  }
}
