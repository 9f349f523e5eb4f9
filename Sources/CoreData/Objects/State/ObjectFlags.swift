// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

/// The state of a managed object, as bits. Which go together says ``ObjectState/isConsistent``.
struct ObjectFlags: OptionSet {
  let rawValue: UInt32

  /// Its values are loaded: property access may read the row at once.
  static let realised = ObjectFlags(rawValue: 1 << 0)
  /// Registered in a context.
  static let registered = ObjectFlags(rawValue: 1 << 1)
  static let inserted = ObjectFlags(rawValue: 1 << 2)
  static let updated = ObjectFlags(rawValue: 1 << 3)
  static let deleted = ObjectFlags(rawValue: 1 << 4)
  /// Changed since the last processing of pending changes.
  static let unprocessed = ObjectFlags(rawValue: 1 << 5)
  /// Its insertion has been announced by a did-change notification.
  static let announced = ObjectFlags(rawValue: 1 << 6)
  /// Belonged to a context that is gone or has forgotten it: reads yield nothing (R-CTX-345).
  static let orphan = ObjectFlags(rawValue: 1 << 7)
  /// Its row was gone when it was to be loaded: it has no values. Never without `inaccessible`.
  static let empty = ObjectFlags(rawValue: 1 << 8)
  /// Its row turned out to be gone (R-CTX-337).
  static let inaccessible = ObjectFlags(rawValue: 1 << 9)
  /// In the middle of loading or of fetch-time callbacks: changes are not tracked.
  static let untracked = ObjectFlags(rawValue: 1 << 10)
  /// Its deletion has been propagated along its relationships.
  static let propagated = ObjectFlags(rawValue: 1 << 11)
  /// `willSave` was sent in this save and nothing changed since.
  static let willSaveSent = ObjectFlags(rawValue: 1 << 12)
  /// Refreshed since the last processing.
  static let refreshed = ObjectFlags(rawValue: 1 << 13)
  /// Marked by `detectConflicts(for:)`.
  static let checked = ObjectFlags(rawValue: 1 << 14)
  /// Its state before the current event is kept, or is what its row says. Never without
  /// `unprocessed`.
  static let recorded = ObjectFlags(rawValue: 1 << 15)
  /// Unprocessed because it was refreshed, and for no change.
  static let onlyRefreshed = ObjectFlags(rawValue: 1 << 16)
  /// Has lost a flag, and may still be in the tracker's list of objects that have it.
  static let stale = ObjectFlags(rawValue: 1 << 17)
  /// Clean, with values by primitive writes, which count once it changes (R-CTX-208).
  static let written = ObjectFlags(rawValue: 1 << 18)
  /// Deleted, and in the middle of its `prepareForDeletion()`: the deletion spreads afterwards.
  static let preparing = ObjectFlags(rawValue: 1 << 19)
  /// Inserted elsewhere and merged: to be announced as inserted.
  static let arrived = ObjectFlags(rawValue: 1 << 20)

  /// The queue is checked at every access (R-CTX-906): no shortcut is taken.
  static let guarded = ObjectFlags(rawValue: 1 << 21)
  /// Somebody has asked for the publisher of its changes, which it has while it lives.
  static let observed = ObjectFlags(rawValue: 1 << 22)

  /// Its context has reads noted for `withObservationTracking`: no shortcut is taken.
  static let tracked = ObjectFlags(rawValue: 1 << 23)
  /// A save has inserted it, and `didSave()` is being sent.
  static let savedInsertion = ObjectFlags(rawValue: 1 << 24)
  /// A save has updated it, and `didSave()` is being sent.
  static let savedUpdate = ObjectFlags(rawValue: 1 << 25)
  /// A save has deleted it, and `didSave()` is being sent.
  static let savedDeletion = ObjectFlags(rawValue: 1 << 26)

  /// The flags of an object that enters a context.
  static let enrolled: ObjectFlags =
    ConcurrencyCheck.isEnabled ? [.registered, .guarded] : .registered

  static let pending: ObjectFlags = [.inserted, .updated, .deleted]
  /// The flags that say within `didSave()` what was saved of an object.
  static let saved: ObjectFlags = [.savedInsertion, .savedUpdate, .savedDeletion]

  /// True if values may be read without further ado.
  @inline(__always)
  var isReadable: Bool { intersection([.realised, .guarded, .tracked]) == .realised }

  /// True if noting another change would alter nothing.
  @inline(__always)
  var isKnownToHaveChanged: Bool {
    contains(.unprocessed) && !isDisjoint(with: .pending)
      && isDisjoint(with: [.willSaveSent, .untracked, .onlyRefreshed])
  }

  /// True if a change may happen without further ado.
  @inline(__always)
  var isReadyToChange: Bool {
    intersection([.realised, .recorded, .guarded, .observed, .tracked]) == [.realised, .recorded]
  }

  /// The flags that stay through all states.
  @inline(__always)
  var lasting: ObjectFlags { intersection([.observed, .tracked]) }

  /// True if all there is to announce is that the object was inserted.
  var isNewInsertion: Bool {
    contains(.inserted) && isDisjoint(with: [.deleted, .announced, .refreshed])
  }

  var hasPendingChanges: Bool { !isDisjoint(with: .pending) }
}

// What option sets have by default goes through witness tables in debug builds, several times for each
// reading of a property; these are the same questions of plain numbers.
extension ObjectFlags {
  @inline(__always)
  init(arrayLiteral flags: ObjectFlags...) {
    var bits: UInt32 = 0
    for flag in flags { bits |= flag.rawValue }
    self.init(rawValue: bits)
  }

  @inline(__always)
  func contains(_ flags: ObjectFlags) -> Bool { flags.rawValue & ~rawValue == 0 }

  @inline(__always)
  func isDisjoint(with flags: ObjectFlags) -> Bool { rawValue & flags.rawValue == 0 }

  @inline(__always)
  func intersection(_ flags: ObjectFlags) -> ObjectFlags {
    ObjectFlags(rawValue: rawValue & flags.rawValue)
  }

  @inline(__always)
  func union(_ flags: ObjectFlags) -> ObjectFlags {
    ObjectFlags(rawValue: rawValue | flags.rawValue)
  }
}
