// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

package import StoreInterface

extension StoreRouter {
  /// Returns a view of the stores as they are now; end it when the read is done.
  package func makeReadView() -> ReadView {
    let directory = directory
    for store in directory.stores where store.standing.isRecovering { retryRecovery(of: store) }
    return ReadView(
      directory, schema: schema, barrier: barrier, counters: counters, tracer: tracer)
  }

  /// Lends a view that may have been used before: for point look-ups, of which there are many.
  ///
  /// It shows all that was committed in this process before the call; what another process has
  /// committed within the last 20 ms it may miss. For a fetch make a view of its own. Nested and
  /// parallel calls get different views. Do not let it escape.
  package func withReadView<T, E: Error>(
    _ body: (ReadView) throws(E) -> T
  ) throws(E) -> T {
    let view = idleViews.take(orMake: makeReadView)
    do throws(E) {
      let result = try body(view)
      idleViews.putBack(view)
      return result
    } catch {
      view.end()
      throw error
    }
  }

  /// Returns the row of a key, through a kept view: see ``withReadView(_:)`` and
  /// ``ReadView/row(for:)``.
  package func row(for key: ObjectKey) throws(RoutingError) -> Row? {
    try withReadView { view throws(RoutingError) in try view.row(for: key) }
  }

  /// Returns the rows of keys, through a kept view: see ``ReadView/rows(for:)``.
  package func rows(for keys: [ObjectKey]) throws(RoutingError) -> [Row?] {
    try withReadView { view throws(RoutingError) in try view.rows(for: keys) }
  }

  /// Members of a to-many, through a kept view: see ``ReadView/related(_:of:withRows:)``.
  package func related(
    _ relationship: RelationshipReference, of owners: [ObjectKey], withRows: Bool
  ) throws(RoutingError) -> RelatedBatch {
    try withReadView { view throws(RoutingError) in
      try view.related(relationship, of: owners, withRows: withRows)
    }
  }

  /// Closes the views that are kept for look-ups. Cheap; call it when a context goes idle.
  package func endIdleViews() { idleViews.endAll() }

  /// Runs a query in a view of its own, see ``ReadView/run(_:in:into:)``.
  package func run(
    _ query: Query, in scope: FetchScope = .everywhere, into sink: (RowBatch) -> Bool
  ) throws(RoutingError) {
    let view = makeReadView()
    defer { view.end() }
    try view.run(query, in: scope, into: sink)
  }

  /// Counts in a view of its own, see ``ReadView/count(_:in:)``.
  package func count(
    _ query: Query, in scope: FetchScope = .everywhere
  ) throws(RoutingError) -> Int {
    let view = makeReadView()
    defer { view.end() }
    return try view.count(query, in: scope)
  }
}
