// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if SQLite
import CSQLite
import Foundation
import StoreInterface

/// Tells which statements a connection runs, while somebody watches. Without one SQLite calls nobody.
///
/// A statement that is never stepped to its end is told when it is reset.
// Used by whoever has the connection; SQLite calls it during the connection's calls only.
final class StatementTrace {
  private struct Running {
    var start: Int64
    var rows = 0
  }

  let detail: TraceDetail
  private let handle: OpaquePointer
  private let monitor: StoreMonitor
  private var running: [OpaquePointer: Running] = [:]
  /// The steps of queries that have been explained, by their texts.
  private var steps: [String: [String]] = [:]
  private var isPaused = false

  /// Begins. The connection keeps what is returned, and ends it.
  init(of handle: OpaquePointer, to monitor: StoreMonitor, detail: TraceDetail) {
    self.handle = handle
    self.monitor = monitor
    self.detail = detail
    let mask = UInt32(SQLITE_TRACE_STMT | SQLITE_TRACE_ROW | SQLITE_TRACE_PROFILE)
    let receive:
      @convention(c) (
        UInt32, UnsafeMutableRawPointer?, UnsafeMutableRawPointer?, UnsafeMutableRawPointer?
      ) -> Int32 = { kind, trace, statement, text in
        guard let trace, let statement else { return 0 }
        Unmanaged<StatementTrace>.fromOpaque(trace).takeUnretainedValue()
          .receive(Int32(kind), of: OpaquePointer(statement), text: text)
        return 0
      }
    sqlite3_trace_v2(handle, mask, receive, Unmanaged.passUnretained(self).toOpaque())
  }

  func end() { sqlite3_trace_v2(handle, 0, nil, nil) }

  private func receive(
    _ kind: Int32, of statement: OpaquePointer, text: UnsafeMutableRawPointer?
  ) {
    guard !isPaused else { return }
    switch kind {
    case SQLITE_TRACE_STMT:
      // A trigger's statements come as comments.
      if let text, memcmp(text, "--", 2) == 0 { return }
      if isOfReader(statement) { return }
      running[statement] = Running(start: StoreMonitor.time)
    case SQLITE_TRACE_ROW: running[statement]?.rows += 1
    default:
      if let run = running.removeValue(forKey: statement) { tell(statement, run) }
    }
  }

  /// The frame of a reading transaction is nobody's question.
  private func isOfReader(_ statement: OpaquePointer) -> Bool {
    guard let text = sqlite3_sql(statement) else { return true }
    for verb in [Connection.Verb.begin, .pin] where strcmp(text, verb.rawValue) == 0 {
      return true
    }
    let ends = [Connection.Verb.commit, .rollback].contains { strcmp(text, $0.rawValue) == 0 }
    return ends && sqlite3_txn_state(handle, nil) != SQLITE_TXN_WRITE
  }

  private func tell(_ statement: OpaquePointer, _ run: Running) {
    guard let text = sqlite3_sql(statement) else { return }
    var event = TraceEvent(.statement, text: String(cString: text))
    event.nanoseconds = StoreMonitor.time - run.start
    event.rowCount =
      sqlite3_stmt_readonly(statement) != 0 ? run.rows : Int(sqlite3_changes64(handle))
    if detail.contains(.values) { event.values = StatementValues(statement).values }
    if detail.contains(.plans) { event.steps = steps[event.text] ?? [] }
    monitor.note(event)
  }

  // MARK: - Plans

  /// Keeps the trace's own questions to itself.
  func pause(_ isPaused: Bool) { self.isPaused = isPaused }

  /// Asks SQLite how it is going to run a query.
  func explain(_ sql: String) {
    guard detail.contains(.plans), steps[sql] == nil else { return }
    pause(true)
    defer { pause(false) }
    if steps.count > 500 { steps = [:] }
    steps[sql] = StatementTrace.steps(of: sql, handle)
  }

  /// Returns SQLite's plan of a statement, a step a line, indented by their order.
  static func steps(of sql: String, _ handle: OpaquePointer) -> [String] {
    var pointer: OpaquePointer?
    guard sqlite3_prepare_v2(handle, "EXPLAIN QUERY PLAN \(sql)", -1, &pointer, nil) == SQLITE_OK
    else { return [] }
    defer { sqlite3_finalize(pointer) }
    var depths: [Int64: Int] = [:]
    var steps: [String] = []
    while sqlite3_step(pointer) == SQLITE_ROW {
      let depth = depths[sqlite3_column_int64(pointer, 1)].map { $0 + 1 } ?? 0
      depths[sqlite3_column_int64(pointer, 0)] = depth
      let text = sqlite3_column_text(pointer, 3).map { String(cString: $0) } ?? ""
      steps.append(String(repeating: "  ", count: depth) + text)
    }
    return steps
  }
}
#endif
