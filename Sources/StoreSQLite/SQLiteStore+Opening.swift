// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if SQLite
import Foundation
package import StoreInterface

extension SQLiteStore {
  /// Opens the file of a configuration, or creates it with all tables of its entities. A URL of
  /// `/dev/null` (or none) makes a private database in memory; all stores of the process at
  /// `/dev/null/<name>` share one, which goes with the last of them.
  ///
  /// Opening for reading modifies nothing. A creation that fails leaves no file.
  package static func open(
    _ configuration: StoreConfiguration
  ) throws(StoreError) -> SQLiteStore {
    let held = (configuration.visit as? OpeningVisit)?.take()
    var opened = try FileOpening(configuration, held).open()
    do throws(StoreError) {
      if !configuration.isReadOnly, try opened.isUnderived() { opened.isDerivedAnew = true }
    } catch {
      opened.connection.close()
      opened.file.close()
      throw error
    }
    return SQLiteStore(opened, configuration)
  }
}

extension OpenedFile {
  /// Returns true if a migration has left values to be computed that the store does not keep up.
  fileprivate func isUnderived() throws(StoreError) -> Bool {
    guard plan.schema.derived.contains(where: { !$0.derivation.isRelational }) else { return false }
    return try !NotesTable.read(under: StoreNote.underived, connection).isEmpty
  }
}

extension Pragmas {
  init(_ configuration: StoreConfiguration) {
    self.init(
      settings: configuration.settings, timeout: configuration.timeout,
      durability: configuration.durability)
  }
}
#endif
