// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

public import Foundation
import StoreInterface

/// One thing that was done in a store, with the facts that people look for in logs. Our addition.
///
/// See ``NSPersistentStoreCoordinator/trace(_:_:)``.
public struct StoreTraceEvent: Sendable {
  /// The subject of an event.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    /// One SQL statement.
    case statement
    /// A question to one store; its rows are those that it delivered.
    case fetch
    /// A question to one store for a number.
    case count
    /// Rows that were looked up by their objects' IDs, as faults do when they fire.
    case fault
    /// The members of a relationship to several objects, of one or more owners.
    case relationship
    /// One store's part of a save.
    case save
    /// One store's part of a batch request.
    case batch
    /// A change that was refused, since somebody else has changed the row, or has its unique values.
    case conflict
    /// A write that waited more than a millisecond for others to end theirs.
    case wait
    /// A store that begins, or ends, to lack a save which was decided in another one.
    case recovery
    /// A store that was added.
    case open
    /// A store that was removed.
    case close
  }

  /// The store that an event is about, as it was then.
  public struct Store: Sendable, Hashable {
    /// The UUID.
    public let identifier: String
    /// The type, as `NSPersistentStore.type` has it.
    public let type: String
    /// The name of the file, or the type.
    public let name: String
    /// The place; nil for a store without one.
    public let url: URL?
  }

  /// The subject.
  public let kind: Kind
  /// The store; nil for a statement of one that is being opened.
  public let store: Store?
  /// The entity asked for or changed; of a change of several the first one's. Nil for statements.
  public let entityName: String?
  /// The ID of the object that was looked up or refused, of several the first one's.
  public let objectID: NSManagedObjectID?
  /// The SQL; how a store without SQL has found its rows; what a save has written; or a sentence.
  public let text: String
  /// How many rows were found, or changed.
  public let rowCount: Int?
  /// How long it took. A fetch has its objects made meanwhile.
  public let duration: Duration
  /// When it began.
  public let start: Date
  /// The values of a statement's parameters in their order, as SQL literals; empty unless asked for.
  public let values: [String]
  /// The engine's plan, a step a line, and the conditions that are tested on each row; empty unless
  /// asked for.
  public let plan: [String]
  /// The reason for which it failed.
  public let error: (any Error)?
}

extension StoreTraceEvent {
  init(_ event: TraceEvent, in coordinator: NSPersistentStoreCoordinator) {
    kind = Kind(event.kind)
    store =
      event.place.map(Store.init)
      ?? event.store.flatMap { ordinal in
        coordinator.persistentStores.first { $0.mount?.ordinal == ordinal }.map(Store.init)
      }
    entityName = event.entity.map { coordinator.schema.entities[$0].name }
    objectID = event.key.flatMap { $0.isTemporary ? nil : coordinator.objectID(for: $0) }
    text = event.text
    rowCount = event.rowCount
    duration = .nanoseconds(event.nanoseconds)
    start = Date(timeIntervalSinceNow: -Double(event.nanoseconds) / 1e9)
    values = event.values
    plan = event.steps
    error = event.error
  }
}

extension StoreTraceEvent.Store {
  init(_ store: NSPersistentStore) { self.init(store.tracePlace) }

  init(_ place: TraceEvent.Place) {
    identifier = place.identifier
    type = place.type
    url = place.url
    name = place.url?.lastPathComponent ?? place.type
  }
}

extension NSPersistentStore {
  /// The store as observers are told of it.
  final var tracePlace: TraceEvent.Place {
    TraceEvent.Place(identifier: reference.identifier, type: type, url: url)
  }
}

extension StoreTraceEvent.Kind {
  fileprivate init(_ kind: TraceEvent.Kind) {
    switch kind {
    case .statement: self = .statement
    case .fetch: self = .fetch
    case .count: self = .count
    case .fault: self = .fault
    case .relationship: self = .relationship
    case .save: self = .save
    case .batch: self = .batch
    case .conflict: self = .conflict
    case .wait: self = .wait
    case .recovery: self = .recovery
    case .open: self = .open
    case .close: self = .close
    }
  }
}

extension StoreTraceEvent: CustomStringConvertible {
  /// One line.
  public var description: String {
    var words = [kind.rawValue]
    if let store { words.append("in “\(store.name)”") }
    if let entityName { words.append("of \(entityName)") }
    if !text.isEmpty { words.append("“\(text)”") }
    if let rowCount { words.append("\(rowCount) rows") }
    words.append("\(duration)")
    if let error { words.append("failed: \(error)") }
    return words.joined(separator: ", ")
  }
}
