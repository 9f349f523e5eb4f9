// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if SQLite
import CSQLite

/// The methods by which SQLite works with an open ``MemoryFile``.
enum MemoryFileMethods {
  static func make() -> sqlite3_io_methods {
    var methods = sqlite3_io_methods()
    methods.iVersion = 2
    addContent(&methods)
    addLocks(&methods)
    addIndex(&methods)
    methods.xFileControl = { _, _, _ in SQLITE_NOTFOUND }
    methods.xSectorSize = { _ in 4096 }
    methods.xDeviceCharacteristics = { _ in
      SQLITE_IOCAP_ATOMIC | SQLITE_IOCAP_SAFE_APPEND | SQLITE_IOCAP_SEQUENTIAL
        | SQLITE_IOCAP_POWERSAFE_OVERWRITE
    }
    return methods
  }

  private static func addContent(_ methods: inout sqlite3_io_methods) {
    methods.xClose = { file in
      guard let (handle, content) = MemoryHandle.of(file) else { return SQLITE_OK }
      content.unlock(&handle.pointee, to: SQLITE_LOCK_NONE)
      content.unlockIndex(&handle.pointee, 0..<Int(SQLITE_SHM_NLOCK))
      handle.pointee.file.release()
      return SQLITE_OK
    }
    methods.xRead = { file, target, count, offset in
      guard let (_, content) = MemoryHandle.of(file), let target else { return SQLITE_IOERR }
      return content.read(into: target, count: Int(count), at: Int(offset))
    }
    methods.xWrite = { file, source, count, offset in
      guard let (_, content) = MemoryHandle.of(file), let source else { return SQLITE_IOERR }
      content.write(source, count: Int(count), at: Int(offset))
      return SQLITE_OK
    }
    methods.xTruncate = { file, size in
      MemoryHandle.of(file)?.file.truncate(to: Int(size))
      return SQLITE_OK
    }
    methods.xSync = { _, _ in SQLITE_OK }
    methods.xFileSize = { file, size in
      size?.pointee = sqlite3_int64(MemoryHandle.of(file)?.file.size ?? 0)
      return SQLITE_OK
    }
  }

  private static func addLocks(_ methods: inout sqlite3_io_methods) {
    methods.xLock = { file, level in
      guard let (handle, content) = MemoryHandle.of(file) else { return SQLITE_IOERR }
      return content.lock(&handle.pointee, to: level)
    }
    methods.xUnlock = { file, level in
      guard let (handle, content) = MemoryHandle.of(file) else { return SQLITE_IOERR }
      content.unlock(&handle.pointee, to: level)
      return SQLITE_OK
    }
    methods.xCheckReservedLock = { file, result in
      result?.pointee = MemoryHandle.of(file)?.file.isReserved == true ? 1 : 0
      return SQLITE_OK
    }
  }

  private static func addIndex(_ methods: inout sqlite3_io_methods) {
    methods.xShmMap = { file, index, size, isExtending, result in
      guard let (_, content) = MemoryHandle.of(file) else { return SQLITE_IOERR }
      result?.pointee = content.region(
        Int(index), size: Int(size), isExtending: isExtending != 0)
      return SQLITE_OK
    }
    methods.xShmLock = { file, offset, count, flags in
      guard let (handle, content) = MemoryHandle.of(file) else { return SQLITE_IOERR }
      let range = Int(offset)..<Int(offset + count)
      if flags & SQLITE_SHM_UNLOCK != 0 {
        content.unlockIndex(&handle.pointee, range)
        return SQLITE_OK
      }
      return content.lockIndex(
        &handle.pointee, range, isExclusive: flags & SQLITE_SHM_EXCLUSIVE != 0)
    }
    methods.xShmBarrier = { file in MemoryHandle.of(file)?.file.barrier() }
    methods.xShmUnmap = { file, _ in
      guard let (handle, content) = MemoryHandle.of(file) else { return SQLITE_OK }
      content.unlockIndex(&handle.pointee, 0..<Int(SQLITE_SHM_NLOCK))
      return SQLITE_OK
    }
  }
}
#endif
