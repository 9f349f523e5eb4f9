// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Synchronization

/// Telling subscribers that an object is about to change (R-CTX-228).
extension NSManagedObject {
  /// The type of ``objectWillChange``.
  public typealias ObjectWillChangePublisher = ObservableObjectPublisher

  /// Sends before the object changes, on its context's queue: before a property or relationship is
  /// set, from either side, or a note of a change is opened; before undo, rollback, refresh, merge,
  /// reset or a merge policy gives it other values or none; before it is deleted, or its deletion is
  /// taken back. Not for primitive values, for the loading of a fault, or for a save, unless that
  /// removes it.
  ///
  /// A change may send more than once. Subscribers find the object as it was, and may read; they
  /// must not change, refresh or reset what is about to change. The publisher is one and the same
  /// while the object lives; objects that were never asked for it cost nothing.
  ///
  /// ```swift
  /// let subscription = person.objectWillChange.sink { _ in view.setNeedsUpdate() }
  /// person.name = "Ada"  // calls it
  /// ```
  public final var objectWillChange: ObservableObjectPublisher {
    let object = confined()
    object.state.observe()
    return PublisherTable.shared.publisher(of: object)
  }

  /// Tells subscribers that the object is about to change. One flag test where there are none.
  @inline(__always)
  final func announceChange() {
    if !flags.isDisjoint(with: [.observed, .tracked]) { sendChange(of: nil) }
  }

  /// The same of one property; of all, for nil.
  final func announceChange(of index: Int?) {
    if !flags.isDisjoint(with: [.observed, .tracked]) { sendChange(of: index) }
  }

  /// Tells subscribers of a change; loading values is none.
  private final func sendChange(of index: Int?) {
    guard flags.isDisjoint(with: .untracked) else { return }
    if flags.contains(.observed) { PublisherTable.shared.publisher(of: self).send() }
    if flags.contains(.tracked) { ReadTracking.noteChange(of: index, self) }
  }

  /// The same for many, before any of them changes. O(1) while nobody in the program observes.
  static func announceChange(of objects: @autoclosure () -> [NSManagedObject]) {
    guard !PublisherTable.shared.isEmpty || ReadTracking.isUsed else { return }
    for object in objects() { object.announceChange() }
  }
}

/// The publishers of those objects that were asked for theirs, of all contexts and of none.
///
/// Beside the objects, since nearly all do without: one flag in each tells whether it is here. An
/// object takes its publisher out when it dies, on whatever thread that happens.
struct PublisherTable: ~Copyable {
  // Transferable: a publisher guards itself.
  private let publishers = Mutex<[ObjectIdentifier: Transferable<ObservableObjectPublisher>]>([:])

  static let shared = PublisherTable()

  var isEmpty: Bool { publishers.withLock { $0.isEmpty } }

  /// Returns the publisher of an object, made when it is first asked for.
  func publisher(of object: NSManagedObject) -> ObservableObjectPublisher {
    let id = ObjectIdentifier(object)
    return publishers.withLock { publishers in
      if let known = publishers[id] { return known }
      let new = Transferable(ObservableObjectPublisher())
      publishers[id] = new
      return new
    }.value
  }

  func remove(_ object: NSManagedObject) {
    let id = ObjectIdentifier(object)
    // Freed outside of the lock: subscribers hold what they like.
    _ = publishers.withLock { $0.removeValue(forKey: id) }
  }
}

/// Why an object's values were put back from a snapshot.
public struct NSSnapshotEventType: OptionSet, Sendable {
  /// The bits.
  public let rawValue: UInt
  /// The events of these bits.
  public init(rawValue: UInt) { self.rawValue = rawValue }

  /// The undo of an insertion.
  public static let undoInsertion = NSSnapshotEventType(rawValue: 1 << 1)
  /// The undo of a deletion, which brings the object back.
  public static let undoDeletion = NSSnapshotEventType(rawValue: 1 << 2)
  /// The undo of changed values.
  public static let undoUpdate = NSSnapshotEventType(rawValue: 1 << 3)
  /// A rollback of the context.
  public static let rollback = NSSnapshotEventType(rawValue: 1 << 4)
  /// A refresh of the object.
  public static let refresh = NSSnapshotEventType(rawValue: 1 << 5)
  /// The resolution of a conflict by a merge policy.
  public static let mergePolicy = NSSnapshotEventType(rawValue: 1 << 6)
}
