// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import StoreInterface

/// The places of 64 consecutive numbers of one entity and store, and how many of them are taken.
///
/// A trivial handle; the table that holds it allocates and frees the places.
package struct IdentityPage {
  static let capacity = 64

  /// The store's ordinal and the entity's index.
  let space: UInt64
  /// The numbers by 64.
  let position: Int64
  /// A word that counts, then the pointers; nil for no page.
  private(set) var places: UnsafeMutableRawPointer?

  /// No page.
  init() {
    space = .max
    position = .min
  }

  /// The page that a key belongs to, without places.
  init(_ key: ObjectKey) {
    space = IdentityPage.space(key)
    position = key.number >> 6
  }

  mutating func allocate() {
    let words = IdentityPage.capacity + 1
    let memory = UnsafeMutableRawPointer.allocate(byteCount: 8 * words, alignment: 8)
    memory.initializeMemory(as: UInt.self, repeating: 0, count: words)
    places = memory
  }

  /// Only for a page that has places; so are all that follow.
  @inline(__always)
  subscript(place: Int) -> UnsafeMutableRawPointer? {
    get {
      places.unsafelyUnwrapped.load(
        fromByteOffset: 8 + 8 * place, as: UnsafeMutableRawPointer?.self)
    }
    nonmutating set {
      places.unsafelyUnwrapped.storeBytes(
        of: newValue, toByteOffset: 8 + 8 * place, as: UnsafeMutableRawPointer?.self)
    }
  }

  @inline(__always)
  package var count: Int {
    get { places.unsafelyUnwrapped.load(as: Int.self) }
    nonmutating set { places.unsafelyUnwrapped.storeBytes(of: newValue, as: Int.self) }
  }

  /// The places that are taken, counted one by one: what `count` ought to be. In plain pointers, as
  /// debug builds ask at every change of a small table.
  var takenPlaces: Int {
    let words = places.unsafelyUnwrapped.assumingMemoryBound(to: UInt.self)
    var (taken, word) = (0, 1)
    while word <= IdentityPage.capacity {
      if words[word] != 0 { taken += 1 }
      word += 1
    }
    return taken
  }

  /// The entity's index.
  var entity: Int { Int(space & 0xFFFF_FFFF) }

  /// The key of a place.
  func key(at place: Int) -> ObjectKey {
    ObjectKey(entity: entity, number: position << 6 | Int64(place), store: Int(space >> 32))
  }

  @inline(__always)
  static func space(_ key: ObjectKey) -> UInt64 {
    UInt64(truncatingIfNeeded: key.store) << 32 | UInt64(truncatingIfNeeded: key.entity)
  }

  @inline(__always)
  func isSame(as other: IdentityPage) -> Bool {
    position == other.position && space == other.space
  }

  var hash: Int {
    var mixed = UInt64(bitPattern: position) &* 0x9E37_79B9_7F4A_7C15
    mixed ^= space &* 0xC2B2_AE3D_27D4_EB4F
    return Int(truncatingIfNeeded: mixed ^ (mixed >> 32))
  }
}
