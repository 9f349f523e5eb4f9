// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import StoreInterface

/// Turns a ``Filter`` into the steps of a ``FilterProgram``.
struct FilterCompiler {
  let schema: StoreSchema
  let entity: Int
  let nullSemantics: NullSemantics
  var steps: [FilterStep] = []
  var pool = FilterPool()
  var constants: [UInt8] = []
  var needsSource = false

  init(schema: StoreSchema, entity: Int, nullSemantics: NullSemantics) {
    self.schema = schema
    self.entity = entity
    self.nullSemantics = nullSemantics
  }

  mutating func compile(_ filter: Filter) {
    switch filter {
    case .constant(let value): emit(FilterStep(code: .constant, outcome: Truth(value)))
    case .and(let filters): compileGroup(.and, filters)
    case .or(let filters): compileGroup(.or, filters)
    case .not(let filter): compileGroup(.not, [filter])
    case .compare(let left, let comparison, let right, let options):
      compileComparison(of: left, by: comparison, with: right, options: options)
    case .isNull(let operand): compileIsNull(operand)
    case .between(let operand, let lower, let upper):
      compileBetween(operand, lower: lower, upper: upper)
    case .isIn(let operand, let values, let options):
      compileIsIn(operand, values: values, options: options)
    case .match(let kind, let operand, let pattern, let options):
      compileMatch(kind, of: operand, with: pattern, options: options)
    case .isObject(let path, let keys): compileIsObject(path, keys)
    case .isEntity(let path, let entities): compileIsEntity(path, entities)
    case .quantified(let quantifier, let path, let filter):
      let (toMany, destination) = compiled(path)
      let program = FilterProgram(
        filter, schema: schema, entity: destination, nullSemantics: nullSemantics)
      emit(.quantified(quantifier, toMany, program))
    }
  }

  // MARK: - Emitting

  mutating func emit(_ step: FilterStep) {
    var step = step
    step.next = Int32(steps.count + 1)
    steps.append(step)
  }

  mutating func emit(_ condition: GeneralCondition) {
    let index = Int32(pool.conditions.count)
    pool.conditions.append(condition)
    emit(FilterStep(code: .general, auxiliary: index))
  }

  private mutating func compileGroup(_ code: FilterStep.Code, _ filters: [Filter]) {
    let start = steps.count
    emit(FilterStep(code: code))
    for filter in filters { compile(filter) }
    steps[start].next = Int32(steps.count)
  }

  /// Returns a step on a column, ready but for what is asked of it.
  func step(_ code: FilterStep.Code, _ column: ResolvedColumn) -> FilterStep {
    var step = FilterStep(code: code, whenNull: nullSemantics.outcomeOfNull)
    step.slot = Int32(column.slot)
    step.path = column.pathIndex
    return step
  }

  mutating func resolve(_ path: ColumnPath) -> ResolvedColumn {
    let (hops, column, end) = schema.resolve(path, from: entity)
    var index: Int32 = -1
    if !hops.isEmpty {
      index = Int32(pool.paths.count)
      pool.paths.append(hops)
      needsSource = true
    }
    var type: AttributeType?
    if case .attribute(let attribute) = column { type = end.attributes[attribute].type }
    return ResolvedColumn(
      hops: hops, pathIndex: index, slot: end.slot(of: column), type: type)
  }

  // MARK: - Operands

  mutating func compiled(_ operand: Operand) -> CompiledOperand {
    switch operand {
    case .value(let value): return .value(value)
    case .column(let path): return resolve(path).operand
    case .count(let path, let filter):
      let (toMany, destination) = compiled(path)
      return .count(toMany, filter.map { program($0, destination) })
    case .aggregate(let function, let path, let column):
      let (toMany, destination) = compiled(path)
      var inner = FilterCompiler(
        schema: schema, entity: destination, nullSemantics: nullSemantics)
      return .aggregate(function, toMany, inner.resolve(column).operand)
    case .function(let function, let operands):
      return .function(function, operands.map { compiled($0) })
    case .conditional(let filter, let first, let second):
      let condition = program(filter, entity)
      needsSource = needsSource || condition.needsSource
      return .conditional(condition, compiled(first), compiled(second))
    }
  }

  private func program(_ filter: Filter, _ entity: Int) -> FilterProgram {
    FilterProgram(filter, schema: schema, entity: entity, nullSemantics: nullSemantics)
  }

  private mutating func compiled(_ path: ToManyPath) -> (CompiledToMany, destination: Int) {
    needsSource = true
    let (hops, end) = schema.follow(path.hops, from: entity)
    let reference = RelationshipReference(entity: end.index, toMany: path.toMany)
    let destination = end.toManys[path.toMany].destination
    return (CompiledToMany(hops: hops, relationship: reference), destination)
  }
}

/// A column path bound to slots.
struct ResolvedColumn {
  let hops: [Int]
  /// Index of the hops in the pool; -1 without any.
  let pathIndex: Int32
  /// -1 for the object itself.
  let slot: Int
  /// Nil for a reference.
  let type: AttributeType?

  var operand: CompiledOperand {
    if let type { return .attribute(hops: hops, slot: slot, type: type) }
    return slot < 0 ? .key : .reference(hops: hops, slot: slot)
  }

  /// True if the slot holds a floating-point number that is not a date.
  var isDouble: Bool { type == .double || type == .float }
  var isInteger: Bool { type?.slotKind == .integer }
}
