// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import Foundation

/// An object that notes its callbacks in order and lets a test act inside each of them.
class Record: NSManagedObject {
  private(set) var events: [String] = []
  private(set) var snapshotFlags: NSSnapshotEventType = []
  /// What to do inside a callback, by its name.
  var actions: [String: (Record) throws -> Void] = [:]

  func forgetEvents() { (events, snapshotFlags) = ([], []) }

  func count(_ event: String) -> Int { events.filter { $0 == event }.count }

  private func note(_ event: String) {
    events.append(event)
    try? actions[event]?(self)
  }

  override func awakeFromInsert() {
    super.awakeFromInsert()
    note("awakeFromInsert")
  }

  override func awakeFromFetch() {
    super.awakeFromFetch()
    note("awakeFromFetch")
  }

  override func awake(fromSnapshotEvents flags: NSSnapshotEventType) {
    super.awake(fromSnapshotEvents: flags)
    snapshotFlags.formUnion(flags)
    note("awakeFromSnapshotEvents")
  }

  override func prepareForDeletion() {
    super.prepareForDeletion()
    note("prepareForDeletion")
  }

  override func willSave() {
    super.willSave()
    note("willSave")
  }

  override func didSave() {
    super.didSave()
    note("didSave")
  }

  override func willTurnIntoFault() {
    super.willTurnIntoFault()
    note("willTurnIntoFault")
  }

  override func didTurnIntoFault() {
    super.didTurnIntoFault()
    note("didTurnIntoFault")
  }

  override func validateForInsert() throws {
    try super.validateForInsert()
    events.append("validateForInsert")
    try actions["validateForInsert"]?(self)
  }

  override func validateForUpdate() throws {
    try super.validateForUpdate()
    events.append("validateForUpdate")
    try actions["validateForUpdate"]?(self)
  }

  override func validateForDelete() throws {
    try super.validateForDelete()
    events.append("validateForDelete")
    try actions["validateForDelete"]?(self)
  }
}
