// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if SQLite
import CSQLite
import StoreInterface

/// One connection to the database, and its prepared statements.
///
/// It is opened without SQLite's own mutex.
// Sendable: whoever holds a connection has taken it from the pool or holds the writer's lock, and
// is the only one to use it until it is given back.
final class Connection: @unchecked Sendable {
  /// How many statements are kept prepared.
  static let cacheLimit = 200

  let handle: OpaquePointer
  let store: String
  /// Where large values lie; nil when everything is in the database.
  var externalFiles: ExternalFiles?
  /// Where ``RowFunction`` finds the packing of the statement that is being stepped.
  let packingPlace: RowFunction.Place
  /// The feed that the virtual tables give to statements that begin, see ``FeedTable``.
  let keyFeed: UnsafeMutablePointer<FeedTable.Place>
  let rowFeed: UnsafeMutablePointer<FeedTable.Place>
  /// The place where ``ConflictFunction`` notes conflicts.
  let conflicts: ConflictFunction.Place
  /// True if its file's log is to stay, see ``DatabaseFile/keepsLog``.
  var keepsLog = false
  private var cache: [String: Statement] = [:]
  private var fixed: [Statement?] = []
  private var verbs: [Statement?] = Array(repeating: nil, count: Verb.allCases.count)
  private(set) var useCount = 0
  private(set) var isClosed = false
  /// The failures that the writer's commits survive, once chosen; see
  /// `Connection+Durability.swift`.
  var durability: Durability?
  /// True if the database is known to have the table of notes.
  var hasNotes = false
  /// The version of the database when it was last asked whether others have committed, or this
  /// connection has committed since.
  var seenVersion: UInt32?
  /// The version of the database when its identity was last checked, or this connection has
  /// committed since; see ``DatabaseIdentity``.
  var checkedVersion: UInt32?
  /// How often the schema had changed when the identity was last checked.
  var checkedSchema: Int32 = -1
  /// The log's size after room was made in it for a commit.
  var reservedLogSize: Int64 = -1
  /// Whom it tells what it runs, if they watch.
  private let monitor: StoreMonitor?
  private(set) var trace: StatementTrace?

  /// - Parameters:
  ///   - path: a path, or with the memory file system a name.
  ///   - flags: of `sqlite3_open_v2`.
  ///   - fileSystem: of another kind than ``LogFileSystem``.
  ///   - store: names the store in errors.
  init(
    path: String, flags: Int32, fileSystem: String?, store: String, monitor: StoreMonitor? = nil
  ) throws(StoreError) {
    var opened: OpaquePointer?
    let code = sqlite3_open_v2(
      path, &opened, flags | SQLITE_OPEN_NOMUTEX, fileSystem ?? LogFileSystem.name())
    guard code == SQLITE_OK, let opened else {
      let extended = opened.map { sqlite3_extended_errcode($0) } ?? code
      sqlite3_close_v2(opened)
      throw ResultCode.error(extended, store: store, doing: "cannot open the database")
    }
    handle = opened
    self.store = store
    self.monitor = monitor
    packingPlace = .allocate(capacity: 1)
    packingPlace.initialize(to: nil)
    keyFeed = .allocate(capacity: 1)
    keyFeed.initialize(to: FeedTable.Place(declaration: FeedTable.keyDeclaration))
    rowFeed = .allocate(capacity: 1)
    rowFeed.initialize(to: FeedTable.Place(declaration: FeedTable.rowDeclaration))
    conflicts = .allocate(capacity: 1)
    conflicts.initialize(to: [])
    sqlite3_extended_result_codes(opened, 1)
    SQLFunctions.register(on: opened)
    RowFunction.register(on: opened, packingPlace)
    ConflictFunction.register(on: opened, conflicts)
    FeedTable.register(FeedTable.keys, on: opened, keyFeed)
    FeedTable.register(FeedTable.rows, on: opened, rowFeed)
    ListTable.register(on: opened)
  }

  deinit {
    close()
    packingPlace.deallocate()
    keyFeed.deinitialize(count: 1)
    keyFeed.deallocate()
    rowFeed.deinitialize(count: 1)
    rowFeed.deallocate()
    conflicts.deinitialize(count: 1)
    conflicts.deallocate()
  }

  /// Has the last connection to close leave the log, emptied, and the shared memory beside the file,
  /// as SQLite does on Apple's systems (R-PSC-073).
  func keepLog() {
    var keeps: Int32 = 1
    sqlite3_file_control(handle, "main", SQLITE_FCNTL_PERSIST_WAL, &keeps)
  }

  func close() {
    guard !isClosed else { return }
    isClosed = true
    for statement in cache.values { statement.finalize() }
    for case let statement? in fixed { statement.finalize() }
    for case let statement? in verbs { statement.finalize() }
    cache.removeAll()
    fixed.removeAll()
    verbs = []
    trace?.end()
    trace = nil
    sqlite3_close_v2(handle)
  }

  /// Tells what it runs from now on if somebody has begun to watch, and no more if nobody does.
  @inline(__always)
  func followWatchers() {
    guard let monitor, monitor.detail.rawValue != trace?.detail.rawValue ?? 0 else { return }
    retrace(monitor)
  }

  private func retrace(_ monitor: StoreMonitor) {
    trace?.end()
    let detail = monitor.detail
    trace = detail.isEmpty ? nil : StatementTrace(of: handle, to: monitor, detail: detail)
  }

  // MARK: - Statements

  /// Returns a cached statement, borrowed until its ``Statement/finish()``. When the cached one is
  /// in use (a query inside the callback of the same query) it is another.
  func statement(_ sql: String) throws(StoreError) -> Statement {
    useCount += 1
    if let cached = cache[sql], !cached.isBorrowed {
      cached.isBorrowed = true
      cached.lastUse = useCount
      return cached
    }
    let isCached = cache[sql] == nil
    let statement = try prepare(sql, isCached: isCached)
    if isCached {
      if cache.count >= Connection.cacheLimit { shrinkCache() }
      cache[sql] = statement
    }
    statement.isBorrowed = true
    statement.lastUse = useCount
    return statement
  }

  /// The purpose of one of the hottest prepared statements; they are found by this and an entity.
  enum Purpose: Int, CaseIterable {
    case lookUp
    case endlessLookUp
    case insert
    case insertMany
  }

  private func place(_ purpose: Purpose, _ entity: Int) -> Int {
    entity * Purpose.allCases.count + purpose.rawValue
  }

  func hasStatement(for purpose: Purpose, _ entity: Int) -> Bool {
    let place = place(purpose, entity)
    return place < fixed.count && fixed[place] != nil
  }

  /// A statement found without its text.
  func statement(
    for purpose: Purpose, _ entity: Int, _ sql: () -> String
  ) throws(StoreError) -> Statement {
    let place = place(purpose, entity)
    if place < fixed.count, let cached = fixed[place], !cached.isBorrowed {
      cached.isBorrowed = true
      return cached
    }
    while fixed.count <= place { fixed.append(nil) }
    let isCached = fixed[place] == nil
    let statement = try prepare(sql(), isCached: isCached)
    if isCached { fixed[place] = statement }
    statement.isBorrowed = true
    return statement
  }

  private func prepare(_ sql: String, isCached: Bool) throws(StoreError) -> Statement {
    try checkOpen()
    var pointer: OpaquePointer?
    let flags = isCached ? UInt32(SQLITE_PREPARE_PERSISTENT) : 0
    guard sqlite3_prepare_v3(handle, sql, -1, flags, &pointer, nil) == SQLITE_OK, let pointer else {
      throw error("cannot prepare \(sql)")
    }
    return Statement(pointer: pointer, sql: sql, connection: self, isCached: isCached)
  }

  /// A closed connection has no handle any more.
  private func checkOpen() throws(StoreError) {
    guard isClosed else { return }
    throw StoreError(.closed, store: store, message: "the connection was closed")
  }

  private func shrinkCache() {
    let idle = cache.values.filter { !$0.isBorrowed }.sorted { $0.lastUse < $1.lastUse }
    for statement in idle.prefix(Connection.cacheLimit / 2) {
      cache[statement.sql] = nil
      statement.finalize()
    }
  }

  /// Ends a transaction that has only read. False when it cannot be ended as it should: SQLite takes
  /// a transaction back by itself after errors of input or output. Then the connection is of no more
  /// use, whatever it remembers of the file.
  func endReading() -> Bool {
    guard !isClosed, isInTransaction else { return false }
    // The caller gives the connection up, whatever the error.
    return (try? run(.commit)) != nil
  }

  /// Runs one or more statements without parameters, ignoring what they yield.
  func execute(_ sql: String) throws(StoreError) {
    try checkOpen()
    guard sqlite3_exec(handle, sql, nil, nil, nil) == SQLITE_OK else {
      throw error("cannot run \(sql)")
    }
  }

  /// Runs a cached statement without parameters and results.
  func run(_ sql: String) throws(StoreError) {
    let statement = try statement(sql)
    defer { statement.finish() }
    try statement.run()
  }

  /// The statement with which a transaction begins or ends.
  enum Verb: String, CaseIterable {
    case begin = "BEGIN"
    case beginImmediate = "BEGIN IMMEDIATE"
    case commit = "COMMIT"
    case rollback = "ROLLBACK"
    /// The first read of a transaction fixes what it sees.
    case pin = "SELECT Z_VERSION FROM Z_METADATA LIMIT 1"

    fileprivate var index: Int {
      switch self {
      case .begin: 0
      case .beginImmediate: 1
      case .commit: 2
      case .rollback: 3
      case .pin: 4
      }
    }
  }

  /// Runs a statement that is kept without a look-up by its text.
  func run(_ verb: Verb) throws(StoreError) {
    try checkOpen()
    guard verb == .commit else { return try statement(of: verb).run() }
    let version = checkedVersion != nil ? dataVersion : nil
    defer { if let version { noteOwnCommit(after: version) } }
    let statement = try statement(of: verb)
    try gatheringLog { () throws(StoreError) in try statement.run() }
  }

  private func statement(of verb: Verb) throws(StoreError) -> Statement {
    if let statement = verbs[verb.index] { return statement }
    let statement = try prepare(verb.rawValue, isCached: true)
    verbs[verb.index] = statement
    return statement
  }

  /// How often the statement that pins was prepared anew, because the schema had changed.
  var schemaChanges: Int32 {
    guard let pin = verbs[Verb.pin.index] else { return 0 }
    return sqlite3_stmt_status(pin.pointer, SQLITE_STMTSTATUS_REPREPARE, 0)
  }

  /// Returns the first column of the first row as an integer; nil without a row.
  func integer(_ sql: String) throws(StoreError) -> Int64? {
    let statement = try statement(sql)
    defer { statement.finish() }
    return try statement.step() ? statement.integer(0) : nil
  }

  /// Returns SQLite's plan of a statement.
  func steps(of sql: String) -> [String] {
    trace?.pause(true)
    defer { trace?.pause(false) }
    return StatementTrace.steps(of: sql, handle)
  }

  // MARK: - State

  var changes: Int { Int(sqlite3_changes64(handle)) }

  var isInTransaction: Bool { !isClosed && sqlite3_get_autocommit(handle) == 0 }

  /// Returns SQLite's last error.
  func error(_ doing: String) -> StoreError {
    let code = sqlite3_extended_errcode(handle)
    let text = sqlite3_errmsg(handle).map { String(cString: $0) } ?? "unknown error"
    return StoreError(
      ResultCode.kind(code, text), store: store, message: "\(doing): \(text)", engineCode: code)
  }
}
#endif
