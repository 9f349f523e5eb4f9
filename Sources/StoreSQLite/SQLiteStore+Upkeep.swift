// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if SQLite
package import StoreInterface

extension SQLiteStore {
  package func perform(_ upkeep: StoreUpkeep) throws(StoreError) {
    try withIdleWriter(isWaiting: false) { (connection) throws(StoreError) in
      try connection.execute(upkeep.rawValue)
    }
  }
}
#endif
