// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if SQLite
import CSQLite

/// An open write-ahead log, as SQLite holds it: its memory is SQLite's, and begins with the methods. Behind
/// it lies the platform's file, which does the work.
///
/// While a commit runs, what it appends is gathered and written at once: SQLite writes each page by two
/// calls, and a call costs more than the bytes. Nothing else is ever kept back. What is gathered is written
/// with the frame that makes the transaction count, within SQLite's call for it, whose result is then that
/// of the write; before the log is read, synchronised, measured or cut; and when it is too much.
///
/// What a failed commit has left is forgotten, not written: another connection may have taken its place.
struct LogFile {
  typealias Pointer = UnsafeMutablePointer<LogFile>

  private var base: sqlite3_file
  private var gathered: UnsafeMutableRawPointer?
  private var capacity = 0
  private var count = 0
  /// Where the gathered bytes begin in the file, and where the last write ended.
  private var start: Int64 = 0
  private var end: Int64 = -1
  private var isGathering = false
  /// True if the page that is written next, or was last, is the last one of a transaction.
  private var endsTransaction = false

  init(methods: UnsafePointer<sqlite3_io_methods>) { base = sqlite3_file(pMethods: methods) }

  /// The distance from the beginning to the platform's file, for any alignment.
  static var size: Int { (MemoryLayout<LogFile>.stride + 15) & ~15 }
  /// The most that is kept back: a call more does not count then, and SQLite's file on Unix takes less
  /// than 128 KiB at once.
  private static let limit = 120 * 1024
  private static let frameHeaderSize = 24

  /// Returns the log of a file that SQLite hands to a method.
  @inline(__always)
  static func of(_ file: UnsafeMutablePointer<sqlite3_file>) -> Pointer {
    UnsafeMutableRawPointer(file).assumingMemoryBound(to: LogFile.self)
  }

  /// Returns the platform's file of a log.
  @inline(__always)
  static func platformFile(_ log: Pointer) -> UnsafeMutablePointer<sqlite3_file> {
    (UnsafeMutableRawPointer(log) + size).assumingMemoryBound(to: sqlite3_file.self)
  }
}

// MARK: - Commits

extension LogFile {
  /// A commit begins: what it appends is gathered.
  mutating func begin() {
    count = 0
    isGathering = true
  }

  /// The commit is over. What is left is of one that has failed.
  mutating func finish() {
    isGathering = false
    count = 0
    if capacity > LogFile.limit / 4 { release() }
  }

  mutating func release() {
    gathered?.deallocate()
    gathered = nil
    capacity = 0
  }

  // MARK: - Writing

  /// - Returns: SQLite's code.
  static func write(
    _ log: Pointer, _ bytes: UnsafeRawPointer, count: Int, at offset: Int64
  ) -> Int32 {
    if count == frameHeaderSize { log.pointee.noteFrame(bytes) }
    let follows = offset == log.pointee.end
    log.pointee.end = offset + Int64(count)
    guard log.pointee.isGathering, follows, count <= limit else {
      let code = flush(log)
      return code == SQLITE_OK ? put(log, bytes, count: count, at: offset) : code
    }
    if log.pointee.count + count > limit, case let code = flush(log), code != SQLITE_OK {
      return code
    }
    log.pointee.gather(bytes, count: count, at: offset)
    let isLast = log.pointee.endsTransaction && count != frameHeaderSize
    return isLast ? flush(log) : SQLITE_OK
  }

  /// A frame's header tells by the size of the database, which is else zero, that its page is the last
  /// of a transaction.
  private mutating func noteFrame(_ header: UnsafeRawPointer) {
    endsTransaction = header.loadUnaligned(fromByteOffset: 4, as: UInt32.self) != 0
  }

  private mutating func gather(_ bytes: UnsafeRawPointer, count added: Int, at offset: Int64) {
    if count == 0 { start = offset }
    reserve(count + added)
    gathered?.advanced(by: count).copyMemory(from: bytes, byteCount: added)
    count += added
  }

  private mutating func reserve(_ needed: Int) {
    guard needed > capacity else { return }
    let grown = max(needed, min(max(2 * capacity, 32 * 1024), LogFile.limit))
    let fresh = UnsafeMutableRawPointer.allocate(byteCount: grown, alignment: 16)
    if let gathered, count > 0 { fresh.copyMemory(from: gathered, byteCount: count) }
    gathered?.deallocate()
    (gathered, capacity) = (fresh, grown)
  }

  /// Writes what is gathered. After an error it is forgotten: SQLite takes the transaction back.
  static func flush(_ log: Pointer) -> Int32 {
    guard log.pointee.count > 0, let bytes = log.pointee.gathered else { return SQLITE_OK }
    let count = log.pointee.count
    log.pointee.count = 0
    return put(log, bytes, count: count, at: log.pointee.start)
  }

  private static func put(
    _ log: Pointer, _ bytes: UnsafeRawPointer, count: Int, at offset: Int64
  ) -> Int32 {
    let file = platformFile(log)
    return file.pointee.pMethods.pointee.xWrite(file, bytes, Int32(count), offset)
  }
}
#endif
