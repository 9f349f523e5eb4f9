// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import StoreInterface
import StoreRouting

/// The wishes of an observer of a coordinator's stores beside the events. Our addition.
public struct StoreTraceDetail: OptionSet, Sendable, Hashable {
  /// The bits.
  public let rawValue: UInt
  /// Makes a set of bits.
  public init(rawValue: UInt) { self.rawValue = rawValue }

  /// The values of statements' parameters: what people have written is in them.
  public static let values = StoreTraceDetail(rawValue: 1 << 0)
  /// The engine's plan of each query: one more question to it for each text.
  public static let plans = StoreTraceDetail(rawValue: 1 << 1)
}

/// An observer's registration with a coordinator. It lasts until ``end()``, or as long as the
/// coordinator: letting it go changes nothing. Our addition.
public final class StoreTraceRegistration: Sendable {
  private let coordinator: Anchor<NSPersistentStoreCoordinator>
  private let id: Int

  init(_ coordinator: Anchor<NSPersistentStoreCoordinator>, _ id: Int) {
    self.coordinator = coordinator
    self.id = id
  }

  /// Ends the observation. Idempotent; any thread. A call on another thread may still be running when
  /// it returns.
  public func end() { coordinator.object?.router.endWatching(id) }
}

/// Seeing what happens. Our additions; see `docs/seeing-what-happens.md`.
extension NSPersistentStoreCoordinator {
  /// Calls a block with each thing that is done in the coordinator's stores from now on: statements,
  /// fetches, faults, saves, conflicts, waits, stores that come and go.
  ///
  /// The block is called on the thread that has done it, once that holds nothing any more: no lock, no
  /// write transaction. It may use the coordinator, but should not add or remove stores; what it does
  /// there itself is not told. While it runs, the thread that works waits for it.
  ///
  /// Several observers may be registered; each is told everything, in the order of a thread's work.
  /// While nobody is, it costs a load and a comparison a request. Any thread.
  ///
  /// ```swift
  /// let tracing = coordinator.trace { event in
  ///   if event.duration > .milliseconds(100) { print(event) }
  /// }
  /// // Later:
  /// tracing.end()
  /// ```
  ///
  /// - Parameters:
  ///   - detail: what events have beside the facts that cost little.
  ///   - body: the block.
  @discardableResult
  public final func trace(
    _ detail: StoreTraceDetail = [], _ body: @escaping @Sendable (StoreTraceEvent) -> Void
  ) -> StoreTraceRegistration {
    var wanted = TraceDetail.events
    if detail.contains(.values) { wanted.insert(.values) }
    if detail.contains(.plans) { wanted.insert(.plans) }
    let anchor = anchor
    let id = router.watch(wanted) { event in
      if let coordinator = anchor.object { body(StoreTraceEvent(event, in: coordinator)) }
    }
    return StoreTraceRegistration(anchor, id)
  }

  /// Tells that a store was added or removed, see ``StoreTraceEvent``.
  final func noteChange(
    _ kind: TraceEvent.Kind, of store: NSPersistentStore, since start: Int64
  ) {
    guard let monitor = router.store(store.ordinal)?.monitor, monitor.isTraced else { return }
    var event = TraceEvent(kind, text: store.url?.absoluteString ?? store.type)
    event.place = store.tracePlace
    event.nanoseconds = StoreMonitor.time - start
    monitor.note(event)
  }
}
