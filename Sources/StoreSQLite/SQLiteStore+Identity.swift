// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if SQLite
import StoreInterface

/// Checks of whether the database is still this store's; see ``DatabaseIdentity``.
extension SQLiteStore {
  /// Checks the database of a transaction that has been pinned. The content may be another state of
  /// the store: numbers that it has given out are not ours.
  func requireIdentity(_ connection: Connection) throws(StoreError) {
    guard try identity.isRenewed(connection, under: metadata.identifier) else { return }
    for (root, left) in leftovers {
      let isOurs = try PrimaryKeyTable.isFree(left, root: root, in: plan.layout, connection)
      if !isOurs { withdrawNumbers(root) }
    }
  }

  /// The same in a transaction that writes, if anybody else has committed.
  func requireIdentityIfNew(_ writer: Connection) throws(StoreError) {
    let version = writer.dataVersion
    guard version == nil || version != writer.checkedVersion else { return }
    try identity.pin(writer)
    if identity.isInDoubt(writer) { try requireIdentity(writer) }
    writer.checkedVersion = version
  }
}
#endif
