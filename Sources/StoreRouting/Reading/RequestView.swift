// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import StoreInterface

/// The view that all reads of one request have: one state of each store, from the first read of it
/// until the request ends.
///
/// So values that a request brings in several reads, as rows, members and related rows, are of one
/// moment. Snapshots of stores in which they would keep others from writing are not kept: of these
/// each read sees what is there.
// Used by one thread at a time, like the requests of a context.
package final class RequestView {
  private let view: ReadView
  private let generation: Generation?
  /// The ordinals of the stores whose snapshots end with each read.
  private let passing: Set<Int>
  /// The snapshots of stores that are not pinned, which a pinned request keeps between two reads.
  private var open: [OpenSnapshot] = []
  /// True if a read is going on. What it calls, such as a client store, reads otherwise.
  package private(set) var isBusy = false

  /// - Parameter generation: the state that pinned stores are read in; nil for the newest.
  package init(_ router: StoreRouter, _ generation: Generation?) {
    self.generation = generation
    passing = router.directory.passing
    view = generation?.view ?? router.makeReadView()
  }

  deinit { end() }

  /// Lends the view. The body must not read through it again.
  package func read<T, E: Error>(_ body: (ReadView) throws(E) -> T) throws(E) -> T {
    isBusy = true
    defer { isBusy = false }
    guard let generation else {
      defer { if !passing.isEmpty { view.end(where: passing.contains) } }
      return try body(view)
    }
    return try generation.read(keeping: &open, except: passing, body)
  }

  /// Begins the snapshots of the stores together, so that no save of their router lies between them
  /// (R-PSC-960). What cannot be begun is reported by whoever reads it.
  package func begin() {
    guard !isBusy else { return }
    // The store that fails here fails its reader again.
    try? read { view throws(RoutingError) in try view.pin(except: passing) }
  }

  /// Gives the snapshots back, but those of the pinned state. Idempotent.
  package func end() {
    if generation == nil { view.end() }
    open.forEach { $0.end() }
    open = []
  }
}

/// A snapshot that has been taken out of its view, to outlast a use of that.
struct OpenSnapshot {
  /// The store's position in the view.
  let index: Int
  let store: MountedStore
  let snapshot: any StoreSnapshot

  func end() {
    snapshot.end()
    store.activity.end()
  }
}
