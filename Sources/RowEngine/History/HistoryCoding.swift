// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

package import Foundation
package import StoreInterface

/// The bytes of a ``HistoryEntry``, version 1. Little-endian; lists and texts after their lengths:
///
///     UInt8 version, transaction: number, timestamp, four texts, each behind a byte that tells
///     whether it is there; number of the first change (those of the others follow)
///     entities: name, names of the properties that the changes name
///     changes: UInt8 kind, UInt16 entity, number of the object;
///         updates: UInt16 count, places in the entity's list; deletes: the same, a value behind each
///
/// Entities and properties go by their names, so that an entry can be read with any version of the
/// model: what that lacks is left out (R-PSC-751).
package enum HistoryCoding {
  private static let version: UInt8 = 1

  package static func encode(_ entry: HistoryEntry, _ schema: StoreSchema) -> Data {
    var writer = ByteWriter()
    writer.write(version)
    writer.write(entry.transaction)
    writer.write(entry.changes.first?.number ?? 0)
    var names = HistoryNames(schema)
    let changes = names.encode(entry.changes)
    names.write(to: &writer)
    writer.write(count: entry.changes.count)
    writer.write(raw: changes)
    return writer.data
  }

  /// Reads the transaction only.
  package static func transaction(of data: Data) throws(ByteReader.Damage) -> HistoryTransaction {
    var reader = ByteReader(data)
    return try begin(&reader)
  }

  package static func decode(
    _ data: Data, _ schema: StoreSchema
  ) throws(ByteReader.Damage) -> HistoryEntry {
    var reader = ByteReader(data)
    var entry = HistoryEntry(transaction: try begin(&reader))
    let first = try reader.number(Int64.self)
    let names = try HistoryNames.Reading(&reader, schema)
    let count = try reader.count(ofAtLeast: 11)
    entry.changes.reserveCapacity(count)
    for place in 0..<count {
      guard var change = try names.change(&reader) else { continue }
      change.number = first &+ Int64(place)
      entry.changes.append(change)
    }
    guard reader.isAtEnd else { throw ByteReader.Damage() }
    return entry
  }

  /// Copies the part of an entry that is before the names.
  static func copyTransaction(
    _ reader: inout ByteReader, to writer: inout ByteWriter
  ) throws(ByteReader.Damage) {
    let transaction = try begin(&reader)
    writer.write(version)
    writer.write(transaction)
    writer.write(try reader.number(Int64.self))
  }

  private static func begin(
    _ reader: inout ByteReader
  ) throws(ByteReader.Damage) -> HistoryTransaction {
    guard try reader.number(UInt8.self) == version else { throw ByteReader.Damage() }
    let number = try reader.number(Int64.self)
    var transaction = HistoryTransaction(timestamp: try reader.double())
    transaction.number = number
    transaction.author = try reader.optionalText()
    transaction.contextName = try reader.optionalText()
    transaction.bundleID = try reader.optionalText()
    transaction.processID = try reader.optionalText()
    return transaction
  }
}

extension ByteWriter {
  fileprivate mutating func write(_ transaction: HistoryTransaction) {
    write(transaction.number)
    write(transaction.timestamp.bitPattern)
    write(optional: transaction.author)
    write(optional: transaction.contextName)
    write(optional: transaction.bundleID)
    write(optional: transaction.processID)
  }

  private mutating func write(optional text: String?) {
    write(UInt8(text == nil ? 0 : 1))
    if let text { write(text) }
  }
}

extension ByteReader {
  fileprivate mutating func double() throws(Damage) -> Double {
    Double(bitPattern: try number(UInt64.self))
  }

  fileprivate mutating func optionalText() throws(Damage) -> String? {
    try number(UInt8.self) == 0 ? nil : try text()
  }
}
