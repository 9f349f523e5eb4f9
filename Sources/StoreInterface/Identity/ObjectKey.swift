// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

/// The identity of a stored object: a number that is unique in its entity's hierarchy and store.
///
/// Sixteen trivial bytes, so that identity maps, rows and change sets never allocate for it.
/// `entity` is the index of the object's concrete entity in its ``StoreSchema``. A backend knows
/// one store only and leaves `store` zero; the router fills it in with the store's ordinal.
@usableFromInline
package struct ObjectKey: Hashable, Sendable {
  /// The permanent number, from 1; for a temporary key a number of the process.
  @usableFromInline package var number: Int64
  @usableFromInline var entityIndex: UInt32
  @usableFromInline var storeOrdinal: UInt32

  /// The ordinal of keys that are not yet assigned to a store.
  @inlinable package static var unassignedStore: Int { Int(UInt32.max) }

  @inlinable
  package init(entity: Int, number: Int64, store: Int = 0) {
    self.number = number
    entityIndex = UInt32(truncatingIfNeeded: entity)
    storeOrdinal = UInt32(truncatingIfNeeded: store)
  }

  /// The index of the concrete entity.
  @inlinable
  package var entity: Int {
    get { Int(entityIndex) }
    set { entityIndex = UInt32(truncatingIfNeeded: newValue) }
  }

  /// The ordinal of the store within its coordinator.
  @inlinable
  package var store: Int {
    get { Int(storeOrdinal) }
    set { storeOrdinal = UInt32(truncatingIfNeeded: newValue) }
  }

  /// True if the key stands for an object that no store has numbered yet.
  @inlinable
  package var isTemporary: Bool { storeOrdinal == UInt32.max }

  /// The same key as another store's.
  @inlinable
  package func inStore(_ ordinal: Int) -> ObjectKey {
    ObjectKey(entity: entity, number: number, store: ordinal)
  }

  @inlinable
  package static func == (a: ObjectKey, b: ObjectKey) -> Bool {
    a.number == b.number && a.entityIndex == b.entityIndex && a.storeOrdinal == b.storeOrdinal
  }

  @inlinable
  package func hash(into hasher: inout Hasher) {
    hasher.combine(number)
    hasher.combine(UInt64(storeOrdinal) << 32 | UInt64(entityIndex))
  }
}

extension ObjectKey: Comparable {
  /// Store, then entity, then number: the order in which changes are written.
  @inlinable
  package static func < (a: ObjectKey, b: ObjectKey) -> Bool {
    if a.storeOrdinal != b.storeOrdinal { return a.storeOrdinal < b.storeOrdinal }
    if a.entityIndex != b.entityIndex { return a.entityIndex < b.entityIndex }
    return a.number < b.number
  }
}
