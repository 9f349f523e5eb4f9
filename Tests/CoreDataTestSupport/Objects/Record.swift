// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

package import CoreData
import Foundation

/// An object that notes its callbacks in order and lets a test act inside each of them.
package class Record: NSManagedObject {
  package private(set) var events: [String] = []
  package private(set) var snapshotFlags: NSSnapshotEventType = []
  /// What to do inside a callback, by its name.
  package var actions: [String: (Record) throws -> Void] = [:]

  package func forgetEvents() { (events, snapshotFlags) = ([], []) }

  package func count(_ event: String) -> Int { events.filter { $0 == event }.count }

  private func note(_ event: String) {
    events.append(event)
    try? actions[event]?(self)
  }

  package override func awakeFromInsert() {
    super.awakeFromInsert()
    note("awakeFromInsert")
  }

  package override func awakeFromFetch() {
    super.awakeFromFetch()
    note("awakeFromFetch")
  }

  package override func awake(fromSnapshotEvents flags: NSSnapshotEventType) {
    super.awake(fromSnapshotEvents: flags)
    snapshotFlags.formUnion(flags)
    note("awakeFromSnapshotEvents")
  }

  package override func prepareForDeletion() {
    super.prepareForDeletion()
    note("prepareForDeletion")
  }

  package override func willSave() {
    super.willSave()
    note("willSave")
  }

  package override func didSave() {
    super.didSave()
    note("didSave")
  }

  package override func willTurnIntoFault() {
    super.willTurnIntoFault()
    note("willTurnIntoFault")
  }

  package override func didTurnIntoFault() {
    super.didTurnIntoFault()
    note("didTurnIntoFault")
  }

  package override func validateForInsert() throws {
    try super.validateForInsert()
    events.append("validateForInsert")
    try actions["validateForInsert"]?(self)
  }

  package override func validateForUpdate() throws {
    try super.validateForUpdate()
    events.append("validateForUpdate")
    try actions["validateForUpdate"]?(self)
  }

  package override func validateForDelete() throws {
    try super.validateForDelete()
    events.append("validateForDelete")
    try actions["validateForDelete"]?(self)
  }
}

/// Counts changes of keys that the model does not have.
package final class AttentiveRecord: Record {
  package override class var contextShouldIgnoreUnmodeledPropertyChanges: Bool { false }
}
