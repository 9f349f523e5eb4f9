// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if SQLite
import CSQLite

/// The methods by which SQLite works with an open ``LogFile``: those of the platform's file, to which what
/// is gathered goes first.
enum LogFileMethods {
  static func make() -> sqlite3_io_methods {
    var methods = sqlite3_io_methods()
    // What came with later versions is for databases: shared memory and maps.
    methods.iVersion = 1
    addContent(&methods)
    addLocks(&methods)
    methods.xFileControl = { file, operation, argument in
      LogFileMethods.forward(file) { $1.pointee.xFileControl($0, operation, argument) }
    }
    methods.xSectorSize = { file in
      LogFileMethods.platform(file).map { $1.pointee.xSectorSize($0) } ?? 4096
    }
    methods.xDeviceCharacteristics = { file in
      LogFileMethods.platform(file).map { $1.pointee.xDeviceCharacteristics($0) } ?? 0
    }
    return methods
  }

  private static func addContent(_ methods: inout sqlite3_io_methods) {
    methods.xClose = { file in
      guard let file, let (real, methods) = LogFileMethods.platform(file) else { return SQLITE_OK }
      LogFile.of(file).pointee.release()
      return methods.pointee.xClose(real)
    }
    methods.xRead = { file, target, count, offset in
      LogFileMethods.forward(file) { $1.pointee.xRead($0, target, count, offset) }
    }
    methods.xWrite = { file, source, count, offset in
      guard let file, let source else { return SQLITE_IOERR }
      return LogFile.write(LogFile.of(file), source, count: Int(count), at: offset)
    }
    methods.xTruncate = { file, size in
      LogFileMethods.forward(file) { $1.pointee.xTruncate($0, size) }
    }
    methods.xSync = { file, flags in LogFileMethods.forward(file) { $1.pointee.xSync($0, flags) } }
    methods.xFileSize = { file, size in
      LogFileMethods.forward(file) { $1.pointee.xFileSize($0, size) }
    }
  }

  /// Nobody locks a log; SQLite asks all the same for all methods of the version.
  private static func addLocks(_ methods: inout sqlite3_io_methods) {
    methods.xLock = { file, level in LogFileMethods.forward(file) { $1.pointee.xLock($0, level) } }
    methods.xUnlock = { file, level in
      LogFileMethods.forward(file) { $1.pointee.xUnlock($0, level) }
    }
    methods.xCheckReservedLock = { file, result in
      LogFileMethods.forward(file) { $1.pointee.xCheckReservedLock($0, result) }
    }
  }

  private typealias Platform = (
    file: UnsafeMutablePointer<sqlite3_file>, methods: UnsafePointer<sqlite3_io_methods>
  )

  private static func platform(_ file: UnsafeMutablePointer<sqlite3_file>?) -> Platform? {
    guard let file else { return nil }
    let real = LogFile.platformFile(LogFile.of(file))
    return real.pointee.pMethods.map { (real, $0) }
  }

  /// Writes what is gathered, and has the platform's file do the rest.
  @inline(__always)
  private static func forward(
    _ file: UnsafeMutablePointer<sqlite3_file>?,
    _ body: (UnsafeMutablePointer<sqlite3_file>, UnsafePointer<sqlite3_io_methods>) -> Int32
  ) -> Int32 {
    guard let file, let (real, methods) = LogFileMethods.platform(file) else { return SQLITE_IOERR }
    let code = LogFile.flush(LogFile.of(file))
    return code == SQLITE_OK ? body(real, methods) : code
  }
}
#endif
