// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData

/// A person that notes its callbacks and lets a test act inside them.
class TracedPerson: NSManagedObject {
  private(set) var events: [String] = []
  var onWillSave: ((TracedPerson) -> Void)?
  var onDidSave: ((TracedPerson) -> Void)?
  var onPrepareForDeletion: ((TracedPerson) -> Void)?
  var onWillTurnIntoFault: ((TracedPerson) -> Void)?
  var onDidTurnIntoFault: ((TracedPerson) -> Void)?
  var onValidate: ((TracedPerson) throws -> Void)?

  func forgetEvents() { events = [] }

  override func awakeFromInsert() {
    super.awakeFromInsert()
    let isReady = isInserted && managedObjectContext?.registeredObject(for: objectID) === self
    events.append(isReady ? "awakeFromInsert" : "awakeFromInsert too early")
  }

  override func awakeFromFetch() {
    super.awakeFromFetch()
    events.append("awakeFromFetch")
    setValue("fetched", forKey: "mood")
  }

  override func awake(fromSnapshotEvents flags: NSSnapshotEventType) {
    super.awake(fromSnapshotEvents: flags)
    if flags.contains(.undoInsertion) { events.append("undoInsertion") }
    if flags.contains(.undoDeletion) { events.append("undoDeletion") }
    if flags.contains(.undoUpdate) { events.append("undoUpdate") }
    if flags.contains(.rollback) { events.append("rollback") }
    if flags.contains(.refresh) { events.append("refresh") }
    if flags.contains(.mergePolicy) { events.append("mergePolicy") }
  }

  override func prepareForDeletion() {
    super.prepareForDeletion()
    events.append("prepareForDeletion")
    onPrepareForDeletion?(self)
  }

  override func willSave() {
    super.willSave()
    events.append("willSave")
    onWillSave?(self)
  }

  override func didSave() {
    super.didSave()
    events.append("didSave")
    onDidSave?(self)
  }

  override func willTurnIntoFault() {
    super.willTurnIntoFault()
    events.append("willTurnIntoFault")
    onWillTurnIntoFault?(self)
  }

  override func didTurnIntoFault() {
    super.didTurnIntoFault()
    events.append("didTurnIntoFault")
    onDidTurnIntoFault?(self)
  }

  override func validateForInsert() throws {
    try super.validateForInsert()
    try onValidate?(self)
  }
}

extension GarageModel {
  /// The model with another class of persons.
  static func make(person type: NSManagedObject.Type) -> NSManagedObjectModel {
    let model = make()
    model.entitiesByName["Person"]?.managedObjectClassName = String(reflecting: type)
    return model
  }
}
