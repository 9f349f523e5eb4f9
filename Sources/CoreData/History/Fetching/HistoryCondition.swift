// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import PredicateLanguage
import StoreInterface

/// The condition of a history request, on transactions or on changes (R-PSC-745, R-PSC-746).
struct HistoryCondition {
  /// The kind of thing that the fetch request asks for.
  enum Subject {
    case transactions
    case changes

    /// - Throws: for another entity than the two.
    init(_ specification: FetchSpecification) throws {
      switch specification.entity?.name ?? specification.entityName {
      case HistoryEntities.transaction.name: self = .transactions
      case HistoryEntities.change.name: self = .changes
      case let name:
        throw HistoryCondition.refusal(
          "The fetch request of a history request is of \(name.map { "the entity '\($0)'" } ?? "no entity"). "
            + "Use NSPersistentHistoryTransaction.fetchRequest or "
            + "NSPersistentHistoryChange.fetchRequest.")
      }
    }
  }

  let subject: Subject
  private let node: PredicateNode?
  /// True if it asks a transaction for its changes.
  let readsChanges: Bool

  /// Returns the condition as a store understands it: tokens are its numbers, objects have its IDs,
  /// entities their names.
  init(
    _ predicate: NSPredicate?, on subject: Subject, for source: HistorySource,
    in coordinator: NSPersistentStoreCoordinator
  ) throws {
    self.subject = subject
    var terms = HistoryTerms(subject: subject, source: source, coordinator: coordinator)
    do {
      node = try predicate.map { predicate throws(EvaluationError) in
        try PredicateNode(predicate).replacing { node throws(EvaluationError) in
          try terms.replacement(for: node)
        }
      }
    } catch {
      throw HistoryCondition.refusal("The predicate of a history request is refused: \(error)")
    }
    readsChanges = terms.readsChanges || node?.isPartlyOpaque == true
  }

  static func refusal(_ reason: String) -> any Error {
    CocoaError.make(exception: .invalidArgument, reason: reason)
  }

  /// Returns what is left of a transaction; nil for nothing.
  func match(_ entry: HistoryEntry, of source: HistorySource) throws -> HistoryMatch? {
    let facts = HistoryFacts(entry.transaction, source)
    guard let node else { return match(entry, facts) }
    do {
      switch subject {
      case .transactions:
        let changes = readsChanges ? entry.changes : nil
        let transaction = NSPersistentHistoryTransaction(facts, changes: changes)
        guard try PredicateEvaluator.evaluate(node, with: transaction) else { return nil }
        return HistoryMatch(facts: facts, changes: entry.changes)
      case .changes:
        var kept: [HistoryChange] = []
        for change in entry.changes {
          let object = NSPersistentHistoryChange(change, facts)
          if try PredicateEvaluator.evaluate(node, with: object) { kept.append(change) }
        }
        return kept.isEmpty ? nil : HistoryMatch(facts: facts, changes: kept)
      }
    } catch {
      throw HistoryCondition.refusal("The predicate of a history request is refused: \(error)")
    }
  }

  private func match(_ entry: HistoryEntry, _ facts: HistoryFacts) -> HistoryMatch? {
    let isEmpty = subject == .changes && entry.changes.isEmpty
    return isEmpty ? nil : HistoryMatch(facts: facts, changes: entry.changes)
  }

  // MARK: - Bounds

  /// Takes out of a range what cannot meet the condition, as far as numbers and moments say.
  func narrow(_ range: inout HistoryRange) {
    if let node { narrow(&range, by: node) }
  }

  private func narrow(_ range: inout HistoryRange, by node: PredicateNode) {
    switch node {
    case .and(let children):
      for child in children { narrow(&range, by: child) }
    case .comparison(let comparison) where comparison.modifier == .direct:
      guard let bound = HistoryBound(comparison, subject) else { return }
      bound.narrow(&range)
    default: break
    }
  }
}

/// A comparison of a number or a moment with a constant.
private struct HistoryBound {
  private let value: OperandValue
  private let operation: PredicateOperator

  init?(_ comparison: ComparisonNode, _ subject: HistoryCondition.Subject) {
    switch (comparison.left, comparison.right) {
    case (.keyPath(let path), .constant(let constant)):
      guard HistoryBound.isBounded(path, subject) else { return nil }
      operation = comparison.operation
      value = OperandValue(constant)
    case (.constant(let constant), .keyPath(let path)):
      guard HistoryBound.isBounded(path, subject),
        let mirrored = HistoryBound.mirrored(comparison.operation)
      else { return nil }
      operation = mirrored
      value = OperandValue(constant)
    default: return nil
    }
  }

  private static func isBounded(
    _ path: [String], _ subject: HistoryCondition.Subject
  ) -> Bool {
    var path = path[...]
    if subject == .changes, path.first == HistoryField.transaction { path = path.dropFirst() }
    return path.count == 1
      && (path.first == HistoryField.transactionNumber || path.first == HistoryField.timestamp)
  }

  private static func mirrored(_ operation: PredicateOperator) -> PredicateOperator? {
    switch operation {
    case .lessThan: .greaterThan
    case .lessThanOrEqual: .greaterThanOrEqual
    case .greaterThan: .lessThan
    case .greaterThanOrEqual: .lessThanOrEqual
    case .equal: .equal
    default: nil
    }
  }

  func narrow(_ range: inout HistoryRange) {
    switch value {
    case .number(.integer(let number)): narrow(&range, by: Int64(number))
    case .date(let date): narrow(&range, by: date.timeIntervalSinceReferenceDate)
    default: break
    }
  }

  private func narrow(_ range: inout HistoryRange, by number: Int64) {
    guard number > .min else { return }
    switch operation {
    case .greaterThan: range.after = max(range.after, number)
    case .greaterThanOrEqual: range.after = max(range.after, number - 1)
    case .lessThan: range.through = min(range.through, number - 1)
    case .lessThanOrEqual: range.through = min(range.through, number)
    case .equal:
      range.after = max(range.after, number - 1)
      range.through = min(range.through, number)
    default: break
    }
  }

  private func narrow(_ range: inout HistoryRange, by moment: Double) {
    switch operation {
    case .greaterThan: range.laterThan = max(range.laterThan ?? moment, moment)
    case .greaterThanOrEqual, .equal:
      range.laterThan = max(range.laterThan ?? -.infinity, moment.nextDown)
    default: break
    }
  }
}

extension PredicateNode {
  /// True if a part of it is a block or a client's subclass, which may ask for anything.
  fileprivate var isPartlyOpaque: Bool {
    switch self {
    case .opaque: true
    case .constant, .comparison: false
    case .and(let children), .or(let children): children.contains(where: \.isPartlyOpaque)
    case .not(let child): child.isPartlyOpaque
    }
  }
}
