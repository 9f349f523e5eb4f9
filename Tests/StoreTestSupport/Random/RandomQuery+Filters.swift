// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

package import StoreInterface

extension RandomQuery {
  package mutating func filter(_ entity: EntitySchema, depth: Int) -> Filter {
    guard depth > 0 else { return leaf(entity) }
    switch random.below(7) {
    case 0, 1: return .and(filters(entity, depth))
    case 2, 3: return .or(filters(entity, depth))
    case 4: return .not(filter(entity, depth: depth - 1))
    default: return quantified(entity, depth) ?? leaf(entity)
    }
  }

  private mutating func filters(_ entity: EntitySchema, _ depth: Int) -> [Filter] {
    (0..<random.below(4)).map { _ in filter(entity, depth: depth - 1) }
  }

  private mutating func quantified(_ entity: EntitySchema, _ depth: Int) -> Filter? {
    guard let (path, destination) = toMany(entity) else { return nil }
    return .quantified(
      random.pick(Quantifier.allCases), path, filter(destination, depth: depth - 1))
  }

  private mutating func leaf(_ entity: EntitySchema) -> Filter {
    switch random.below(16) {
    case 0..<6: comparison(entity) ?? .constant(true)
    case 6, 7: membership(entity) ?? .constant(false)
    case 8: range(entity) ?? .constant(true)
    case 9, 10: nullTest(entity)
    case 11, 12: textMatch(entity) ?? nullTest(entity)
    case 13: objectTest(entity)
    case 14: entityTest(entity)
    default: random.oneIn(6) ? .constant(random.oneIn(2)) : computed(entity)
    }
  }

  private mutating func comparison(_ entity: EntitySchema) -> Filter? {
    guard let (path, type) = attribute(entity) else { return nil }
    let `operator` = random.pick(ComparisonOperator.allCases)
    let options = type.slotKind == .text ? stringOptions() : []
    let column = Operand.column(path)
    if random.oneIn(4), let other = attribute(entity, where: { $0.family == type.family }) {
      return .compare(column, `operator`, .column(other.path), options)
    }
    let constant = Operand.value(value(type))
    return random.oneIn(6)
      ? .compare(constant, `operator`, column, options)
      : .compare(column, `operator`, constant, options)
  }

  private mutating func membership(_ entity: EntitySchema) -> Filter? {
    guard let (path, type) = attribute(entity) else { return nil }
    let values = (0..<random.below(5)).map { _ in sample(type) }
    return .isIn(.column(path), values, type.slotKind == .text ? stringOptions() : [])
  }

  private mutating func range(_ entity: EntitySchema) -> Filter? {
    guard let (path, type) = attribute(entity) else { return nil }
    return .between(.column(path), lower: .value(value(type)), upper: .value(value(type)))
  }

  private mutating func nullTest(_ entity: EntitySchema) -> Filter {
    if random.oneIn(2), let (path, _) = attribute(entity) { return .isNull(.column(path)) }
    return .isNull(.column(object(entity).path))
  }

  private mutating func textMatch(_ entity: EntitySchema) -> Filter? {
    guard let (path, _) = attribute(entity, where: { $0.slotKind == .text }) else { return nil }
    let `operator` = random.pick(StringOperator.allCases)
    let pattern: String =
      switch `operator` {
      case .like: random.pick(["*", "a*", "?", "*b*", "A?c", "", "\\*", "*1?", "é*", "50%", "a_b"])
      case .matches: random.pick([".*", "a.*", "[ab]+", "a\\d+", "(?i)abc", "é?te"])
      default: random.pick(["", "a", "b", "A", "bc", "é", "e\u{301}", "%", "_", "https", "1"])
      }
    return .match(`operator`, .column(path), pattern: .value(.string(pattern)), stringOptions())
  }

  private mutating func objectTest(_ entity: EntitySchema) -> Filter {
    let (path, destination) = object(entity)
    let root = schema.entities[destination.root].subtree
    let candidates = keys.filter { root.contains($0.entity) }
    guard !candidates.isEmpty else { return .isObject(path, []) }
    return .isObject(path, (0..<random.below(5)).map { _ in random.pick(candidates) })
  }

  private mutating func entityTest(_ entity: EntitySchema) -> Filter {
    let (path, destination) = object(entity)
    return .isEntity(path, destination.subtree.filter { _ in random.oneIn(2) })
  }

  /// A comparison of computed numbers or texts.
  private mutating func computed(_ entity: EntitySchema) -> Filter {
    let `operator` = random.pick(ComparisonOperator.allCases)
    if random.oneIn(4), let operand = textOperand(entity) {
      let text = Operand.value(.string(random.pick(["", "a", "abc", "ABC", "ete", "https"])))
      return .compare(operand, `operator`, text, [])
    }
    return .compare(number(entity, 2), `operator`, number(entity, 1), [])
  }

  mutating func stringOptions() -> StringOptions {
    guard random.oneIn(2) else { return [] }
    return StringOptions(rawValue: UInt8(random.below(8)))
  }

  /// A constant of a type, seldom null.
  mutating func value(_ type: AttributeType) -> AttributeValue {
    random.oneIn(15) ? .null : sample(type)
  }

  mutating func sample(_ type: AttributeType) -> AttributeValue {
    let samples =
      random.oneIn(12) ? SampleValues.extremes(of: type) : SampleValues.ordinary(of: type)
    return random.pick(samples)
  }
}

extension AttributeType {
  /// Types whose values can be compared with one another have the same family.
  package var family: Int {
    switch slotKind {
    case .integer, .decimal: 0
    case .double: self == .date ? 1 : 0
    case .text: 2
    case .bytes: 3
    case .uuid: 4
    case .reference: 5
    }
  }
}
