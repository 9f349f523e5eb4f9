// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import StoreInterface
import Synchronization

/// The stores of this process that are watched, whichever router has them: one queue and one
/// descriptor for all, there as long as one is watched. Without one a commit costs one atomic load.
enum StoreWatching {
  // Used on the queue.
  private struct State {
    var watches: [StoreWatch] = []
    var events: FileEvents?
  }

  static let queue = DispatchQueue(label: "CoreData.StoreWatching")
  private nonisolated(unsafe) static var state = State()
  private static let isOn = Atomic(false)

  // MARK: - What is watched

  /// Begins a watch: every commit from now on is noticed. Not on the queue.
  static func add(_ watch: StoreWatch) {
    queue.sync {
      isOn.store(true, ordering: .sequentiallyConsistent)
      state.watches.append(watch)
      watch.begin(isPolled: !hasEvents(for: watch))
    }
  }

  /// Ends a watch, and everything with the last one. Not on the queue.
  static func remove(_ watch: StoreWatch) {
    queue.sync {
      state.watches.removeAll { $0 === watch }
      let needed = Set(state.watches.lazy.flatMap(\.files))
      state.events?.remove(watch.files.filter { !needed.contains($0) })
      guard state.watches.allSatisfy(\.files.isEmpty) else { return }
      state.events?.end()
      state.events = nil
      if state.watches.isEmpty { isOn.store(false, ordering: .sequentiallyConsistent) }
    }
  }

  /// Returns true if all that writes to a store shows, be it that only this process can write to it.
  private static func hasEvents(for watch: StoreWatch) -> Bool {
    guard !watch.files.isEmpty else { return true }
    guard !watch.files.contains(where: RemoteFileSystem.holds) else { return false }
    if state.events == nil { state.events = FileEvents(on: queue) { takeEvents() } }
    return state.events?.add(watch.files) ?? false
  }

  // MARK: - What happens

  private static func takeEvents() {
    guard let news = state.events?.news() else { return }
    for watch in state.watches {
      if watch.files.contains(where: news.lost.contains), !watch.isPolled {
        watch.becomePolled()
      } else if news.isIncomplete || watch.files.contains(where: news.changed.contains) {
        watch.noteEvent()
      }
    }
  }

  /// This process has committed to stores.
  @inline(__always)
  static func noteCommit(_ stores: @autoclosure () -> [MountedStore]) {
    if isOn.load(ordering: .relaxed) { pass(on: stores()) }
  }

  @inline(never)
  private static func pass(on stores: [MountedStore]) {
    let names = stores.map { (ObjectIdentifier($0.backend), $0.backend.sharedName) }
    queue.async {
      for watch in state.watches {
        for (backend, name) in names { watch.noteCommit(backend, name) }
      }
    }
  }
}

extension StoreRouter {
  /// Has a handler called after commits to a store, by whomever, until the watch is ended: at the
  /// latest before the store is unmounted or its backend exchanged. See ``StoreWatch``.
  package func watch(
    _ ordinal: Int, handler: @escaping @Sendable () -> Void
  ) -> StoreWatch? {
    guard let store = store(ordinal) else { return nil }
    let watch = StoreWatch(store, handler: handler)
    StoreWatching.add(watch)
    return watch
  }
}
