// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

package import StoreInterface

/// A ``Filter`` compiled for rows of an entity: flat steps over raw slots, constants converted.
///
/// Compile once, evaluate for every row: a step on a scalar slot costs a few loads. Immutable; may
/// be used on any thread. This is the one evaluator for all stores and for pending objects.
// Sendable: the steps are written by the initialiser only.
package final class FilterProgram: @unchecked Sendable {
  let steps: UnsafeMutableBufferPointer<FilterStep>
  let pool: FilterPool
  let schema: StoreSchema
  /// Whether evaluation may ask the source for other rows.
  package let needsSource: Bool

  /// - Parameter entity: the entity whose columns the filter speaks of; rows may be descendants'.
  package init(
    _ filter: Filter, schema: StoreSchema, entity: Int, nullSemantics: NullSemantics = .definite
  ) {
    var compiler = FilterCompiler(schema: schema, entity: entity, nullSemantics: nullSemantics)
    compiler.compile(filter)
    steps = .allocate(capacity: compiler.steps.count)
    _ = steps.initialize(from: compiler.steps)
    pool = compiler.pool
    needsSource = compiler.needsSource
    self.schema = schema
  }

  deinit { steps.deallocate() }

  /// Whether a row satisfies the filter; unknown counts as not.
  package func matches(
    _ row: Row, _ key: ObjectKey, from source: any RowSource
  ) throws(StoreError) -> Bool {
    try run(0, FilterFrame(row: row, key: key, source: source)) == .yes
  }

  /// The outcome for a row. `key` is the row's own.
  package func evaluate(
    _ row: Row, _ key: ObjectKey, from source: any RowSource
  ) throws(StoreError) -> Truth {
    try run(0, FilterFrame(row: row, key: key, source: source))
  }

  // MARK: - Steps

  private func run(_ index: Int, _ frame: borrowing FilterFrame) throws(StoreError) -> Truth {
    switch steps[index].code {
    case .constant: return steps[index].outcome
    case .and: return try runAll(index, frame)
    case .or: return try runAny(index, frame)
    case .not: return try run(index + 1, frame).negated
    case .general:
      return try pool.conditions[Int(steps[index].auxiliary)].evaluate(frame, schema)
    default: return try runLeaf(index, frame)
    }
  }

  private func runAll(_ index: Int, _ frame: borrowing FilterFrame) throws(StoreError) -> Truth {
    let end = Int(steps[index].next)
    var child = index + 1
    var result = Truth.yes
    while child < end {
      let outcome = try run(child, frame)
      if outcome == .no { return .no }
      if outcome == .unknown { result = .unknown }
      child = Int(steps[child].next)
    }
    return result
  }

  private func runAny(_ index: Int, _ frame: borrowing FilterFrame) throws(StoreError) -> Truth {
    let end = Int(steps[index].next)
    var child = index + 1
    var result = Truth.no
    while child < end {
      let outcome = try run(child, frame)
      if outcome == .yes { return .yes }
      if outcome == .unknown { result = .unknown }
      child = Int(steps[child].next)
    }
    return result
  }

  private func runLeaf(_ index: Int, _ frame: borrowing FilterFrame) throws(StoreError) -> Truth {
    let path = Int(steps[index].path)
    guard path >= 0 else { return test(steps[index], frame.row, frame.key) }
    guard let row = try frame.source.row(from: frame.row, along: pool.paths[path]) else {
      return steps[index].whenNull
    }
    // A path never ends in the key: that is the to-one column before it.
    return test(steps[index], row, frame.key)
  }
}

/// What a program runs on: one row and where to find others.
struct FilterFrame {
  let row: Row
  let key: ObjectKey
  let source: any RowSource
}
