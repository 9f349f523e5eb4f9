// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import StoreInterface

// What a view's reads cost, for the stores' figures and for those who watch.

extension ReadView {
  /// Notes a question to a store that has been answered, or has failed.
  ///
  /// - Parameter count: the answer of a question for a number.
  func noteFetch(
    _ query: Query, in store: Int, since start: Int64, rowCount: Int? = nil, count: Int? = nil,
    _ error: StoreError? = nil
  ) {
    let duration = StoreMonitor.time - start
    stores[store].monitor.fetches.add(duration)
    guard tracer.isActive else { return }
    var event = TraceEvent(count == nil ? .fetch : .count)
    event.entity = query.entity
    event.rowCount = count ?? rowCount
    event.nanoseconds = duration
    event.error = error
    if error == nil { explain(query, in: store, &event) }
    tell(event, of: store)
  }

  func noteTable(_ query: TableQuery, in store: Int, since start: Int64, rowCount: Int) {
    let duration = StoreMonitor.time - start
    stores[store].monitor.fetches.add(duration)
    guard tracer.isActive else { return }
    var event = TraceEvent(.fetch)
    event.entity = query.rows.entity
    event.rowCount = rowCount
    event.nanoseconds = duration
    // A snapshot that has just answered is there.
    event.text = (try? snapshot(at: store))?.explanation(of: query) ?? ""
    tell(event, of: store)
  }

  private func explain(_ query: Query, in store: Int, _ event: inout TraceEvent) {
    // The question has been answered; what cannot be said of it is left out.
    guard let plan = try? snapshot(at: store).plan(of: query) else { return }
    event.text = plan.text
    event.steps = plan.steps + (plan.residual.map { ["TEST \($0)"] } ?? [])
  }

  func tell(_ event: TraceEvent, of store: Int) {
    stores[store].monitor.note(event)
    tracer.tell()
  }

  // MARK: - Rows by key

  /// Returns the row of a key, and tells of it.
  func tracedRow(for key: ObjectKey, at store: Int) throws(RoutingError) -> Row? {
    let snapshot = try snapshot(at: store)
    return try traced(.fault, of: key, in: store) { () throws(StoreError) in
      try snapshot.row(for: key.inStore(0))
    } rowCount: { row in
      row == nil ? 0 : 1
    }
  }

  /// Runs a read of a store, and tells of it if somebody watches.
  @inline(__always)
  func traced<T>(
    _ kind: TraceEvent.Kind, of key: ObjectKey?, in store: Int,
    _ body: () throws(StoreError) -> T, text: () -> String = { "" }, rowCount: (T) -> Int
  ) throws(RoutingError) -> T {
    let isTraced = tracer.isActive
    let start = isTraced ? StoreMonitor.time : 0
    do {
      let result = try body()
      if isTraced {
        var event = TraceEvent(kind, text: text())
        event.rowCount = rowCount(result)
        tell(event, about: key, in: store, since: start)
      }
      return result
    } catch {
      if isTraced {
        var event = TraceEvent(kind, text: text())
        event.error = error
        tell(event, about: key, in: store, since: start)
      }
      throw stores[store].failure(error)
    }
  }

  private func tell(
    _ event: TraceEvent, about key: ObjectKey?, in store: Int, since start: Int64
  ) {
    var event = event
    event.entity = key?.entity
    event.key = key?.inStore(stores[store].ordinal)
    event.nanoseconds = StoreMonitor.time - start
    tell(event, of: store)
  }
}
