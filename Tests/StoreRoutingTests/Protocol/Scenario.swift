// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

/// What is explored: who saves what, what may go wrong, and how the protocol is broken on purpose.
struct Scenario: Sendable, CustomStringConvertible {
  let name: String
  /// The home of each saver.
  var homes = [0, 0]
  /// The saves of each saver, as sets of stores, a bit each.
  let plans: [[Int]]
  /// How many savers are killed at any step, or all of them by a power failure.
  var crashes = 3
  /// How many commits of followers fail although their home has decided (R-PSC-917).
  var failures = 1
  /// Stores whose commits a power failure may take, a bit each.
  var relaxed = 0
  /// Stores of which a copy is taken once and put back once, a bit each.
  var copied = 0
  /// Whether pledges are taken back once their home has nothing for the follower.
  var removesPledges = false
  var mutation: Mutation?

  var description: String { mutation.map { "\(name), \($0)" } ?? name }

  func with(_ mutation: Mutation) -> Scenario {
    var copy = self
    copy.mutation = mutation
    return copy
  }

  /// The stores of a save by its number: those of the first saver come first.
  func stores(_ save: Int) -> Int {
    save < plans[0].count ? plans[0][save] : plans[1][save - plans[0].count]
  }

  func number(saver: Int, turn: Int) -> Int { saver == 0 ? turn : plans[0].count + turn }

  func saver(of save: Int) -> Int { save < plans[0].count ? 0 : 1 }

  /// The stores that a save locks: its own, and the home if it has several (R-PSC-911).
  func locked(saver: Int, stores: Int) -> Int {
    isSingle(stores) ? stores : stores | 1 << homes[saver]
  }

  func isSingle(_ stores: Int) -> Bool { stores & (stores - 1) == 0 }
}

/// Ways to get the protocol wrong, each of which an exploration has to notice.
enum Mutation: CaseIterable, Sendable {
  /// Followers do not say that they have a home.
  case noPledge
  /// A pledge is looked at before the follower is locked, and may be gone by then.
  case pledgeLookedAtBeforeTheLock
  /// The outbox is emptied after a pledge was taken back, whatever has come into it meanwhile.
  case forgetsWhatCameMeanwhile
  /// A copy of a follower from before its pledge is pledged and brought forward.
  case pledgesAnOldCopy
  /// A follower commits before the home has decided.
  case followerFirst
  /// Outbox rows are deleted by what an open transaction has replayed.
  case trimsByTheOpenTransaction
  /// Outbox rows are deleted by commits that the disk may yet lose.
  case trimsBeforeTheFollowerIsSynced
  /// A save is decided over commits of a follower that the disk may yet lose.
  case decidesOverUnsyncedFollowers
  /// A follower is written without a look into the outbox.
  case noDrain
  /// What another home had for a follower commits together with the save that comes on top.
  case drainsWithTheSave
  /// Savers lock their home first, whatever its UUID.
  case locksOutOfOrder
  /// What is left of an outbox is replayed, with rows missing.
  case replaysOverGaps
  /// An older home counts on from where it was.
  case reusesNumbers
}
