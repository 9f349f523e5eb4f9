// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if SQLite
import CSQLite
import Foundation
import StoreInterface
import Synchronization

/// The file behind a store, from before it exists until it is closed.
final class DatabaseFile: Sendable {
  /// How the file can be reached.
  enum Access: Sendable {
    case readWrite
    case readOnly
    /// On a medium that we may not write at all, where nobody else can either.
    case immutable
  }

  /// The path given to SQLite.
  let path: String
  /// Names the store in errors.
  let name: String
  let isInMemory: Bool
  /// Where large values lie; nil in memory.
  let externalFiles: ExternalFiles?
  /// The figures of the store that has the file open.
  let monitor: StoreMonitor?
  private let registration = Mutex<OpenFileRegistry.FileID?>(nil)
  /// Stands for the file that was registered; 0 for none.
  private let mark = Atomic<UInt64>(0)
  private let access = Mutex(Access.readWrite)
  /// The bytes of the log that was there when this was made; nil for none.
  let logSizeBefore: Int?
  /// True if the log is to stay beside the file, empty, when its last connection is closed: where there
  /// is one, and SQLite limits its size.
  let keepsLog: Bool
  private let mode: mode_t
  /// True if no other process is to have the file open meanwhile.
  let isExclusive: Bool

  /// - Parameters:
  ///   - mode: who may read and write files that are made.
  ///   - keepsLog: whether a log stays; nil: if one was there before.
  init(
    url: URL?, monitor: StoreMonitor? = nil, mode: UInt32 = StoreConfiguration.ownersOnly,
    isExclusive: Bool = false, keepsLog: Bool? = nil
  ) {
    self.monitor = monitor
    self.mode = mode_t(mode)
    let nowhere = url.flatMap { DatabaseFile.memoryName($0.path) }
    isInMemory = url == nil || nowhere != nil
    self.isExclusive = isExclusive && !isInMemory
    if let url, !isInMemory {
      path = DatabaseFile.resolved(url)
      name = path
    } else if let nowhere, !nowhere.isEmpty {
      path = "/dev/null/\(nowhere)"
      name = path
    } else {
      path = "/\(UUID().uuidString)"
      name = "SQLite in memory"
    }
    externalFiles = isInMemory ? nil : ExternalFiles(database: path, mode: mode_t(mode))
    logSizeBefore = DatabaseFile.size(path + "-wal")
    self.keepsLog = !isInMemory && (keepsLog ?? (logSizeBefore != nil))
  }

  /// Returns the name of a database in memory, which all stores of the process at
  /// `/dev/null/<name>` share; empty for a private one, nil for a path that is a file's.
  static func memoryName(_ path: String) -> String? {
    guard path.hasPrefix("/dev") || path.hasPrefix("//") else { return nil }
    let parts = path.split(separator: "/")
    guard parts.starts(with: ["dev", "null"]) else { return nil }
    return parts.dropFirst(2).joined(separator: "/")
  }

  /// Returns the path without symbolic links. The system's own call is much cheaper where there is
  /// a file.
  private static func resolved(_ url: URL) -> String {
    guard let resolved = realpath(url.path, nil) else {
      return url.standardizedFileURL.resolvingSymlinksInPath().path
    }
    defer { free(resolved) }
    return String(cString: resolved)
  }

  /// Another connection. Readers of a writable store are opened writable too, since a log may have
  /// to be recovered.
  func connect(isReadOnly: Bool, creating: Bool = false) throws(StoreError) -> Connection {
    let access = access.withLock { isReadOnly && $0 == .readWrite ? .readOnly : $0 }
    var flags = SQLITE_OPEN_URI
    var target = path
    switch access {
    case .readWrite: flags |= SQLITE_OPEN_READWRITE | (creating ? SQLITE_OPEN_CREATE : 0)
    case .readOnly: flags |= SQLITE_OPEN_READONLY
    case .immutable:
      flags |= SQLITE_OPEN_READONLY
      target = URL(fileURLWithPath: path).absoluteString + "?immutable=1"
    }
    let connection = try Connection(
      path: target, flags: flags, fileSystem: fileSystem, store: name, monitor: monitor)
    connection.externalFiles = externalFiles
    connection.keepsLog = keepsLog
    connection.followWatchers()
    return connection
  }

  /// SQLite opens a file for reading only when it may not write it, but also when a descriptor or
  /// memory is short for a moment: then the next connection may do.
  func requireWritable(_ connection: Connection) throws(StoreError) {
    guard sqlite3_db_readonly(connection.handle, "main") != 0 else { return }
    if Foundation.access(path, W_OK) != 0, [EACCES, EPERM, EROFS].contains(errno) {
      throw StoreError(.readOnly, store: name, message: "the file may not be written")
    }
    throw StoreError(
      .inputOutput, store: name, message: "the file could be opened for reading only")
  }

  /// Marks the file as not to be written at all.
  func becomeImmutable() { access.withLock { $0 = .immutable } }

  /// Notes that SQLite has the file open.
  func register() {
    guard !isInMemory else { return MemoryFileSystem.retain(path) }
    register(OpenFileRegistry.add(path: path))
  }

  func register(_ file: OpenFileRegistry.FileID?) {
    registration.withLock { $0 = file }
    mark.store(file?.mark ?? 0, ordering: .relaxed)
  }

  /// The file that was registered; nil for none.
  var identity: OpenFileRegistry.FileID? { registration.withLock { $0 } }

  /// Throws when another file is in the place of the one that was registered, or when that was cut to
  /// nothing: new connections would see something else than those that are open. One that was removed
  /// can still be read, but what is written to it would be lost. One system call.
  func requireSame(forWriting isWriting: Bool) throws(StoreError) {
    let known = mark.load(ordering: .relaxed)
    guard known != 0 else { return }
    var status = stat()
    guard stat(path, &status) == 0 else {
      guard isWriting, errno == ENOENT else { return }
      throw DatabaseIdentity.error("was removed", name)
    }
    guard OpenFileRegistry.FileID(status).mark == known else {
      throw DatabaseIdentity.error("was replaced by another file", name)
    }
    guard status.st_size > 0 else { throw DatabaseIdentity.error("was emptied", name) }
  }

  /// After the last connection has been closed.
  func close() {
    let file = registration.withLock { registration in
      defer { registration = nil }
      return registration
    }
    OpenFileRegistry.remove(file)
    if isInMemory { MemoryFileSystem.release(path) }
  }

  /// A read-only connection leaves behind an empty log that it had to make. A writable one
  /// without settings removes it on closing, if nobody else is there.
  func removeOwnLog() {
    guard !isInMemory, logSizeBefore == nil, DatabaseFile.size(path + "-wal") == 0,
      let connection = try? connectForCleaning()  // an empty log does no harm
    else { return }
    // Only a connection that has read removes the log; without it the log stays.
    _ = try? connection.integer("SELECT COUNT(*) FROM sqlite_master")
    connection.close()
  }

  private func connectForCleaning() throws(StoreError) -> Connection {
    try Connection(path: path, flags: SQLITE_OPEN_READWRITE, fileSystem: fileSystem, store: name)
  }

  // MARK: - Sizes

  /// Bytes of the file and its log. Asking for a size opens nothing.
  var byteCount: Int {
    isInMemory
      ? 0 : (DatabaseFile.size(path) ?? 0) + (DatabaseFile.size(path + "-wal") ?? 0)
  }

  /// The file, its log and, if that is asked for, the files beside it.
  func sizes(isThorough: Bool) -> StoreSizes {
    guard !isInMemory else { return StoreSizes(main: 0) }
    var sizes = StoreSizes(main: DatabaseFile.size(path) ?? 0)
    sizes.log = DatabaseFile.size(path + "-wal") ?? 0
    if isThorough { sizes.blobs = externalFiles.map { DatabaseFile.total($0.folder) } }
    return sizes
  }

  /// The bytes of a folder's files; 0 without one.
  private static func total(_ folder: String) -> Int {
    let names = FileManager.default.enumerator(atPath: folder)
    var total = 0
    while let name = names?.nextObject() as? String {
      var status = stat()
      guard stat("\(folder)/\(name)", &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
        continue
      }
      total += Int(status.st_size)
    }
    return total
  }

  static func size(_ path: String) -> Int? {
    var status = stat()
    return stat(path, &status) == 0 ? Int(status.st_size) : nil
  }

  /// Makes the folders and the file; throws `.readOnly` where that is not allowed. False when another has
  /// made the file meanwhile, or when it was there without content.
  func make() throws(StoreError) -> Bool {
    guard !isInMemory else { return false }
    let folder = URL(fileURLWithPath: path).deletingLastPathComponent()
    do {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    } catch {
      let code = (error as? CocoaError)?.code
      let isForbidden = code == .fileWriteNoPermission || code == .fileWriteVolumeReadOnly
      throw StoreError(
        isForbidden ? .readOnly : .cannotOpen, store: name,
        message: "cannot make the folder \(folder.path): \(error)")
    }
    let descriptor = Foundation.open(path, O_CREAT | O_EXCL | O_RDWR | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else {
      guard [EACCES, EPERM, EROFS].contains(errno) else { return false }
      throw StoreError(
        .readOnly, store: name, message: "cannot make the file: \(String(cString: strerror(errno)))"
      )
    }
    if mode != 0o600 { fchmod(descriptor, mode) }
    Foundation.close(descriptor)
    return true
  }

  /// Removes the file and what SQLite keeps beside it.
  func removeAll() {
    for suffix in ["", "-wal", "-shm", "-journal"] { unlink(path + suffix) }
  }

  /// Removes a file that has been made here, and what SQLite keeps beside it, unless others have made
  /// it theirs: there is something in it, or it is open.
  func removeUnused() {
    // What cannot be looked at is left; the error of the opening is the one to report.
    _ = try? OpenFileRegistry.unlessOpen(path: path) {
      if !DatabaseContent.hasTables(path: path) { removeAll() }
    }
  }
}
#endif
