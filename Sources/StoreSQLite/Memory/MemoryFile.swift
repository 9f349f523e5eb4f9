// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if SQLite
import CSQLite
import Foundation

/// A file that exists in memory only, with the locks that SQLite needs to share it between
/// connections: those of the rollback journal and those of the log's index.
// Sendable: all state is used under the lock.
final class MemoryFile: @unchecked Sendable {
  private let lock = NSLock()
  private var content = UnsafeMutableRawPointer.allocate(byteCount: 4096, alignment: 16)
  private var capacity = 4096
  private var count = 0

  private var sharedCount = 0
  private var reservedBy: MemoryHandle.ID?
  private var pendingBy: MemoryHandle.ID?

  private var regions: [UnsafeMutableRawPointer] = []
  /// By lock: how many share it, or -1 when one has it alone.
  private var indexLocks = [Int](repeating: 0, count: Int(SQLITE_SHM_NLOCK))

  deinit {
    content.deallocate()
    for region in regions { region.deallocate() }
  }

  // MARK: - Content

  var size: Int { lock.withLock { count } }

  /// Fills what lies behind the end with zeros.
  func read(into target: UnsafeMutableRawPointer, count wanted: Int, at offset: Int) -> Int32 {
    lock.withLock {
      let available = max(0, min(wanted, count - offset))
      if available > 0 { target.copyMemory(from: content + offset, byteCount: available) }
      guard available < wanted else { return SQLITE_OK }
      (target + available).initializeMemory(
        as: UInt8.self, repeating: 0, count: wanted - available)
      return SQLITE_IOERR | (2 << 8)
    }
  }

  func write(_ source: UnsafeRawPointer, count written: Int, at offset: Int) {
    lock.withLock {
      reserve(offset + written)
      (content + offset).copyMemory(from: source, byteCount: written)
      count = max(count, offset + written)
    }
  }

  func truncate(to size: Int) {
    lock.withLock {
      reserve(size)
      count = size
    }
  }

  private func reserve(_ needed: Int) {
    if needed > capacity {
      let grown = max(needed, capacity * 2)
      let fresh = UnsafeMutableRawPointer.allocate(byteCount: grown, alignment: 16)
      fresh.copyMemory(from: content, byteCount: count)
      content.deallocate()
      content = fresh
      capacity = grown
    }
    if needed > count {
      (content + count).initializeMemory(as: UInt8.self, repeating: 0, count: needed - count)
    }
  }

  // MARK: - Locks of the file

  func lock(_ handle: inout MemoryHandle, to level: Int32) -> Int32 {
    lock.withLock {
      guard handle.level < level else { return SQLITE_OK }
      switch level {
      case SQLITE_LOCK_SHARED:
        guard pendingBy == nil else { return SQLITE_BUSY }
        sharedCount += 1
      case SQLITE_LOCK_RESERVED:
        guard reservedBy == nil else { return SQLITE_BUSY }
        reservedBy = handle.id
      default:
        guard pendingBy == nil || pendingBy == handle.id,
          reservedBy == nil || reservedBy == handle.id
        else { return SQLITE_BUSY }
        pendingBy = handle.id
        guard sharedCount == 1 else {
          handle.level = SQLITE_LOCK_PENDING
          return SQLITE_BUSY
        }
      }
      handle.level = level
      return SQLITE_OK
    }
  }

  func unlock(_ handle: inout MemoryHandle, to level: Int32) {
    lock.withLock {
      guard handle.level > level else { return }
      if reservedBy == handle.id { reservedBy = nil }
      if pendingBy == handle.id { pendingBy = nil }
      if level == SQLITE_LOCK_NONE { sharedCount -= 1 }
      handle.level = level
    }
  }

  var isReserved: Bool { lock.withLock { reservedBy != nil } }

  // MARK: - The log's index

  func region(_ index: Int, size: Int, isExtending: Bool) -> UnsafeMutableRawPointer? {
    lock.withLock {
      while isExtending, regions.count <= index {
        let region = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: 4096)
        region.initializeMemory(as: UInt8.self, repeating: 0, count: size)
        regions.append(region)
      }
      return index < regions.count ? regions[index] : nil
    }
  }

  func lockIndex(_ handle: inout MemoryHandle, _ range: Range<Int>, isExclusive: Bool) -> Int32 {
    lock.withLock {
      let mask = MemoryHandle.mask(range)
      if isExclusive {
        let own = handle.sharedLocks & mask
        guard own == 0, range.allSatisfy({ indexLocks[$0] == 0 || handle.has($0) }) else {
          return SQLITE_BUSY
        }
        for index in range { indexLocks[index] = -1 }
        handle.exclusiveLocks |= mask
      } else {
        guard handle.sharedLocks & mask == 0 else { return SQLITE_OK }
        guard range.allSatisfy({ indexLocks[$0] >= 0 }) else { return SQLITE_BUSY }
        for index in range { indexLocks[index] += 1 }
        handle.sharedLocks |= mask
      }
      return SQLITE_OK
    }
  }

  func unlockIndex(_ handle: inout MemoryHandle, _ range: Range<Int>) {
    lock.withLock {
      for index in range {
        let bit = MemoryHandle.mask(index..<(index + 1))
        if handle.exclusiveLocks & bit != 0 { indexLocks[index] = 0 }
        if handle.sharedLocks & bit != 0 { indexLocks[index] -= 1 }
        handle.exclusiveLocks &= ~bit
        handle.sharedLocks &= ~bit
      }
    }
  }

  /// Makes what other threads wrote visible.
  func barrier() { lock.withLock {} }
}
#endif
