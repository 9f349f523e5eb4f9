// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if SQLite
import CSQLite
import StoreInterface

extension Connection {
  /// Takes the pages of the file that are in memory because this connection has mapped and read them out
  /// of it; its cache stays. Nobody else moves its map.
  func releasePages() {
    var pointer: UnsafeMutablePointer<sqlite3_file>?
    guard let path = sqlite3_db_filename(handle, "main").map({ String(cString: $0) }),
      sqlite3_file_control(handle, "main", SQLITE_FCNTL_FILE_POINTER, &pointer) == SQLITE_OK,
      let file = pointer, let methods = file.pointee.pMethods?.pointee, methods.iVersion >= 3
    else { return }
    // The map begins with the first byte. What is no file has an address, too, but no map of this name.
    var start: UnsafeMutableRawPointer?
    guard methods.xFetch?(file, 0, 1, &start) == SQLITE_OK, let start else { return }
    MappedFile.releasePages(of: path, mappedAt: start)
    _ = methods.xUnfetch?(file, 0, start)
  }
}
#endif
