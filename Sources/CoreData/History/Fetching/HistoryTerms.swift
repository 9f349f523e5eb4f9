// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import PredicateLanguage
import StoreInterface

/// The words of a condition in a store's own terms. Tokens are compared by the number of the store,
/// entities by their names, and objects by the IDs of the coordinator, whichever made them.
struct HistoryTerms {
  private let subject: HistoryCondition.Subject
  private let source: HistorySource
  private let coordinator: NSPersistentStoreCoordinator
  private(set) var readsChanges = false

  init(
    subject: HistoryCondition.Subject, source: HistorySource,
    coordinator: NSPersistentStoreCoordinator
  ) {
    self.subject = subject
    self.source = source
    self.coordinator = coordinator
  }

  /// - Throws: for a field that there is not.
  mutating func replacement(
    for node: ExpressionNode
  ) throws(EvaluationError) -> ExpressionNode? {
    switch node {
    case .keyPath(let path):
      return .keyPath(try HistoryTerms.checked(path, on: subject, &readsChanges))
    case .constant(let value): return .constant(constant(value))
    case .subquery:
      readsChanges = true
      return nil
    default: return nil
    }
  }

  private func constant(_ value: Any?) -> Any? {
    switch value {
    case let token as NSPersistentHistoryToken:
      return Int(token.numbers[source.reference.identifier] ?? 0)
    case let entity as NSEntityDescription: return entity.name
    case let id as NSManagedObjectID: return own(id)
    case let object as NSManagedObject: return own(object.objectID)
    case let list as [Any]: return list.map { constant($0) ?? NSNull() }
    case let set as Set<AnyHashable>: return set.map { constant($0.base) ?? NSNull() }
    case let set as NSSet: return set.allObjects.map { constant($0) ?? NSNull() }
    default: return value
    }
  }

  private func own(_ id: NSManagedObjectID) -> NSManagedObjectID {
    coordinator.key(of: id).map { coordinator.objectID(for: $0) } ?? id
  }

  /// Returns a path of fields as it is evaluated: tokens by their numbers, entities by their names.
  private static func checked(
    _ path: [String], on subject: HistoryCondition.Subject, _ readsChanges: inout Bool
  ) throws(EvaluationError) -> [String] {
    var fields: [String] = []
    var subject = subject
    var rest = path[...]
    while let field = rest.popFirst() {
      if field.hasPrefix("@") || field.lowercased() == "self" {
        fields.append(field)
        continue
      }
      try require(field, of: subject)
      switch field {
      case HistoryField.token: fields.append(HistoryField.transactionNumber)
      case HistoryField.changedEntity:
        fields.append(HistoryField.changedEntityName)
        if rest.first == "name" { rest.removeFirst() }
      case HistoryField.changes:
        readsChanges = true
        subject = .changes
        fields.append(field)
      case HistoryField.transaction:
        subject = .transactions
        fields.append(field)
      default:
        // What is behind a value is the value's own.
        return fields + [field] + rest
      }
    }
    return fields
  }

  private static func require(
    _ field: String, of subject: HistoryCondition.Subject
  ) throws(EvaluationError) {
    switch subject {
    case .transactions where HistoryField.ofTransactions.contains(field): return
    case .changes where HistoryField.ofChanges.contains(field): return
    // The fields of its transaction are a change's too.
    case .changes where HistoryField.ofTransactions.contains(field): return
    case .transactions: throw .undefinedKey(field, type: "NSPersistentHistoryTransaction")
    case .changes: throw .undefinedKey(field, type: "NSPersistentHistoryChange")
    }
  }

  /// Returns a sort descriptor as it is evaluated.
  static func descriptor(
    _ descriptor: NSSortDescriptor, on subject: HistoryCondition.Subject
  ) throws(EvaluationError) -> (descriptor: NSSortDescriptor, readsChanges: Bool) {
    guard let key = descriptor.key, !descriptor.hasComparator else { return (descriptor, true) }
    var readsChanges = false
    let path = try checked(key.split(separator: ".").map(String.init), on: subject, &readsChanges)
    let own = path.joined(separator: ".")
    guard own != key else { return (descriptor, readsChanges) }
    let renamed = NSSortDescriptor(
      key: own, ascending: descriptor.ascending, selector: descriptor.selector)
    return (renamed, readsChanges)
  }
}
