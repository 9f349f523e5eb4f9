// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation

/// A row as a struct with its strings made: the least a reader in Swift pays for values of its own.
struct RawEmployee {
  let number: Int64
  let name: String
  let email: String
  let salary: Int64
  let hiredAt: Double
  let isActive: Bool
  let score: Double
  let bio: String?
  let department: Int64

  init(_ number: Int64, _ row: UnsafeRawBufferPointer) {
    self.number = number
    let lengths = (RawRow.length(0, row) ?? 0, RawRow.length(1, row) ?? 0)
    name = RawEmployee.text(row, RawRow.texts, lengths.0)
    email = RawEmployee.text(row, RawRow.texts + lengths.0, lengths.1)
    bio = RawRow.length(2, row).map {
      RawEmployee.text(row, RawRow.texts + lengths.0 + lengths.1, $0)
    }
    salary = RawRow.integer(RawRow.salary, row)
    hiredAt = RawRow.double(RawRow.hiredAt, row)
    isActive = row[RawRow.isActive] != 0
    score = RawRow.double(RawRow.score, row)
    department = RawRow.integer(RawRow.department, row)
  }

  var checksum: Int64 {
    salary + Int64(name.utf8.count + email.utf8.count + (bio?.utf8.count ?? 0))
  }

  private static func text(_ row: UnsafeRawBufferPointer, _ place: Int, _ count: Int) -> String {
    String(decoding: UnsafeRawBufferPointer(rebasing: row[place..<place + count]), as: UTF8.self)
  }
}
