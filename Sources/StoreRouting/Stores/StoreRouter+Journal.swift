// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import StoreInterface
import Synchronization

extension StoreRouter {
  var opening: FollowerOpening { FollowerOpening(journal: journal, stores: stores) }

  /// Brings the stores in step that lack decided saves. To be called when a store has been mounted
  /// and can be used; what cannot be completed is noted with its store.
  package func recover() {
    for store in stores { withUse(of: store) { StoreRecovery(opening).check($0) } }
  }

  /// Tries again to bring a store in step that refuses to be read.
  func retryRecovery(of store: MountedStore) {
    withUse(of: store) { StoreRecovery(opening).retry($0) }
  }

  /// The reason for which a store cannot be used; nil mostly.
  package func trouble(of ordinal: Int) -> StoreTrouble? { store(ordinal)?.standing.trouble }

  /// True if a store may lack decided saves, as those who have written it last have left it.
  package func isPledged(_ ordinal: Int) throws(RoutingError) -> Bool {
    guard let store = store(ordinal), store.backend.capabilities.contains(.notes) else {
      return false
    }
    do {
      let snapshot = try store.backend.beginRead()
      defer { snapshot.end() }
      return try !snapshot.pledges().isEmpty
    } catch {
      throw store.failure(error)
    }
  }

  /// Gives a store the decided saves that it lacks, as the next save would.
  ///
  /// - Throws: `.trouble` for one that cannot be written because of them.
  package func bringInStep(_ ordinal: Int) throws(RoutingError) {
    guard let listed = store(ordinal) else { throw .unknownStore(ordinal: ordinal) }
    let store = try listed.beginRequest()
    defer { store.activity.end() }
    try opening.beginWrite(store).rollback()
  }

  /// Sets what a store was opened with.
  package func set(_ choices: StoreChoices, of ordinal: Int) throws(RoutingError) {
    try table.withLock { table throws(RoutingError) in try table.set(choices, of: ordinal) }
    idleViews.invalidate()
  }

  /// Ends the debts of pairs of stores, given by their ordinals, before one of them is unmounted:
  /// the follower, if it is in step, takes its pledge back, and the home forgets its records. What
  /// fails is done another time.
  package func settle(where isLeaving: (_ follower: Int, _ home: Int) -> Bool) {
    let stores = stores
    for follower in stores where follower.mayFollow {
      let homes = follower.standing.homes
      for home in stores
      where homes.contains(home.identifier) && isLeaving(follower.ordinal, home.ordinal) {
        settle(follower, with: home)
      }
    }
  }

  private func settle(_ follower: MountedStore, with home: MountedStore) {
    withUse(of: follower) { follower in
      withUse(of: home) { home in
        let settlement = Settlement(follower: follower, home: home, opening: opening)
        // The pledge stays, and is taken back another time.
        try? settlement.run()
      }
    }
  }

  /// Runs a block with a store that is neither unmounted nor copied meanwhile.
  private func withUse(of listed: MountedStore, _ body: (MountedStore) -> Void) {
    writeGate.enter(CollectionOfOne(listed.ordinal))
    defer { writeGate.leave(CollectionOfOne(listed.ordinal)) }
    // One that has just been unmounted needs nothing.
    guard let store = try? listed.beginRequest() else { return }
    defer { store.activity.end() }
    body(store)
  }
}
