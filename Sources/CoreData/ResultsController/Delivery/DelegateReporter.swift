// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation

/// The one that tells a controller's delegate of changes, in their order.
///
/// Swift has no optional requirements: every delegate answers every call, by a default implementation if
/// by none of its own. The defaults of the callbacks with whole changes mark that they were called, so one
/// call finds out whether a delegate implements them (R-REQ-288).
final class DelegateReporter {
  /// How the delegate wants to be told.
  private enum Form { case unknown, snapshots, differences, single }

  private weak var delegate: (any NSFetchedResultsControllerDelegate)?
  private unowned let controller: NSFetchedResultsController<any NSFetchRequestResult>
  private var form = Form.unknown
  /// Set by the default implementation of a callback.
  private var isMissing = false

  init(_ controller: NSFetchedResultsController<any NSFetchRequestResult>) {
    self.controller = controller
  }

  var hasDelegate: Bool { delegate != nil }

  var target: (any NSFetchedResultsControllerDelegate)? {
    get { delegate }
    set {
      delegate = newValue
      form = .unknown
    }
  }

  /// Notes that the delegate lacks the callback that is being called.
  func noteMissing() { isMissing = true }

  func title(_ name: String) -> String? {
    guard let delegate else { return controller.sectionIndexTitle(forSectionName: name) }
    return delegate.controller(controller, sectionIndexTitleForSectionName: name)
  }

  // MARK: - Telling

  /// The first results, or new ones, are told to those who want snapshots or differences (R-REQ-285, 286).
  /// - Parameter former: what there was before.
  func didFetch(_ results: UntypedResults, after former: FetchedContent) {
    guard hasDelegate, form != .single, case .objects(let objects) = results.content else {
      return
    }
    if form != .differences,
      sends(NSDiffableDataSourceSnapshotReference(objects.copy(), reloaded: []))
    {
      form = .snapshots
    } else if results.naming != nil {
      form = .single
    } else {
      tellDifference(objects.objects.map(\.currentID), former)
    }
  }

  private func tellDifference(_ ids: [NSManagedObjectID], _ former: FetchedContent) {
    var old: [NSManagedObjectID] = []
    if case .objects(let former) = former { old = former.objects.map(\.currentID) }
    let difference = DelegateReporter.difference(of: ids, from: old)
    guard !difference.isEmpty else { return }
    isMissing = false
    delegate?.controller(controller, didChangeContentWith: difference)
    form = isMissing ? .single : .differences
  }

  /// Where those that stay keep their order, in linear time; the general way takes as long as there are
  /// changes for each.
  private static func difference(
    of new: [NSManagedObjectID], from old: [NSManagedObjectID]
  ) -> CollectionDifference<NSManagedObjectID> {
    let (present, former) = (Set(new), Set(old))
    guard old.lazy.filter(present.contains).elementsEqual(new.lazy.filter(former.contains)) else {
      return new.difference(from: old).inferringMoves()
    }
    typealias Change = CollectionDifference<NSManagedObjectID>.Change
    let gone = old.enumerated().filter { !present.contains($1) }.map {
      Change.remove(offset: $0, element: $1, associatedWith: nil)
    }
    let come = new.enumerated().filter { !former.contains($1) }.map {
      Change.insert(offset: $0, element: $1, associatedWith: nil)
    }
    return CollectionDifference(gone + come) ?? new.difference(from: old)
  }

  /// - Parameter apply: changes the results.
  func report(from results: UntypedResults, _ apply: () -> ResultChange) {
    switch form {
    case .single: reportSingly(results, apply)
    case .snapshots: reportSnapshot(results, apply())
    case .differences: _ = sends(apply(), results)
    case .unknown: findOut(results, apply)
    }
  }

  /// Tells a delegate by what it implements, and so from now on. If it wants every single change, the
  /// results are shown to it as they were while it is told that they are about to change.
  private func findOut(_ results: UntypedResults, _ apply: () -> ResultChange) {
    guard case .objects(let objects) = results.content else { return }
    let former = objects.copy()
    let change = apply()
    guard !change.isEmpty else { return }
    if sends(snapshot(of: objects, after: change)) {
      form = .snapshots
    } else if results.naming == nil, sends(change, results) {
      form = .differences
    } else {
      form = .single
      results.showing(former) { delegate?.controllerWillChangeContent(controller) }
      tell(change, of: results)
    }
  }

  private func reportSnapshot(_ results: UntypedResults, _ change: ResultChange) {
    guard case .objects(let objects) = results.content, !change.isEmpty else { return }
    _ = sends(snapshot(of: objects, after: change))
  }

  private func snapshot(
    of objects: ObjectResults, after change: ResultChange
  ) -> NSDiffableDataSourceSnapshotReference {
    let updated = change.objects.filter { $0.kind == .update }.map(\.object)
    return NSDiffableDataSourceSnapshotReference(objects.copy(), reloaded: updated)
  }

  /// Returns true if the delegate implements the callback.
  private func sends(_ snapshot: NSDiffableDataSourceSnapshotReference) -> Bool {
    isMissing = false
    delegate?.controller(controller, didChangeContentWith: snapshot)
    return !isMissing
  }

  /// Returns true if the delegate implements the callback.
  private func sends(_ change: ResultChange, _ results: UntypedResults) -> Bool {
    guard let difference = change.difference else { return true }
    isMissing = false
    delegate?.controller(controller, didChangeContentWith: difference)
    return !isMissing
  }

  private func reportSingly(_ results: UntypedResults, _ apply: () -> ResultChange) {
    delegate?.controllerWillChangeContent(controller)
    tell(apply(), of: results)
  }

  /// Sections come before their first objects and go after their last ones (R-REQ-275).
  private func tell(_ change: ResultChange, of results: UntypedResults) {
    tell(of: .insert, change, of: results)
    for object in change.objects {
      delegate?.controller(
        controller, didChange: object.object, at: object.old, for: object.kind,
        newIndexPath: object.new)
    }
    tell(of: .delete, change, of: results)
    delegate?.controllerDidChangeContent(controller)
  }

  private func tell(
    of kind: NSFetchedResultsChangeType, _ change: ResultChange, of results: UntypedResults
  ) {
    for section in change.sections where section.kind == kind {
      delegate?.controller(
        controller, didChange: results.info(of: section.section), atSectionIndex: section.index,
        for: kind)
    }
  }
}

extension ResultChange {
  /// The change of a list without sections; nil if nothing has changed. Members that moved are taken out
  /// and put in again, as are those that have other values, which stay where they are (R-REQ-286).
  var difference: CollectionDifference<NSManagedObjectID>? {
    var changes: [CollectionDifference<NSManagedObjectID>.Change] = []
    for change in objects {
      let id = change.object.currentID
      let (old, new) = (change.old?.item, change.new?.item)
      if let old { changes.append(.remove(offset: old, element: id, associatedWith: new)) }
      if let new { changes.append(.insert(offset: new, element: id, associatedWith: old)) }
    }
    return changes.isEmpty ? nil : CollectionDifference(changes)
  }
}
