// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if SQLite
import CSQLite
import Foundation

/// The calls on a file that may fail; the others stay the file system's own.
enum FaultyFileMethods {
  static func make(_ real: sqlite3_io_methods) -> sqlite3_io_methods {
    var methods = real
    methods.xClose = { FaultyFileSystem.close($0) }
    methods.xRead = { pointer, buffer, count, offset in
      guard let file = FaultyFileSystem.file(pointer) else { return SQLITE_IOERR }
      if let code = file.disk.failure(.read) { return code }
      return file.methods.pointee.xRead(pointer, buffer, count, offset)
    }
    methods.xWrite = { pointer, buffer, count, offset in
      guard let file = FaultyFileSystem.file(pointer) else { return SQLITE_IOERR }
      file.disk.noteWrite(file.path)
      if let code = file.disk.failure(.write) { return code }
      var size: sqlite3_int64 = 0
      _ = file.methods.pointee.xFileSize(pointer, &size)
      if offset + Int64(count) > size, let code = file.disk.failure(.growth) { return code }
      return file.methods.pointee.xWrite(pointer, buffer, count, offset)
    }
    methods.xFileControl = { pointer, operation, argument in
      guard let file = FaultyFileSystem.file(pointer) else { return SQLITE_IOERR }
      // Space that is asked for ahead.
      if operation == SQLITE_FCNTL_SIZE_HINT, let code = file.disk.failure(.growth) { return code }
      return file.methods.pointee.xFileControl(pointer, operation, argument)
    }
    methods.xSync = { pointer, flags in
      guard let file = FaultyFileSystem.file(pointer) else { return SQLITE_IOERR }
      if let code = file.disk.failure(.sync) { return code }
      let code = file.methods.pointee.xSync(pointer, flags)
      if code == SQLITE_OK {
        file.disk.noteSync(file.path, FaultyFileMethods.content(pointer, file))
      }
      return code
    }
    if methods.iVersion >= 3 {
      methods.xFetch = { pointer, offset, count, result in
        guard let file = FaultyFileSystem.file(pointer) else { return SQLITE_IOERR }
        if let code = file.disk.failure(.read) { return code }
        return file.methods.pointee.xFetch(pointer, offset, count, result)
      }
    }
    return methods
  }

  /// Through the open file: closing another descriptor of it would drop its locks.
  fileprivate static func content(
    _ pointer: UnsafeMutablePointer<sqlite3_file>?, _ file: FaultyFileSystem.File
  ) -> Data {
    var size: sqlite3_int64 = 0
    guard file.methods.pointee.xFileSize(pointer, &size) == SQLITE_OK, size > 0 else {
      return Data()
    }
    var content = Data(count: Int(size))
    content.withUnsafeMutableBytes { bytes in
      _ = file.methods.pointee.xRead(pointer, bytes.baseAddress, Int32(bytes.count), 0)
    }
    return content
  }
}
#endif
