// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import Harness

/// The questions as SQL, written by hand, to the same file.
struct SQLiteFloor: Answering {
  private let shape: Shape
  private let pageStatement: RawStatement
  private let countStatement: RawStatement
  private let groupStatement: RawStatement
  private let hopStatement: RawStatement
  private let prefixStatement: RawStatement
  private let pointStatement: RawStatement

  static func make(_ file: URL, _ shape: Shape) throws -> any Answering {
    try SQLiteFloor(file, shape)
  }

  private init(_ file: URL, _ shape: Shape) throws {
    self.shape = shape
    let connection = try RawConnection(file)
    // As the library's readers have it.
    try connection.run("PRAGMA mmap_size = 1073741824")
    try connection.run("PRAGMA cache_size = -16384")
    let columns = "ZNUMBER, ZKIND, ZAMOUNT, ZNAME"
    pageStatement = try connection.prepare(
      "SELECT \(columns) FROM ZITEM WHERE ZNUMBER >= ? ORDER BY ZNUMBER LIMIT 100")
    countStatement = try connection.prepare("SELECT count(*) FROM ZITEM WHERE ZNUMBER < ?")
    groupStatement = try connection.prepare(
      "SELECT ZKIND, count(ZNUMBER), sum(ZAMOUNT) FROM ZITEM GROUP BY ZKIND")
    hopStatement = try connection.prepare(
      """
      SELECT count(*) FROM ZITEM i JOIN ZSHELF s ON i.ZSHELF = s.Z_PK
      JOIN ZROOM r ON s.ZROOM = r.Z_PK JOIN ZHOUSE h ON r.ZHOUSE = h.Z_PK WHERE h.ZNUMBER = ?
      """)
    prefixStatement = try connection.prepare(
      "SELECT \(columns) FROM ZITEM WHERE ZNAME >= ?1 AND ZNAME < ?2")
    pointStatement = try connection.prepare(
      "SELECT \(columns) FROM ZITEM WHERE ZNAME = ?1 LIMIT 1")
  }

  func answer(_ question: Question, rows: Int, round: Int) throws -> Int {
    switch question {
    case .page:
      pageStatement.bind(1, Int64(shape.start(round)))
      return sum(pageStatement)
    case .count:
      countStatement.bind(1, Int64(shape.rows / 2))
      return value(countStatement)
    case .group: return groups()
    case .hops:
      hopStatement.bind(1, Int64(round % Shape.houses))
      return value(hopStatement)
    case .prefix:
      let prefix = Array(shape.prefix(round).utf8)
      var end = prefix
      end[end.count - 1] += 1
      return prefix.withUnsafeBufferPointer { low in
        end.withUnsafeBufferPointer { high in
          prefixStatement.bind(1, low)
          prefixStatement.bind(2, high)
          return sum(prefixStatement)
        }
      }
    case .point:
      return shape.sought(round).reduce(0) { found, name in
        Array(name.utf8).withUnsafeBufferPointer { bytes in
          pointStatement.bind(1, bytes)
          return found + sum(pointStatement)
        }
      }
    }
  }

  private func value(_ statement: RawStatement) -> Int {
    defer { statement.reset() }
    return statement.step() ? Int(statement.integer(0)) : 0
  }

  private func sum(_ statement: RawStatement) -> Int {
    defer { statement.reset() }
    var sum = 0
    while statement.step() {
      sum += Int(statement.integer(0)) + Int(statement.integer(1))
      sum += Int(statement.double(2) * 4) + Int(statement.textBytes(3))
    }
    return sum
  }

  private func groups() -> Int {
    defer { groupStatement.reset() }
    var sum = 0
    while groupStatement.step() {
      sum += Int(groupStatement.integer(0) + 1) * Int(groupStatement.integer(1))
      sum += Int(groupStatement.double(2))
    }
    return sum
  }
}
