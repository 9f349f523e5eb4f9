// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import ModelFormat

/// Finds, for a field, values that the model accepts.
struct FieldPlanner {
  let dice: Dice
  /// The number of objects wanted, from which the variety follows.
  let objects: Int

  /// Why there can be no objects of an entity.
  struct Unsatisfiable: Error {
    let reason: String
  }

  /// nil when the field stays empty.
  func plan(_ field: Field, of entity: String, _ profile: FieldProfile?) throws -> FieldPlan? {
    let dice = dice.named(entity).named(field.name)
    for maker in makers(of: field, profile) where isAccepted(maker, by: field) {
      return FieldPlan(
        field, maker, spread: spread(maker, field: field, profile: profile),
        nilShare: nilShare(of: field, profile), dice: dice)
    }
    if field.attribute.isOptional { return nil }
    throw Unsatisfiable(
      reason: "no value was found that its required attribute '\(field.name)' accepts"
        + (field.document.regularExpressionString.map { " (it must match \($0))" } ?? ""))
  }

  private func nilShare(of field: Field, _ profile: FieldProfile?) -> Double {
    guard field.attribute.isOptional else { return 0 }
    return profile?.nilShare ?? 0.1
  }

  private func spread(
    _ maker: any ValueMaker, field: Field, profile: FieldProfile?
  ) -> Int {
    if let share = profile?.distinctShare {
      return max(1, Int(share * Double(objects)))
    }
    switch field.kind {
    case .integer16, .integer32, .integer64, .decimal, .double, .float: return max(10_000, objects)
    case .date: return 157_680_000  // five years
    default: return max(1000, objects)
    }
  }

  private func isAccepted(_ maker: any ValueMaker, by field: Field) -> Bool {
    let last = min(maker.domain, max(objects, 1) * 4) - 1
    let ranks = [0, 1, last / 2, last] + (0..<24).map { dice.number($0, below: last + 1) }
    return ranks.allSatisfy { $0 > last || field.accepts(maker.value($0)) }
  }

  // MARK: - Makers

  /// Candidates, the best first.
  private func makers(of field: Field, _ profile: FieldProfile?) -> [any ValueMaker] {
    var makers: [any ValueMaker] = []
    if let pattern = field.document.regularExpressionString {
      // Limits on the length are not in the pattern: some length that they allow is searched.
      let lengths = [0...3, 1...6] + [0, 1, 2, 3, 4, 5, 6, 8, 10, 12, 16, 24, 32].map { $0...$0 }
      makers += lengths.compactMap { PatternMaker(pattern, more: $0) }
    } else if let maker = maker(of: field, profile) {
      makers.append(maker)
      if profile != nil, let general = self.maker(of: field, nil) { makers.append(general) }
    }
    if let value = field.attribute.defaultValue { makers.append(FixedMaker(fixed: value)) }
    return makers
  }

  private func maker(of field: Field, _ profile: FieldProfile?) -> (any ValueMaker)? {
    let rules = FieldBounds(field.document, profile)
    let mean = profile?.meanLength.map { Int($0.rounded()) }
    switch field.kind {
    case .integer16: return integers(Int64(Int16.min)...Int64(Int16.max), rules)
    case .integer32: return integers(Int64(Int32.min)...Int64(Int32.max), rules)
    case .integer64: return integers(Int64.min...Int64.max, rules)
    case .float, .double:
      return FloatingMaker(
        isSingle: field.kind == .float, minimum: rules.minimum, maximum: rules.maximum)
    case .decimal:
      return DecimalMaker(minimum: rules.lowestDecimal, maximum: rules.highestDecimal)
    case .date: return DateMaker(minimum: rules.minimum, maximum: rules.maximum)
    case .boolean: return BooleanMaker()
    case .uuid: return UUIDMaker()
    case .uri: return URIMaker()
    case .string, .undefined:
      return TextMaker(mean: mean ?? 18, minimum: rules.shortest, maximum: rules.longest)
    case .binaryData: return DataMaker(length: mean ?? 64)
    case .transformable:
      let name = field.attribute.valueTransformerName ?? ""
      let known = ValueTransformer.valueTransformer(forName: .init(rawValue: name))
      return ArchiveMaker(
        isArchived: name.isEmpty || known is NSSecureUnarchiveFromDataTransformer,
        data: DataMaker(length: mean ?? 64))
    case .objectID, .composite: return nil
    }
  }

  private func integers(_ type: ClosedRange<Int64>, _ rules: FieldBounds) -> IntegerMaker {
    IntegerMaker(type, minimum: rules.lowestInteger, maximum: rules.highestInteger)
  }
}
