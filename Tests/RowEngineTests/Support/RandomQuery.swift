// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import StoreInterface

/// Makes random conditions on persons of the sample model.
struct RandomQuery {
  var random: SeededGenerator

  init(_ seed: UInt64) { random = SeededGenerator(seed) }

  mutating func filter(_ entity: Int = Sample.person, depth: Int = 3) -> Filter {
    if depth > 0, random.chance(2) {
      switch Int.random(in: 0..<4, using: &random) {
      case 0:
        return .and(
          (0..<Int.random(in: 0...3, using: &random)).map { _ in filter(entity, depth: depth - 1) })
      case 1:
        return .or(
          (0..<Int.random(in: 0...3, using: &random)).map { _ in filter(entity, depth: depth - 1) })
      case 2: return .not(filter(entity, depth: depth - 1))
      default: return quantified(entity, depth)
      }
    }
    return leaf(entity, depth)
  }

  private mutating func quantified(_ entity: Int, _ depth: Int) -> Filter {
    let path = toMany(entity)
    let end = Sample.schema.entity(from: entity, along: path.hops)
    let destination = end.toManys[path.toMany].destination
    return .quantified(
      random.pick(Quantifier.allCases), path, filter(destination, depth: depth - 1))
  }

  mutating func toMany(_ entity: Int) -> ToManyPath {
    let hops = hops(entity)
    let end = Sample.schema.entity(from: entity, along: hops)
    return ToManyPath(
      hops: hops, toMany: Int.random(in: 0..<end.toManys.count, using: &random))
  }

  private mutating func hops(_ entity: Int) -> [Int] {
    guard entity == Sample.person || entity == Sample.manager, random.chance(3) else { return [] }
    if random.chance(2) { return [Sample.employer] }
    return random.chance(2) ? [Sample.boss] : [Sample.boss, Sample.employer]
  }

  mutating func path(_ entity: Int) -> (ColumnPath, AttributeType?) {
    let hops = hops(entity)
    let end = Sample.schema.entity(from: entity, along: hops)
    switch Int.random(in: 0..<8, using: &random) {
    case 0: return (ColumnPath(hops: hops, .key), nil)
    case 1 where !end.toOnes.isEmpty:
      let index = Int.random(in: 0..<end.toOnes.count, using: &random)
      return (ColumnPath(hops: hops, .toOne(index)), nil)
    default:
      let index = Int.random(in: 0..<end.attributes.count, using: &random)
      return (ColumnPath(hops: hops, .attribute(index)), end.attributes[index].type)
    }
  }

  private mutating func constant(_ type: AttributeType?) -> AttributeValue {
    if random.chance(12) { return .null }
    if random.chance(8) { return World.value(random.pick(AttributeType.allCases), &random) }
    guard let type else { return .reference(key()) }
    return World.value(type, &random)
  }

  private mutating func key() -> ObjectKey {
    ObjectKey(
      entity: random.pick([0, 1, 2, 3]), number: .random(in: 1...6, using: &random),
      store: random.chance(10) ? ObjectKey.unassignedStore : 0)
  }

  private mutating func options() -> StringOptions {
    random.pick([
      [], [], [.caseInsensitive], [.caseInsensitive, .diacriticInsensitive], [.normalized],
    ])
  }

  mutating func operand(_ entity: Int, _ depth: Int) -> Operand {
    switch Int.random(in: 0..<(depth > 0 ? 9 : 4), using: &random) {
    case 0: return .value(constant(random.pick(AttributeType.allCases)))
    case 1, 2, 3: return .column(path(entity).0)
    case 4: return .count(toMany(entity), where: random.chance(2) ? nil : nestedFilter(entity))
    case 5, 6: return aggregate(entity)
    case 7: return .conditional(filter(entity, depth: 0), operand(entity, 0), operand(entity, 0))
    default: return function(entity, depth)
    }
  }

  private mutating func nestedFilter(_ entity: Int) -> Filter { .constant(random.chance(2)) }

  private mutating func aggregate(_ entity: Int) -> Operand {
    let many = toMany(entity)
    let end = Sample.schema.entity(from: entity, along: many.hops)
    let column = path(end.toManys[many.toMany].destination).0
    return .aggregate(random.pick(AggregateFunction.allCases), many, column)
  }

  private mutating func function(_ entity: Int, _ depth: Int) -> Operand {
    let function = random.pick(ScalarFunction.allCases)
    let binary: [ScalarFunction] = [
      .add, .subtract, .multiply, .divide, .modulus, .power, .bitwiseAnd, .bitwiseOr, .bitwiseXor,
      .leftShift, .rightShift,
    ]
    let count = binary.contains(function) ? 2 : 1
    return .function(function, (0..<count).map { _ in operand(entity, depth - 1) })
  }

  private mutating func leaf(_ entity: Int, _ depth: Int) -> Filter {
    let (path, type) = path(entity)
    let column = Operand.column(path)
    switch Int.random(in: 0..<10, using: &random) {
    case 0, 1, 2:
      return .compare(
        column, random.pick(ComparisonOperator.allCases), .value(constant(type)), options())
    case 3:
      return .compare(
        operand(entity, depth), random.pick(ComparisonOperator.allCases), operand(entity, depth),
        options())
    case 4: return .isNull(random.chance(2) ? column : operand(entity, depth))
    case 5: return .between(column, lower: .value(constant(type)), upper: .value(constant(type)))
    case 6:
      let values = (0..<Int.random(in: 0...4, using: &random)).map { _ in constant(type) }
      return .isIn(column, values.filter { !$0.isNull }, options())
    case 7:
      let kind = random.pick(StringOperator.allCases)
      let wild =
        kind == .matches ? ["b.*", "[aä].*", "a+", "é"] : ["a", "A*", "?b*", "", "é", "z"]
      return .match(kind, column, pattern: .value(.string(random.pick(wild))), options())
    case 8: return objects(entity)
    default:
      return .isEntity(objectPath(entity), [0, 1, 2, 3].filter { _ in random.chance(2) })
    }
  }

  private mutating func objects(_ entity: Int) -> Filter {
    .isObject(objectPath(entity), (0..<Int.random(in: 0...3, using: &random)).map { _ in key() })
  }

  private mutating func objectPath(_ entity: Int) -> ColumnPath {
    while true {
      let (path, type) = path(entity)
      if type == nil { return path }
    }
  }

  mutating func sort() -> [SortKey] {
    (0..<Int.random(in: 0...3, using: &random)).map { _ in
      SortKey(
        path(Sample.person).0, ascending: random.chance(2),
        collation: random.pick([.binary, .binary, .caseInsensitive, .localizedStandard]))
    }
  }
}
