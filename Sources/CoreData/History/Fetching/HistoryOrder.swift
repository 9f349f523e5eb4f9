// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import PredicateLanguage

/// The order that a history request asks for; without one, findings stay oldest first.
struct HistoryOrder {
  private let descriptors: [NSSortDescriptor]
  /// True if transactions are ordered by their changes.
  let readsChanges: Bool

  init(_ descriptors: [NSSortDescriptor], on subject: HistoryCondition.Subject) throws {
    var own: [NSSortDescriptor] = []
    var readsChanges = false
    for descriptor in descriptors {
      do {
        let terms = try HistoryTerms.descriptor(descriptor, on: subject)
        own.append(terms.descriptor)
        if terms.readsChanges { readsChanges = true }
      } catch {
        throw HistoryOrder.refusal(error)
      }
    }
    self.descriptors = own
    self.readsChanges = readsChanges
  }

  var isEmpty: Bool { descriptors.isEmpty }

  /// True if the transactions of a store come by their numbers, the greatest first.
  var isNewestFirst: Bool {
    guard let first = descriptors.first, !first.hasComparator else { return false }
    return first.key == HistoryField.transactionNumber && !first.ascending
  }

  /// Returns findings in the order; equal ones stay as they are.
  /// - Parameter object: makes what the descriptors compare.
  func sorted(
    _ matches: [HistoryMatch], by object: (HistoryMatch) -> NSObject
  ) throws -> [HistoryMatch] {
    guard !isEmpty else { return matches }
    let objects = matches.map(object)
    do {
      return try matches.indices.sorted { left, right in
        try precedes((left, objects[left]), (right, objects[right]))
      }.map { matches[$0] }
    } catch let error as EvaluationError {
      throw HistoryOrder.refusal(error)
    }
  }

  private func precedes(
    _ left: (place: Int, object: NSObject), _ right: (place: Int, object: NSObject)
  ) throws -> Bool {
    for descriptor in descriptors {
      switch try descriptor.order(left.object, right.object) {
      case .orderedAscending: return true
      case .orderedDescending: return false
      case .orderedSame: continue
      }
    }
    return left.place < right.place
  }

  private static func refusal(_ error: EvaluationError) -> any Error {
    HistoryCondition.refusal("A sort descriptor of a history request is refused: \(error)")
  }
}
