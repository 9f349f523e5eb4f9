// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

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
    object.flags.insert(.observed)
    return PublisherTable.shared.publisher(of: object)
  }

  /// Tells subscribers that the object is about to change. One flag test where there are none.
  @inline(__always)
  final func announceChange() {
    if flags.contains(.observed) { sendChange() }
  }

  /// What happens while values are loaded is no change.
  private final func sendChange() {
    guard flags.isDisjoint(with: .untracked) else { return }
    PublisherTable.shared.publisher(of: self).send()
  }

  /// The same for many, before any of them changes. O(1) while nobody in the program observes.
  static func announceChange(of objects: @autoclosure () -> [NSManagedObject]) {
    guard !PublisherTable.shared.isEmpty else { return }
    for object in objects() { object.announceChange() }
  }
}
