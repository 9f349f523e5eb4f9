// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import RawLMDB
import RawSQLite

/// The versions of the engines.
public enum RawVersions {
  public static var all: [String: String] {
    [
      "SQLite": String(cString: sqlite3_libversion()),
      "LMDB": String(cString: mdb_version(nil, nil, nil)),
    ]
  }
}
