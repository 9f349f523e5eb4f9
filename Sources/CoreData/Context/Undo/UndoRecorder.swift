// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation

/// Leads the changes of one context to its undo manager: the target of the context's actions.
// Sendable: what is mutable belongs to the context, and is used on its queue.
final class UndoRecorder: @unchecked Sendable {
  let manager: UndoManager
  /// Leads to the context while there is one.
  private let map: IdentityMap
  private var observation: (any NSObjectProtocol)?
  /// True if what is processed now will not be undone.
  var isSuspended = false

  init(_ manager: UndoManager, _ context: NSManagedObjectContext) {
    self.manager = manager
    map = context.identityMap
    observation = NotificationCenter.default.addObserver(
      forName: .NSUndoManagerCheckpoint, object: manager, queue: nil
    ) { [weak self] _ in self?.withContext { $0.processPendingChanges() } }
  }

  /// Returns the records that undo the changes of the present event; none while registration is
  /// disabled.
  func records(in context: NSManagedObjectContext, isFinal: Bool) -> [UndoRecord] {
    guard !isSuspended, manager.isUndoRegistrationEnabled else { return [] }
    var records: [UndoRecord] = []
    var next = 0
    // Looking at objects may load some, and callbacks may change others.
    while next < context.tracker.unprocessed.count {
      let object = context.tracker.unprocessed[next]
      next += 1
      // One that is being told of its deletion takes its part in a later event.
      guard isFinal || !object.flags.contains(.preparing) else { continue }
      if let record = UndoRecord(object, in: context) { records.append(record) }
    }
    return records
  }

  /// Registers one action for an event.
  func register(_ records: [UndoRecord]) {
    guard !records.isEmpty else { return }
    manager.register(self) { recorder in
      recorder.withContext { UndoReplay.run(records, in: $0, isRedo: recorder.manager.isRedoing) }
    }
  }

  /// Registers that objects were marked to move: undoing it marks them to be where they were, or were
  /// going to be.
  func register(_ move: MoveUndo) {
    guard !isSuspended, manager.isUndoRegistrationEnabled else { return }
    manager.register(self) { recorder in recorder.withContext { move.run(in: $0) } }
  }

  /// Takes the context's actions out of the manager.
  func forgetAll() { manager.removeAllActions(withTarget: self) }

  /// The manager is no longer the context's.
  func detach() {
    if let observation { NotificationCenter.default.removeObserver(observation) }
    observation = nil
    forgetAll()
  }

  /// Works with the context on its queue, where the caller mostly is already.
  private func withContext(_ body: (NSManagedObjectContext) -> Void) {
    guard let context = map.livingContext else { return }
    if context.queue.kind == .confinement { return body(context) }
    context.queue.sync { body(context) }
  }
}

extension NSManagedObjectContext {
  /// Changes the undo manager.
  final func record(in manager: UndoManager?) {
    guard manager !== undoManager else { return }
    processWithoutRecording()
    undoRecorder?.detach()
    undoRecorder = manager.map { UndoRecorder($0, self) }
    tracker.event.keepsAll = manager != nil
  }

  /// Processes changes of which the undo manager would be told in vain.
  final func processWithoutRecording() {
    let recorder = undoRecorder
    recorder?.isSuspended = true
    processPendingChanges()
    recorder?.isSuspended = false
  }
}
