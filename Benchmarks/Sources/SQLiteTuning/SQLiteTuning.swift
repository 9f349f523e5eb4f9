// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

/// The settings of the tuned floors: those of the connections of Core Data's store.
///
/// Its connections that write have the page cache and the length of the log, those that read the
/// map and a smaller cache; a floor has one connection with the best of both. Debian's build
/// overwrites what is deleted (`secure_delete`), unless told otherwise. The connection has no lock of
/// its own, which is a flag of opening, not a pragma.
public enum SQLiteTuning {
  public static let pragmas = """
    PRAGMA temp_store = MEMORY; PRAGMA cache_size = -65536; PRAGMA mmap_size = 1073741824; \
    PRAGMA wal_autocheckpoint = 4000; PRAGMA secure_delete = OFF
    """
}
