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
  /// The address of the ID, which is retained, or 0; the mark tells orphans.
  private let word = Atomic<UInt>(0)

  private var present: MarkedAddress<NSManagedObjectID> {
    MarkedAddress(word: word.load(ordering: .acquiring))
  }

  deinit { present.object?.release() }

  /// The ID that was last handed out.
  var id: NSManagedObjectID? {
    present.object?.takeUnretainedValue()
  }

  /// Makes an ID known, unless another thread was faster; returns the one that is known.
  func publish(_ id: NSManagedObjectID) -> NSManagedObjectID {
    var present = present
    while true {
      if let known = present.object { return known.takeUnretainedValue() }
      let (isDone, original) = put(id, insteadOf: present)
      if isDone { return id }
      present = original
    }
  }

  /// Puts a new ID in the place of the one that it keeps alive. On the context's queue.
  func replace(with id: SucceedingID) {
    var present = present
    while true {
      let (isDone, original) = put(id, insteadOf: present)
      if isDone { break }
      present = original
    }
    present.object?.release()
  }

  private func put(
    _ id: NSManagedObjectID, insteadOf present: MarkedAddress<NSManagedObjectID>
  ) -> (exchanged: Bool, original: MarkedAddress<NSManagedObjectID>) {
    let retained = Unmanaged.passRetained(id)
    let (isDone, original) = word.compareExchange(
      expected: present.word,
      desired: MarkedAddress(retained, isMarked: present.isMarked).word,
      ordering: .acquiringAndReleasing)
    if !isDone { retained.release() }
    return (isDone, MarkedAddress(word: original))
  }

  // MARK: - Orphans

  var isOrphan: Bool { present.isMarked }

  /// The object has left its context.
  func becomeOrphan() {
    word.bitwiseOr(MarkedAddress<NSManagedObjectID>.mark, ordering: .acquiringAndReleasing)
  }

  /// The object is in its context again.
  func endOrphanage() {
    word.bitwiseAnd(~MarkedAddress<NSManagedObjectID>.mark, ordering: .acquiringAndReleasing)
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
