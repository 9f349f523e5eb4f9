// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import StoreInterface

extension FilterCompiler {
  mutating func compileIsNull(_ operand: Operand) {
    if case .column(let path) = operand {
      var step = step(.isNull, resolve(path))
      step.whenNull = .yes
      return emit(step)
    }
    emit(.isNull(compiled(operand)))
  }

  mutating func compileBetween(_ operand: Operand, lower: Operand, upper: Operand) {
    if case .column(let path) = operand, case .value(let low) = lower,
      case .value(let high) = upper,
      let step = rangeStep(for: resolve(path), lower: low, upper: high)
    {
      return emit(step)
    }
    emit(.between(compiled(operand), compiled(lower), compiled(upper), nullSemantics))
  }

  private func rangeStep(
    for column: ResolvedColumn, lower: AttributeValue, upper: AttributeValue
  ) -> FilterStep? {
    if column.isInteger, case .integer(let lower) = lower, case .integer(let upper) = upper {
      var step = step(.integerBetween, column)
      (step.low, step.high) = (UInt64(bitPattern: lower), UInt64(bitPattern: upper))
      return step
    }
    guard let low = doubleBits(lower, column), let high = doubleBits(upper, column) else {
      return nil
    }
    var step = step(.doubleBetween, column)
    (step.low, step.high) = (low, high)
    return step
  }

  mutating func compileIsIn(
    _ operand: Operand, values: [AttributeValue], options: StringOptions
  ) {
    // Equal to one of none: false even for a null, in memory as in SQL.
    guard !values.isEmpty else { return compile(.constant(false)) }
    if case .column(let path) = operand,
      let step = listStep(for: resolve(path), values: values, options: options)
    {
      return emit(step)
    }
    let set = ValueSet(values, options: options, schema: schema)
    emit(.isIn(compiled(operand), set, nullSemantics))
  }

  private mutating func listStep(
    for column: ResolvedColumn, values: [AttributeValue], options: StringOptions
  ) -> FilterStep? {
    if let numbers = numberStep(column, values) { return numbers }
    if column.type == nil, let keys = references(values) { return objectStep(column, keys) }
    let strings = values.compactMap { bytes(of: $0, for: column, options: options) }
    guard strings.count == values.count else { return nil }
    var step = step(.bytesIn, column)
    step.auxiliary = Int32(pool.byteLists.count)
    pool.byteLists.append(strings.sorted { $0.lexicographicallyPrecedes($1) })
    return step
  }

  /// A step on a number slot; a number that no such slot can hold is left out.
  private mutating func numberStep(
    _ column: ResolvedColumn, _ values: [AttributeValue]
  ) -> FilterStep? {
    if column.isInteger {
      guard let integers = integers(values) else { return nil }
      var step = step(.integerIn, column)
      step.auxiliary = Int32(pool.integerLists.count)
      pool.integerLists.append(integers.sorted())
      return step
    }
    guard column.isDouble || column.type == .date, let doubles = doubles(values, of: column) else {
      return nil
    }
    var step = step(.doubleIn, column)
    step.auxiliary = Int32(pool.doubleLists.count)
    pool.doubleLists.append(doubles.sorted())
    return step
  }

  private func integers(_ values: [AttributeValue]) -> [Int64]? {
    var result: [Int64] = []
    for value in values {
      switch value {
      case .integer(let integer): result.append(integer)
      case .double(let double): Int64(exactly: double).map { result.append($0) }
      default: return nil
      }
    }
    return result
  }

  private func doubles(_ values: [AttributeValue], of column: ResolvedColumn) -> [Double]? {
    var result: [Double] = []
    for value in values {
      switch value {
      case .integer(let integer) where column.isDouble:
        Double(exactly: integer).map { result.append($0) }
      case .double(let double) where column.isDouble: if !double.isNaN { result.append(double) }
      case .date(let date) where column.type == .date: if !date.isNaN { result.append(date) }
      default: return nil
      }
    }
    return result
  }

  private func references(_ values: [AttributeValue]) -> [ObjectKey]? {
    var result: [ObjectKey] = []
    for value in values {
      guard case .reference(let key) = value else { return nil }
      result.append(key)
    }
    return result
  }

  // MARK: - Objects

  mutating func compileIsObject(_ path: ColumnPath, _ keys: [ObjectKey]) {
    guard !keys.isEmpty else { return compile(.constant(false)) }
    let column = resolve(path)
    emit(objectStep(column, keys))
  }

  private mutating func objectStep(_ column: ResolvedColumn, _ keys: [ObjectKey]) -> FilterStep {
    var step = step(keys.count == 1 ? .object : .objectIn, column)
    if keys.count == 1 {
      step.auxiliary = Int32(pool.keys.count)
      pool.keys.append(keys[0])
    } else {
      step.auxiliary = Int32(pool.keyLists.count)
      pool.keyLists.append(keys.sorted { $0.number < $1.number })
    }
    return step
  }

  mutating func compileIsEntity(_ path: ColumnPath, _ entities: [Int]) {
    guard !entities.isEmpty else { return compile(.constant(false)) }
    var step = step(.entityIn, resolve(path))
    step.auxiliary = Int32(pool.entityLists.count)
    pool.entityLists.append(Set(entities))
    emit(step)
  }

  // MARK: - Strings

  mutating func compileMatch(
    _ kind: StringOperator, of operand: Operand, with pattern: Operand, options: StringOptions
  ) {
    if case .value(.string(let text)) = pattern {
      let prepared = TextPattern(kind, text, options: options)
      if case .column(let path) = operand, prepared.isPlain {
        let column = resolve(path)
        if column.type?.slotKind == .text { return emitPattern(column, prepared) }
      }
      return emit(.match(compiled(operand), prepared, nullSemantics))
    }
    emit(.matchOperand(kind, compiled(operand), compiled(pattern), options, nullSemantics))
  }

  private mutating func emitPattern(_ column: ResolvedColumn, _ pattern: TextPattern) {
    var step = step(.pattern, column)
    step.auxiliary = Int32(pool.patterns.count)
    pool.patterns.append(pattern)
    emit(step)
  }
}
