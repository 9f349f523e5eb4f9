// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if SQLite
/// Splits a list of numbers into parts for `IN (…)`, of few sizes, so that few statements are made.
struct KeyChunks: Sequence, IteratorProtocol {
  /// Measured: 100 keys a statement cost 0.83 of a point lookup each; more gain nothing.
  static let sizes = [1, 4, 20, 100]

  private let count: Int
  private var start = 0

  init(count: Int) { self.count = count }

  /// The members of the next part, and how many parameters its statement has; those left over are
  /// to be filled with the last member.
  mutating func next() -> (range: Range<Int>, parameters: Int)? {
    guard start < count else { return nil }
    let parameters = KeyChunks.sizes.first { $0 >= count - start } ?? 100
    let end = Swift.min(start + parameters, count)
    defer { start = end }
    return (start..<end, parameters)
  }

  /// `?, ?, …`
  static func parameters(_ count: Int) -> String {
    String(repeating: "?, ", count: count - 1) + "?"
  }

  /// Binds a part's numbers from a parameter on.
  static func bind(
    _ numbers: ArraySlice<Int64>, parameters: Int, to statement: Statement, from first: Int32 = 1
  ) {
    var index = first
    for number in numbers {
      statement.bind(number, index)
      index += 1
    }
    guard let last = numbers.last else { return }
    while index < first + Int32(parameters) {
      statement.bind(last, index)
      index += 1
    }
  }
}
#endif
