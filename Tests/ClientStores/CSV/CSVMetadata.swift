// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation

/// The metadata of a store as records: strings as they are, other values as property lists.
enum CSVMetadata {
  private static let header = CSVRecord(["key", "type", "value"].map { .init($0) })

  static func section(_ metadata: [String: Any]) -> CSVDocument.Section {
    let records = metadata.sorted { $0.key < $1.key }.compactMap { key, value in
      if let text = value as? String { return record(key, type: "string", value: text) }
      let list = try? PropertyListSerialization.data(  // Core Data takes property lists only
        fromPropertyList: [value], format: .xml, options: 0)
      return list.map { record(key, type: "list", value: String(decoding: $0, as: UTF8.self)) }
    }
    return CSVDocument.Section(name: "metadata", header: header, records: records)
  }

  private static func record(_ key: String, type: String, value: String) -> CSVRecord {
    CSVRecord([.init(text: key, isQuoted: true), .init(type), .init(value)])
  }

  static func read(_ records: [CSVRecord]) throws -> [String: Any] {
    var metadata: [String: Any] = [:]
    for record in records {
      guard record.fields.count == 3, let key = record.text(0), let text = record.text(2) else {
        throw CSVError(record.line, "A line of metadata has a key, a type and a value.")
      }
      metadata[key] = try record.text(1) == "string" ? text : list(text, record.line)
    }
    return metadata
  }

  private static func list(_ text: String, _ line: Int) throws -> Any {
    let list = try? PropertyListSerialization.propertyList(  // said below
      from: Data(text.utf8), format: nil)
    guard let value = (list as? [Any])?.first else {
      throw CSVError(line, "This is not a property list.")
    }
    return value
  }
}
