// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation

/// What a run did to its files, in order, as CFaults has written it down.
struct PowerLog {
  struct Record {
    /// See `faults_record` of CFaults.
    let kind: Character
    let offset: Int
    let path: String
    let other: String
    let bytes: Data
  }

  let records: [Record]

  init(contentsOf url: URL) throws {
    let data = try Data(contentsOf: url)
    var records: [Record] = []
    var place = data.startIndex
    func integer<T: FixedWidthInteger>(_ type: T.Type) -> T {
      defer { place += MemoryLayout<T>.size }
      return data[place..<place + MemoryLayout<T>.size]
        .withUnsafeBytes { $0.loadUnaligned(as: T.self) }
    }
    func piece(_ count: Int) -> Data {
      defer { place += count }
      return Data(data[place..<place + count])
    }
    while place < data.endIndex {
      let kind = Character(Unicode.Scalar(integer(UInt8.self)))
      let offset = Int(integer(Int64.self))
      let lengths = (0..<3).map { _ in Int(integer(UInt32.self)) }
      let path = String(decoding: piece(lengths[0]), as: UTF8.self)
      let other = String(decoding: piece(lengths[1]), as: UTF8.self)
      let record = Record(
        kind: kind, offset: offset, path: path, other: other, bytes: piece(lengths[2]))
      records.append(record)
    }
    self.records = records
  }

  /// The last save that was acknowledged before a record.
  func acknowledged(before cut: Int) -> Int {
    records[..<cut].last { $0.kind == "A" }?.offset ?? -1
  }
}
