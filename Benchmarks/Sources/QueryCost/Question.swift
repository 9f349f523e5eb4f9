// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

/// A question, and the ratio to the same by hand that is wanted at most.
enum Question: String, CaseIterable {
  /// 100 objects from a number on, in the order of the numbers, which are indexed; all is read.
  case page = "filter, sort, limit"
  /// How many have a number below the middle; indexed.
  case count = "count"
  /// For each of 16 kinds how many there are, and the sum of their amounts.
  case group = "group by, two aggregates"
  /// How many items lie in one house, over shelf and room.
  case hops = "three hops"
  /// The objects whose names begin alike, 1,000 of a million; indexed; all is read.
  case prefix = "prefix"
  /// 1,000 times the object of a name, by a fetch of its own; indexed; all is read.
  case point = "one object, 1,000 times"

  var goal: Double {
    switch self {
    case .page, .hops, .prefix: 1.3
    case .count, .group: 1.2
    // An object costs more than its row, and a request more than a statement.
    case .point: 5
    }
  }
}

/// Whoever answers the questions. An answer is a checksum of all that was read.
protocol Answering {
  func answer(_ question: Question, rows: Int, round: Int) throws -> Int
}

/// The data, computed from an item's number: 100 items to a shelf, 10 shelves to a room, and a
/// hundredth of the rooms to a house.
struct Shape {
  let rows: Int

  var shelves: Int { max(1, rows / 100) }
  var rooms: Int { max(1, shelves / 10) }
  static let houses = 100
  static let kinds = 16

  /// The numbers of items in the order of their making, which is not that of the numbers.
  func number(_ place: Int) -> Int { place * 7_919 % rows }
  func name(_ number: Int) -> String {
    let digits = String(number)
    return "item " + String(repeating: "0", count: 9 - digits.count) + digits
  }
  func kind(_ number: Int) -> Int { number % Shape.kinds }
  func amount(_ number: Int) -> Double { Double(number % 1_000) / 4 }
  func shelf(_ number: Int) -> Int { number % shelves }
  func room(_ shelf: Int) -> Int { shelf % rooms }
  func house(_ room: Int) -> Int { room % Shape.houses }

  func sought(_ round: Int) -> [String] { (0..<1_000).map { name(($0 * 7 + round) % rows) } }
  func start(_ round: Int) -> Int { (rows / 3 + round * 1_013) % max(1, rows - 200) }
  func prefix(_ round: Int) -> String { String(name((rows / 2 + round * 1_000) % rows).prefix(11)) }
}
