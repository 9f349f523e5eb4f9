// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

package import CoreData

/// A person that notes its callbacks and lets a test act inside them.
package class TracedPerson: NSManagedObject {
  package private(set) var events: [String] = []
  package var onWillSave: ((TracedPerson) -> Void)?
  package var onDidSave: ((TracedPerson) -> Void)?
  package var onPrepareForDeletion: ((TracedPerson) -> Void)?
  package var onWillTurnIntoFault: ((TracedPerson) -> Void)?
  package var onDidTurnIntoFault: ((TracedPerson) -> Void)?
  package var onValidate: ((TracedPerson) throws -> Void)?

  package func forgetEvents() { events = [] }

  package override func awakeFromInsert() {
    super.awakeFromInsert()
    let isReady = isInserted && managedObjectContext?.registeredObject(for: objectID) === self
    events.append(isReady ? "awakeFromInsert" : "awakeFromInsert too early")
  }

  package override func awakeFromFetch() {
    super.awakeFromFetch()
    events.append("awakeFromFetch")
    setValue("fetched", forKey: "mood")
  }

  package override func awake(fromSnapshotEvents flags: NSSnapshotEventType) {
    super.awake(fromSnapshotEvents: flags)
    if flags.contains(.undoInsertion) { events.append("undoInsertion") }
    if flags.contains(.undoDeletion) { events.append("undoDeletion") }
    if flags.contains(.undoUpdate) { events.append("undoUpdate") }
    if flags.contains(.rollback) { events.append("rollback") }
    if flags.contains(.refresh) { events.append("refresh") }
    if flags.contains(.mergePolicy) { events.append("mergePolicy") }
  }

  package override func prepareForDeletion() {
    super.prepareForDeletion()
    events.append("prepareForDeletion")
    onPrepareForDeletion?(self)
  }

  package override func willSave() {
    super.willSave()
    events.append("willSave")
    onWillSave?(self)
  }

  package override func didSave() {
    super.didSave()
    events.append("didSave")
    onDidSave?(self)
  }

  package override func willTurnIntoFault() {
    super.willTurnIntoFault()
    events.append("willTurnIntoFault")
    onWillTurnIntoFault?(self)
  }

  package override func didTurnIntoFault() {
    super.didTurnIntoFault()
    events.append("didTurnIntoFault")
    onDidTurnIntoFault?(self)
  }

  package override func validateForInsert() throws {
    try super.validateForInsert()
    try onValidate?(self)
  }
}

extension GarageModel {
  /// The model with another class of persons.
  package static func make(person type: NSManagedObject.Type) -> NSManagedObjectModel {
    let model = make()
    model.entitiesByName["Person"]?.managedObjectClassName = String(reflecting: type)
    return model
  }
}
