// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import StoreTestSupport

/// A constant of a predicate; objects are found by the context that asks.
enum OracleArgument {
  case value(Any)
  case object(Int)
}

/// A predicate as text, and its meaning: true, false, or unknown as in SQL.
struct OracleTest {
  let format: String
  var arguments: [OracleArgument] = []
  let holds: (OracleView, Int) -> Bool?

  /// The predicate, for messages.
  var text: String { "\(format) \(arguments)" }
}

/// Random conditions on the objects of one entity.
struct OracleConditions {
  let model: OracleModel
  let serials: [Int]
  var random: SplitMix64
  private var variables = 0

  init(_ model: OracleModel, serials: [Int], random: SplitMix64) {
    (self.model, self.serials, self.random) = (model, serials, random)
  }

  mutating func test(on entity: Int, depth: Int = 2, prefix: String = "") -> OracleTest {
    switch depth > 0 ? random.below(12) : 9 {
    case 0, 1:
      return combined(
        by: "AND", test(on: entity, depth: depth - 1, prefix: prefix),
        test(on: entity, depth: depth - 1, prefix: prefix))
    case 2:
      return combined(
        by: "OR", test(on: entity, depth: depth - 1, prefix: prefix),
        test(on: entity, depth: depth - 1, prefix: prefix))
    case 3: return negated(test(on: entity, depth: depth - 1, prefix: prefix))
    case 4...6: return related(on: entity, depth: depth, prefix: prefix)
    default: return comparison(on: entity, prefix: prefix)
    }
  }

  private func negated(_ test: OracleTest) -> OracleTest {
    OracleTest(format: "NOT (\(test.format))", arguments: test.arguments) { view, serial in
      test.holds(view, serial).map { !$0 }
    }
  }

  private func combined(by word: String, _ a: OracleTest, _ b: OracleTest) -> OracleTest {
    let decisive = word == "OR"
    return OracleTest(
      format: "(\(a.format)) \(word) (\(b.format))", arguments: a.arguments + b.arguments
    ) { view, serial in
      let outcomes = [a.holds(view, serial), b.holds(view, serial)]
      if outcomes.contains(decisive) { return decisive }
      return outcomes.contains(nil) ? nil : !decisive
    }
  }

  // MARK: - Attributes

  /// A path over at most two to-ones to an attribute.
  mutating func path(on entity: Int) -> (keys: [String], attribute: OracleAttribute) {
    var (keys, place): ([String], Int) = ([], entity)
    while keys.count < 2, random.oneIn(3) {
      let steps = model.relationships(of: place).filter { !$0.isToMany }
      guard !steps.isEmpty else { break }
      let step = random.pick(steps)
      keys.append(step.name)
      place = step.destination
    }
    let attribute = random.pick(model.attributes(of: place))
    return (keys + [attribute.name], attribute)
  }

  private mutating func comparison(on entity: Int, prefix: String) -> OracleTest {
    let (keys, attribute) = path(on: entity)
    let text = prefix + keys.joined(separator: ".")
    if random.oneIn(7) { return nullTest(text, keys) }
    if attribute.kind == .text, random.oneIn(2) { return textTest(text, keys) }
    if random.oneIn(4) { return listTest(text, keys, attribute.kind) }
    if attribute.kind.isNumber, random.oneIn(3) { return arithmeticTest(text, keys) }
    return constantTest(text, keys, attribute.kind)
  }

  private mutating func nullTest(_ text: String, _ keys: [String]) -> OracleTest {
    let isNil = random.oneIn(2)
    return OracleTest(format: "\(text) \(isNil ? "==" : "!=") nil") { view, serial in
      (view.value(keys, of: serial) == .none) == isNil
    }
  }

  private mutating func constantTest(
    _ text: String, _ keys: [String], _ kind: OracleKind
  ) -> OracleTest {
    let isOrdered = kind.isNumber || kind == .text || kind == .date
    let comparison = random.pick(isOrdered ? ["==", "!=", "<", "<=", ">", ">="] : ["==", "!="])
    let constant = kind.random(&random)
    return OracleTest(
      format: "\(text) \(comparison) %@", arguments: [.value(kind.property(constant))]
    ) { view, serial in
      view.value(keys, of: serial).compared(comparison, constant, inSQL: view.isInSQL(serial))
    }
  }

  private mutating func arithmeticTest(_ text: String, _ keys: [String]) -> OracleTest {
    let comparison = random.pick(["==", "<", ">="])
    let (summand, bound) = (Double(random.below(5) - 2), Double(random.below(9) - 4))
    return OracleTest(
      format: "\(text) + %@ \(comparison) %@",
      arguments: [.value(Int(summand)), .value(Int(bound))]
    ) { view, serial in
      var sum = OracleValue.none
      if case .number(let number) = view.value(keys, of: serial) { sum = .number(number + summand) }
      return sum.compared(comparison, .number(bound), inSQL: view.isInSQL(serial))
    }
  }

  private mutating func listTest(
    _ text: String, _ keys: [String], _ kind: OracleKind
  ) -> OracleTest {
    let constants = (0..<random.below(5)).map { _ in kind.random(&random) }
    if kind.isNumber, constants.count > 1, random.oneIn(2) {
      let (low, high) = (constants[0], constants[1])
      return OracleTest(
        format: "\(text) BETWEEN %@",
        arguments: [.value([kind.property(low), kind.property(high)])]
      ) { view, serial in
        let (value, inSQL) = (view.value(keys, of: serial), view.isInSQL(serial))
        guard value != .none else { return inSQL ? nil : false }
        return !value.precedes(low) && !high.precedes(value)
      }
    }
    return OracleTest(
      format: "\(text) IN %@", arguments: [.value(constants.map { kind.property($0) })]
    ) { view, serial in
      let value = view.value(keys, of: serial)
      if constants.isEmpty { return false }
      guard value != .none else { return view.isInSQL(serial) ? nil : false }
      return constants.contains(value)
    }
  }

  private mutating func textTest(_ text: String, _ keys: [String]) -> OracleTest {
    let word = random.pick(["==", "CONTAINS", "BEGINSWITH", "ENDSWITH", "LIKE", "MATCHES", "IN"])
    let options = random.pick(["", "[c]", "[d]", "[cd]"])
    let patterns = word == "LIKE" ? ["a*", "?da", "*", "x\\*y"] : ["a.*", "[A-Z]da", "\\d+"]
    let constants =
      switch word {
      case "LIKE", "MATCHES": [random.pick(patterns)]
      case "IN": (0..<3).map { _ in random.pick(OracleKind.texts) }
      default: [random.pick(OracleKind.texts)]
      }
    let matching = OracleMatching(word: word, options: options, constants: constants)
    let argument: Any = word == "IN" ? constants : constants[0]
    return OracleTest(
      format: "\(text) \(word)\(options) %@", arguments: [.value(argument)]
    ) { view, serial in
      guard case .text(let text) = view.value(keys, of: serial) else {
        return view.isInSQL(serial) ? nil : false
      }
      return matching.holds(text)
    }
  }

  // MARK: - Relationships

  private mutating func related(on entity: Int, depth: Int, prefix: String) -> OracleTest {
    let choices = model.relationships(of: entity)
    guard !choices.isEmpty else { return comparison(on: entity, prefix: prefix) }
    let relationship = random.pick(choices)
    guard relationship.isToMany else { return toOneTest(relationship, prefix) }
    switch random.below(5) {
    case 0: return membership(relationship, prefix)
    case 1: return countTest(relationship, prefix)
    case 2: return statisticTest(relationship, prefix) ?? countTest(relationship, prefix)
    case 3: return quantified(relationship, prefix)
    default: return subquery(relationship, depth: depth, prefix)
    }
  }

  private mutating func toOneTest(
    _ relationship: OracleRelationship, _ prefix: String
  ) -> OracleTest {
    let name = relationship.name
    if serials.isEmpty || random.oneIn(2) { return nullTest(prefix + name, [name]) }
    let (wanted, isEqual) = (random.pick(serials), random.oneIn(2))
    return OracleTest(
      format: "\(prefix)\(name) \(isEqual ? "==" : "!=") %@", arguments: [.object(wanted)]
    ) { view, serial in
      guard let found = view.graph.members(name, of: serial).first else {
        return view.isInSQL(serial) ? nil : !isEqual
      }
      return (found == wanted) == isEqual
    }
  }

  private mutating func membership(
    _ relationship: OracleRelationship, _ prefix: String
  ) -> OracleTest {
    guard !serials.isEmpty else { return countTest(relationship, prefix) }
    let (name, wanted) = (relationship.name, random.pick(serials))
    let format = random.oneIn(2) ? "%@ IN \(prefix)\(name)" : "\(prefix)\(name) CONTAINS %@"
    return OracleTest(format: format, arguments: [.object(wanted)]) { view, serial in
      view.graph.members(name, of: serial).contains(wanted)
    }
  }

  private mutating func countTest(
    _ relationship: OracleRelationship, _ prefix: String
  ) -> OracleTest {
    let name = relationship.name
    let (comparison, bound) = (random.pick(["==", "!=", "<", ">="]), random.below(3))
    return OracleTest(format: "\(prefix)\(name).@count \(comparison) \(bound)") { view, serial in
      let count = Double(view.graph.members(name, of: serial).count)
      return OracleValue.number(count).compared(comparison, .number(Double(bound)), inSQL: false)
    }
  }

  private mutating func statisticTest(
    _ relationship: OracleRelationship, _ prefix: String
  ) -> OracleTest? {
    let numbers = model.attributes(of: relationship.destination).filter {
      $0.kind.isNumber && $0.kind != .flag && $0.name != "serial"
    }
    guard !numbers.isEmpty else { return nil }
    let (name, key) = (relationship.name, random.pick(numbers).name)
    let function = random.pick(["sum", "avg", "min", "max"])
    let (comparison, bound) = (random.pick(["<", ">=", "!="]), Double(random.below(7) - 3))
    return OracleTest(
      format: "\(prefix)\(name).@\(function).\(key) \(comparison) %@",
      arguments: [.value(Int(bound))]
    ) { view, serial in
      let values = view.graph.members(name, of: serial).map { view.graph.value(key, of: $0) }
      return OracleStatistic(function).value(of: values)
        .compared(comparison, .number(bound), inSQL: view.isInSQL(serial))
    }
  }

  private mutating func quantified(
    _ relationship: OracleRelationship, _ prefix: String
  ) -> OracleTest {
    let name = relationship.name
    let attribute = random.pick(model.attributes(of: relationship.destination))
    let inner = constantTest("\(prefix)\(name).\(attribute.name)", [attribute.name], attribute.kind)
    let quantifier = random.pick(["ANY", "ALL", "NONE"])
    return OracleTest(
      format: "\(quantifier) \(inner.format)", arguments: inner.arguments
    ) { view, serial in
      let outcomes = view.graph.members(name, of: serial).map { inner.holds(view, $0) == true }
      return switch quantifier {
      case "ANY": outcomes.contains(true)
      case "ALL": !outcomes.contains(false)
      default: !outcomes.contains(true)
      }
    }
  }

  private mutating func subquery(
    _ relationship: OracleRelationship, depth: Int, _ prefix: String
  ) -> OracleTest {
    variables += 1
    let (name, variable) = (relationship.name, "$v\(variables)")
    let inner = test(on: relationship.destination, depth: depth - 1, prefix: "\(variable).")
    let (comparison, bound) = (random.pick(["==", ">", "<="]), random.below(2))
    return OracleTest(
      format:
        "SUBQUERY(\(prefix)\(name), \(variable), \(inner.format)).@count \(comparison) \(bound)",
      arguments: inner.arguments
    ) { view, serial in
      let count = view.graph.members(name, of: serial).count { inner.holds(view, $0) == true }
      return OracleValue.number(Double(count))
        .compared(comparison, .number(Double(bound)), inSQL: false)
    }
  }
}
