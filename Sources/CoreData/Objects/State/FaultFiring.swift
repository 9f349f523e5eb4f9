// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import StoreInterface
import StoreRouting

/// Loading the values of faults, and dropping them again.
extension NSManagedObject {
  /// Loads the values of a fault: from the row that came with its fetch while nothing has been
  /// committed since, else from the store. O(1) or one lookup.
  final func fire(property: NSPropertyDescription?) {
    if !flags.isDisjoint(with: [.guarded, .tracked]) {
      _ = confined("a property")
      if flags.contains(.realised) { return }
    }
    guard flags.isDisjoint(with: .untracked) else { return }
    if rowStart != nil, stamp == UInt32(truncatingIfNeeded: StoreRouter.commitCount),
      flags.contains(.registered)
    {
      return finishFiring()
    }
    guard flags.contains(.registered), let context else { return fireWithoutContext() }
    if flags.contains(.inserted) {
      if rowStart == nil { state.rebase(on: layout.defaultRow) }
    } else if rowStart == nil || isStale(at: context.commitStamp) {
      return fire(property, in: context)
    }
    finishFiring()
  }

  /// Loads the row. Without one the object is inaccessible; if it cannot be read now, the object stays
  /// a fault, which the next access tries again (R-CTX-288).
  private final func fire(
    _ property: NSPropertyDescription?, in context: NSManagedObjectContext
  ) {
    do {
      guard let fresh = try context.loadStoredRow(of: self) else {
        return context.handleInaccessible(self, property: property)
      }
      dropPrefetched(under: fresh)
      state.rebase(on: fresh)
    } catch {
      return context.noteUnreadable(self, error)
    }
    if context.reader.hasUnread { context.reader.noteRead([self], nil) }
    finishFiring()
  }

  /// Returns true if a row was read before a moment. A request within another may have brought it
  /// later.
  @inline(__always)
  final func isStale(at moment: UInt32) -> Bool { Int32(bitPattern: stamp &- moment) < 0 }

  /// Gives a fault the row for when it fires; what was prefetched for a former row goes with that.
  @inline(__always)
  final func take(_ row: Row, at stamp: UInt32) {
    dropPrefetched(under: row)
    state.take(row, at: stamp)
  }

  /// Drops what was prefetched for another row than the one that takes its place: a destination that
  /// the other does not name, and members, unless it is the same version, which a change of them raises.
  @inline(__always)
  final func dropPrefetched(under fresh: Row) {
    if !cells.isEmpty { dropFormerRelationships(fresh) }
  }

  private final func dropFormerRelationships(_ fresh: Row) {
    // Parents, and stores for which rows are costly, give none beforehand. A parent's changes raise no
    // version.
    let isSame = row.map { !isBelowParent && $0.version == fresh.version } ?? true
    for index in layout.relationships {
      switch cells[index] {
      case .toOne(let object):
        let slot = Int(layout.access[index].slot)
        if slot < 0 || fresh.destination(slot, from: key.store) != object.key {
          state.clear(index)
        }
      case .toMany where !isSame: reloadToMany(index)
      default: break
      }
    }
  }

  /// The row is there: the object has values from now on.
  final func finishFiring() {
    state.beginLoading()
    state.fire()
    awakeFromFetch()
    state.endLoading()
  }

  /// An object that is in no context: a new one has its defaults, an orphan has nothing.
  private final func fireWithoutContext() {
    if !flags.contains(.orphan) { state.rebase(on: layout.defaultRow) }
    state.fire()
  }

  /// Drops every value: the object is a fault again.
  final func turnIntoFault() {
    if flags.contains(.realised) {
      state.beginLoading()
      willTurnIntoFault()
      state.becomeFault(layout.count)
      didTurnIntoFault()
      state.endLoading()
    } else {
      state.becomeFault(layout.count)
    }
  }

  /// A save has deleted the object: it leaves its context, which it goes on naming, with the values that it
  /// has, for `didSave()` and those who are told of the save.
  final func leave() { state.leave() }

  /// The object does not name the context any more that it has left, unless it was inserted again.
  final func forgetContext() { if flags.contains(.orphan) { shared.becomeOrphan() } }

  /// The save is over: the object becomes a fault that goes on having its attributes, while its
  /// relationships, which would hold other objects, are empty (R-CTX-416). One that was inserted
  /// again meanwhile stays.
  final func settle() {
    guard flags.contains(.orphan) else { return }
    forgetContext()
    let last = flags.contains(.realised) ? presentRow() : row
    turnIntoFault()
    if let last { state.rebase(on: last) }
  }

  /// The object leaves its context for good: what it held is gone, reads yield nothing.
  final func orphan() {
    turnIntoFault()
    shared.becomeOrphan()
    state.becomeOrphan()
  }
}
