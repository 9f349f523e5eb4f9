// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if LMDB
import Foundation
import StoreInterface

/// The options with which an environment is opened. Of several openings of one file the first one's
/// count.
struct EnvironmentOptions {
  /// Bytes of address space for the map; the file itself grows as it is filled (R-PSC-141).
  var mapSize = 1 << 30
  /// Read transactions at once, over all processes; whoever creates the lock file decides.
  var maximalReaders: UInt32 = 1024
  /// Named databases that can be open.
  var maximalDatabases: UInt32 = 2048

  /// Who may read and write files that are made.
  var mode: mode_t = 0o600

  init() {}

  /// Reads the settings "mapsize" and "maxreaders"; what is no positive number is ignored.
  init(settings: [String: String], databases: Int) {
    if let size = settings["mapsize"].flatMap({ Int($0) }), size > 0 {
      mapSize = EnvironmentOptions.wholePages(size)
    }
    if let readers = settings["maxreaders"].flatMap({ UInt32($0) }), readers > 0 {
      maximalReaders = readers
    }
    maximalDatabases = max(maximalDatabases, UInt32(clamping: databases * 2))
  }

  /// Returns a size rounded up to pages, with room for the first ones of an empty environment.
  static func wholePages(_ size: Int) -> Int {
    let page = max(4096, sysconf(Int32(_SC_PAGESIZE)))
    let pages = max(16, size / page + (size % page == 0 ? 0 : 1))
    return pages * page
  }
}
#endif
