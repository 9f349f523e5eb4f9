// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import RecordProtocol

/// A fetch request as a question to the server.
///
/// The server compares for equality, joins conditions with AND, sorts plainly, and counts off. What
/// else a request asks for is left to the library, which then wants more objects rather than fewer.
struct HTTPQuery {
  private(set) var query: RecordQuery
  /// Whether the answer is all that was asked for.
  private(set) var isExact = true

  private let entity: NSEntityDescription

  init?(_ request: NSFetchRequest<any NSFetchRequestResult>) {
    guard let entity = request.entity else { return nil }
    self.entity = entity
    query = RecordQuery(
      entities: HTTPQuery.names(entity, includesSubentities: request.includesSubentities))
    add(request.predicate)
    request.sortDescriptors?.forEach { add($0) }
    if request.resultType == .dictionaryResultType, !isPlain(request) { isExact = false }
    if isExact { (query.offset, query.limit) = (request.fetchOffset, request.fetchLimit) }
  }

  /// Whether each object is a dictionary of properties of its own.
  private func isPlain(_ request: NSFetchRequest<any NSFetchRequestResult>) -> Bool {
    !request.returnsDistinctResults && request.propertiesToGroupBy?.isEmpty ?? true
      && request.propertiesToFetch?.allSatisfy { property in
        (property as? String).map { entity.propertiesByName[$0] != nil }
          ?? !(property is NSExpressionDescription)
      } ?? true
  }

  static func names(
    _ entity: NSEntityDescription, includesSubentities: Bool
  ) -> [String] {
    let own = entity.isAbstract ? [] : [entity.name ?? ""]
    guard includesSubentities else { return own }
    return own + entity.subentities.flatMap { names($0, includesSubentities: true) }
  }

  // MARK: - Conditions

  private mutating func add(_ predicate: NSPredicate?) {
    switch predicate {
    case nil: break
    case let all as NSCompoundPredicate where all.compoundPredicateType == .and:
      for part in all.subpredicates { add(part) }
    case let comparison as NSComparisonPredicate:
      if let condition = condition(comparison) {
        query.conditions.append(condition)
      } else {
        isExact = false
      }
    default: isExact = false
    }
  }

  private func condition(_ comparison: NSComparisonPredicate) -> RecordQuery.Condition? {
    let (left, right) = (comparison.leftExpression, comparison.rightExpression)
    guard comparison.predicateOperatorType == .equalTo, comparison.options.isEmpty,
      comparison.comparisonPredicateModifier == .direct, left.expressionType == .keyPath,
      right.expressionType == .constantValue, let attribute = plain(left.keyPath)
    else { return nil }
    let value = RecordCoding.value(right.constantValue, of: attribute)
    guard value != .null || right.constantValue == nil || right.constantValue is NSNull else {
      return nil
    }
    return RecordQuery.Condition(property: attribute.name, value: value)
  }

  private mutating func add(_ descriptor: NSSortDescriptor) {
    guard let key = descriptor.key, let attribute = plain(key),
      descriptor.selector == "compare:"
    else { return isExact = false }
    query.order.append(.init(property: attribute.name, isAscending: descriptor.ascending))
  }

  /// An attribute that the server compares as the library does.
  private func plain(_ key: String) -> NSAttributeDescription? {
    guard let attribute = entity.attributesByName[key], !attribute.isTransient else { return nil }
    switch attribute.attributeType {
    case .stringAttributeType, .booleanAttributeType, .integer16AttributeType,
      .integer32AttributeType, .integer64AttributeType:
      return attribute
    default: return nil
    }
  }
}
