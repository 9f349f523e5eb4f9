// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import StoreInterface

/// Gathers groups of rows at their addresses; what ``TableReducer`` does of rows of values.
///
/// Memory is a few words for each column of a group.
// Written by one thread.
final class FlatReducer {
  // Never checked for overlapping access: a row costs a few loads.
  @exclusivity(unchecked) private var groups: FlatGroups
  private let statistics: [FlatStatistic]
  /// The columns that are gathered in cells.
  private let gathered: [Int]
  private let general: [Int]
  private let hasGeneral: Bool
  /// The gathered columns' statistics, end to end.
  private let steps: UnsafeMutableBufferPointer<FlatStatistic>
  /// By group, then by gathered column.
  @exclusivity(unchecked) private var cells: UnsafeMutablePointer<FlatStatistic.Cell>
  @exclusivity(unchecked) private var capacity = 16
  @exclusivity(unchecked) private var begun = 0
  /// The values of first rows, by group.
  @exclusivity(unchecked) private var firsts: [[AttributeValue]] = []
  /// The evaluators of the general columns, by group.
  @exclusivity(unchecked) private var evaluators: [[AggregateEvaluator]] = []

  /// Nil for groups or columns that are not made at addresses.
  init?(_ shape: TableShape, _ columns: [FlatColumn]) {
    guard let keys = shape.groups, let groups = FlatGroups(keys.map { columns[$0] }) else {
      return nil
    }
    let statistics = shape.columns.compactMap { FlatStatistic($0, columns) }
    guard statistics.count == shape.columns.count else { return nil }
    self.groups = groups
    self.statistics = statistics
    general = statistics.indices.filter { statistics[$0].code == .general }
    hasGeneral = !general.isEmpty
    gathered = statistics.indices.filter { ![.none, .general].contains(statistics[$0].code) }
    steps = .allocate(capacity: gathered.count)
    _ = steps.initialize(from: gathered.map { statistics[$0] })
    cells = .allocate(capacity: capacity * gathered.count)
    cells.initialize(repeating: FlatStatistic.Cell(), count: capacity * gathered.count)
  }

  deinit {
    steps.deallocate()
    cells.deallocate()
  }

  @inline(__always)
  func add(_ row: RawRow, _ key: ObjectKey) {
    let group = groups.group(of: row, key)
    if group >= begun { begin(row, key) }
    let first = cells + group * steps.count
    for place in 0..<steps.count { steps[place].add(row, to: first + place) }
    if hasGeneral { addGeneral(row, key, to: group) }
  }

  private func begin(_ row: RawRow, _ key: ObjectKey) {
    firsts.append(statistics.map { $0.isFirst ? $0.column?.value(row, key) ?? .null : .null })
    if hasGeneral { evaluators.append(general.map { statistics[$0].evaluator }) }
    begun += 1
    if begun > capacity { grow() }
  }

  private func grow() {
    let (old, count) = (cells, capacity * steps.count)
    cells = .allocate(capacity: 2 * count)
    cells.moveInitialize(from: old, count: count)
    (cells + count).initialize(repeating: FlatStatistic.Cell(), count: count)
    old.deallocate()
    capacity *= 2
  }

  private func addGeneral(_ row: RawRow, _ key: ObjectKey, to group: Int) {
    for (place, index) in general.enumerated() {
      guard let column = statistics[index].column else { continue }
      evaluators[group][place].add(column.value(row, key))
    }
  }

  /// Calls `body` with the row of each group, in the order of their first rows, until it returns
  /// false.
  func forEachGroup(
    _ body: ([AttributeValue]) throws(StoreError) -> Bool
  ) throws(StoreError) {
    for group in 0..<groups.count where try !body(values(of: group)) { return }
  }

  private func values(of group: Int) -> [AttributeValue] {
    let isThere = group < begun
    var values = isThere ? firsts[group] : statistics.map { _ in .null }
    for index in statistics.indices where !statistics[index].isFirst {
      values[index] = statistics[index].value(of: FlatStatistic.Cell())
    }
    for (place, index) in gathered.enumerated() {
      values[index] = statistics[index].value(of: cells[group * steps.count + place])
    }
    for (place, index) in general.enumerated() {
      values[index] = (isThere ? evaluators[group][place] : statistics[index].evaluator).result
    }
    return values
  }
}
