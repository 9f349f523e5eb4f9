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
    let opened = try FileOpening(configuration).open()
    return SQLiteStore(opened, configuration)
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
