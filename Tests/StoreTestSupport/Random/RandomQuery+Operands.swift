// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

package import StoreInterface

extension RandomQuery {
  /// A numeric operand: a constant, a column, a count, a statistic, a function or a choice.
  package mutating func number(_ entity: EntitySchema, _ depth: Int) -> Operand {
    guard depth > 0 else { return smallNumber() }
    switch random.below(8) {
    case 0: return smallNumber()
    case 1, 2: return numberColumn(entity) ?? smallNumber()
    case 3: return count(entity, depth) ?? smallNumber()
    case 4, 5: return statistic(entity) ?? smallNumber()
    case 6: return function(entity, depth)
    default:
      return .conditional(
        filter(entity, depth: 0), number(entity, depth - 1), number(entity, depth - 1))
    }
  }

  private mutating func smallNumber() -> Operand {
    let value: AttributeValue =
      random.oneIn(3)
      ? .double(random.pick([-2.5, 0.5, 1, 7])) : .integer(random.pick([-3, 0, 1, 2, 7, 100]))
    return .value(value)
  }

  private mutating func numberColumn(_ entity: EntitySchema) -> Operand? {
    attribute(entity) { $0.family == 0 }.map { .column($0.path) }
  }

  private mutating func count(_ entity: EntitySchema, _ depth: Int) -> Operand? {
    guard let (path, destination) = toMany(entity) else { return nil }
    return .count(path, where: random.oneIn(2) ? nil : filter(destination, depth: depth - 1))
  }

  private mutating func statistic(_ entity: EntitySchema) -> Operand? {
    guard let (path, destination) = toMany(entity),
      let column = attribute(
        destination, where: { [.integer16, .integer32, .boolean, .double].contains($0) })
    else { return nil }
    return .aggregate(random.pick(AggregateFunction.allCases), path, column.path)
  }

  /// Functions that stay finite on small numbers.
  private mutating func function(_ entity: EntitySchema, _ depth: Int) -> Operand {
    let unary: [ScalarFunction] = [.absolute, .ceiling, .floor, .truncate]
    let binary: [ScalarFunction] = [.add, .subtract, .multiply]
    if random.oneIn(3), let text = textOperand(entity) { return .function(.length, [text]) }
    if random.oneIn(2) { return .function(random.pick(unary), [number(entity, depth - 1)]) }
    return .function(random.pick(binary), [smallNumber(), number(entity, depth - 1)])
  }

  /// A text computed from a column.
  mutating func textOperand(_ entity: EntitySchema) -> Operand? {
    guard let (path, _) = attribute(entity, where: { $0 == .string }) else { return nil }
    return .function(random.pick([.lowercase, .uppercase, .canonical]), [.column(path)])
  }
}
