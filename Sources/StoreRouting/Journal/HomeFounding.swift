// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import StoreInterface

/// Makes sure that a home will be found again, before anybody is pledged to it: it is on the disk,
/// under its UUID, with the description of the schema that its records refer to.
struct HomeFounding {
  let home: MountedStore
  let opening: FollowerOpening

  /// Writes only the first time.
  func run() throws(RoutingError) {
    let schema = opening.journal.description
    guard !home.standing.has(schema: schema.fingerprint) else { return }
    let transaction = try opening.beginWrite(home)
    do {
      try write(schema, transaction)
    } catch {
      transaction.rollback()
      throw home.failure(error)
    }
    home.standing.note(schema: schema.fingerprint)
  }

  private func write(
    _ schema: SchemaDescription, _ transaction: any StoreTransaction
  ) throws(StoreError) {
    let name = JournalNotes.schema(schema.fingerprint)
    guard try transaction.reader.note(name) == nil else { return transaction.rollback() }
    var changes = ChangeSet()
    changes.isReplay = true
    changes.notes = [StoreNote(name: name, content: schema.encoded)]
    _ = try transaction.apply(changes)
    try transaction.prepare()
    transaction.requireDurability()
    try transaction.commit()
    home.standing.pledges = nil
  }
}
