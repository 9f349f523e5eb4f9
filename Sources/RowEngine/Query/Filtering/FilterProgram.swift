// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

package import StoreInterface

/// A ``Filter`` compiled for rows of an entity: flat steps over raw slots, constants converted.
///
/// Compile once, evaluate for every row: a step on a scalar slot costs a few loads. Immutable; may
/// be used on any thread. This is the one evaluator for all stores and for pending objects.
// Sendable: steps and constants are written by the initialiser only.
package final class FilterProgram: @unchecked Sendable {
  let steps: UnsafeMutableBufferPointer<FilterStep>
  /// The byte strings that steps compare with, end to end.
  let constants: UnsafeMutableRawBufferPointer
  let pool: FilterPool
  let schema: StoreSchema
  /// True if evaluation may ask the source for other rows.
  package let needsSource: Bool
  /// True if evaluation looks at the row's own slots only: then ``matches(at:_:)`` will do.
  package let isFlat: Bool

  /// - Parameter entity: the entity whose columns the filter speaks of; rows may be descendants'.
  package init(
    _ filter: Filter, schema: StoreSchema, entity: Int, nullSemantics: NullSemantics = .definite
  ) {
    var compiler = FilterCompiler(schema: schema, entity: entity, nullSemantics: nullSemantics)
    compiler.compile(filter)
    steps = .allocate(capacity: compiler.steps.count)
    _ = steps.initialize(from: compiler.steps)
    constants = .allocate(byteCount: compiler.constants.count, alignment: 1)
    constants.copyBytes(from: compiler.constants)
    pool = compiler.pool
    needsSource = compiler.needsSource
    isFlat = compiler.steps.allSatisfy { $0.code != .general && $0.path < 0 }
    self.schema = schema
  }

  deinit {
    steps.deallocate()
    constants.deallocate()
  }

  /// Returns true if a row satisfies the filter; unknown counts as not.
  package func matches(
    _ row: Row, _ key: ObjectKey, from source: any RowSource
  ) throws(StoreError) -> Bool {
    try evaluate(row, key, from: source) == .yes
  }

  /// Returns the outcome for a row. `key` is the row's own.
  package func evaluate(
    _ row: Row, _ key: ObjectKey, from source: any RowSource
  ) throws(StoreError) -> Truth {
    try withExtendedLifetime(row) { () throws(StoreError) in
      try run(0, raw: RawRow(row), row: row, key: key, source: source)
    }
  }

  /// Returns true if a row satisfies the filter, which must be flat. `start` is the first byte of
  /// the row, aligned or not, in which entities go by the schema's indexes.
  package func matches(at start: UnsafeRawPointer, _ key: ObjectKey) -> Bool {
    flat(0, raw: RawRow(start: start), key: key) == .yes
  }

  private func flat(_ index: Int, raw: RawRow, key: ObjectKey) -> Truth {
    switch steps[index].code {
    case .constant: return steps[index].outcome
    case .not: return flat(index + 1, raw: raw, key: key).negated
    case .and, .or:
      // One outcome decides; else unknown weighs more than what is left.
      let isAll = steps[index].code == .and
      let decisive: Truth = isAll ? .no : .yes
      let end = Int(steps[index].next)
      var child = index + 1
      var result: Truth = isAll ? .yes : .no
      while child < end {
        let outcome = flat(child, raw: raw, key: key)
        if outcome == decisive { return decisive }
        if outcome == .unknown { result = .unknown }
        child = Int(steps[child].next)
      }
      return result
    default: return test(steps[index], row: raw, key: key)
    }
  }

  // MARK: - Steps

  // The row, its key and the source are handed down one by one: a struct of them would have to be
  // retained and released.
  private func run(
    _ index: Int, raw: RawRow, row: Row, key: ObjectKey, source: any RowSource
  ) throws(StoreError) -> Truth {
    switch steps[index].code {
    case .constant: return steps[index].outcome
    case .and: return try runAll(index, raw: raw, row: row, key: key, source: source)
    case .or: return try runAny(index, raw: raw, row: row, key: key, source: source)
    case .not: return try run(index + 1, raw: raw, row: row, key: key, source: source).negated
    case .general:
      return try pool.conditions[Int(steps[index].auxiliary)].evaluate(
        FilterFrame(row: row, key: key, source: source), schema)
    default:
      guard steps[index].path >= 0 else { return test(steps[index], row: raw, key: key) }
      return try runElsewhere(steps[index], row: row, key: key, source: source)
    }
  }

  private func runAll(
    _ index: Int, raw: RawRow, row: Row, key: ObjectKey, source: any RowSource
  ) throws(StoreError) -> Truth {
    let end = Int(steps[index].next)
    var child = index + 1
    var result = Truth.yes
    while child < end {
      let outcome = try run(child, raw: raw, row: row, key: key, source: source)
      if outcome == .no { return .no }
      if outcome == .unknown { result = .unknown }
      child = Int(steps[child].next)
    }
    return result
  }

  private func runAny(
    _ index: Int, raw: RawRow, row: Row, key: ObjectKey, source: any RowSource
  ) throws(StoreError) -> Truth {
    let end = Int(steps[index].next)
    var child = index + 1
    var result = Truth.no
    while child < end {
      let outcome = try run(child, raw: raw, row: row, key: key, source: source)
      if outcome == .yes { return .yes }
      if outcome == .unknown { result = .unknown }
      child = Int(steps[child].next)
    }
    return result
  }

  /// Returns a step on the row that a path leads to.
  private func runElsewhere(
    _ step: FilterStep, row: Row, key: ObjectKey, source: any RowSource
  ) throws(StoreError) -> Truth {
    guard let end = try source.row(from: row, along: pool.paths[Int(step.path)]) else {
      return step.whenNull
    }
    // A path never ends in the key: that is the to-one column before it.
    return withExtendedLifetime(end) { test(step, row: RawRow(end), key: key) }
  }
}

/// The input of a program: one row and where to find others.
struct FilterFrame {
  let row: Row
  let key: ObjectKey
  let source: any RowSource
}
