// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import StoreInterface
import Synchronization

/// The part of an object that any thread may ask for, whatever its context does meanwhile: the ID,
/// and whether the object is still its context's (R-CTX-902). One word, no lock.
///
/// Other threads may be about to retain the ID that they have just read here; therefore an ID that
/// is replaced is kept alive by its successor.
struct SharedIdentity: ~Copyable {
  /// The address of the ID, which is retained, or 0; the lowest bit tells orphans.
  private let word = Atomic<UInt>(0)
  private static var orphanBit: UInt { 1 }

  deinit { SharedIdentity.reference(word.load(ordering: .acquiring))?.release() }

  /// The ID that was last handed out.
  var id: NSManagedObjectID? {
    SharedIdentity.reference(word.load(ordering: .acquiring))?.takeUnretainedValue()
  }

  /// Makes an ID known, unless another thread was faster; returns the one that is known.
  func publish(_ id: NSManagedObjectID) -> NSManagedObjectID {
    var present = word.load(ordering: .acquiring)
    while true {
      if let known = SharedIdentity.reference(present) { return known.takeUnretainedValue() }
      let (isDone, original) = put(id, insteadOf: present)
      if isDone { return id }
      present = original
    }
  }

  /// Puts a new ID in the place of the one that it keeps alive. On the context's queue.
  func replace(with id: SucceedingID) {
    var present = word.load(ordering: .acquiring)
    while true {
      let (isDone, original) = put(id, insteadOf: present)
      if isDone { break }
      present = original
    }
    SharedIdentity.reference(present)?.release()
  }

  private func put(
    _ id: NSManagedObjectID, insteadOf present: UInt
  ) -> (exchanged: Bool, original: UInt) {
    let retained = Unmanaged.passRetained(id)
    let address = UInt(bitPattern: retained.toOpaque())
    let result = word.compareExchange(
      expected: present, desired: address | present & SharedIdentity.orphanBit,
      ordering: .acquiringAndReleasing)
    if !result.exchanged { retained.release() }
    return result
  }

  private static func reference(_ word: UInt) -> Unmanaged<NSManagedObjectID>? {
    UnsafeRawPointer(bitPattern: word & ~orphanBit).map { Unmanaged.fromOpaque($0) }
  }

  // MARK: - Orphans

  var isOrphan: Bool { word.load(ordering: .acquiring) & SharedIdentity.orphanBit != 0 }

  /// The object has left its context.
  func becomeOrphan() {
    word.bitwiseOr(SharedIdentity.orphanBit, ordering: .acquiringAndReleasing)
  }

  /// The object is in its context again.
  func endOrphanage() {
    word.bitwiseAnd(~SharedIdentity.orphanBit, ordering: .acquiringAndReleasing)
  }
}

/// An ID that has taken the place of another, which it keeps alive for threads that have just read
/// it: see ``SharedIdentity``.
final class SucceedingID: NSManagedObjectID, @unchecked Sendable {
  // Sendable: immutable.
  private let former: NSManagedObjectID

  init(
    key: ObjectKey, layout: PropertyLayout, model: NSManagedObjectModel,
    reference: StoreReference?, former: NSManagedObjectID
  ) {
    self.former = former
    super.init(key: key, layout: layout, model: model, reference: reference)
  }
}
