// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import StoreInterface
import Synchronization

extension StoreRouter {
  var opening: FollowerOpening { FollowerOpening(journal: journal, stores: stores) }

  /// Brings in step what lacks decided saves: a store that has been mounted and can be used, and those
  /// whose home it is. What cannot be completed is noted with its store. A store without notes costs
  /// nothing, however many there are.
  package func recover(after ordinal: Int) {
    guard let added = store(ordinal), added.backend.mayHaveNotes else { return }
    let followers = followers(of: added)
    for store in stores where store.ordinal == ordinal || followers.contains(store.identifier) {
      withUse(of: store) { StoreRecovery(opening).check($0) }
    }
  }

  /// The UUIDs of the stores that a home may hold records for.
  private func followers(of home: MountedStore) -> Set<String> {
    guard home.mayBeHome else { return [] }
    // What cannot be read now is found by the next save of the follower.
    guard let snapshot = try? home.backend.beginRead() else { return [] }
    defer { snapshot.end() }
    let notes = (try? snapshot.notes(under: JournalNotes.ledgers)) ?? []
    return Set(notes.map { String($0.name.dropFirst(JournalNotes.ledgers.count)) })
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

  /// Ends the debts of pairs of stores, given by their ordinals, that this router's saves have made:
  /// the follower, if it is in step, takes its pledge back, and the home forgets its records. What
  /// fails is done another time.
  package func settle(where isLeaving: (_ follower: Int, _ home: Int) -> Bool) {
    let stores = stores
    for follower in stores where follower.mayFollow && follower.isOfThisProcess {
      let homes = follower.standing.homes
      for home in stores
      where homes.contains(home.identifier) && isLeaving(follower.ordinal, home.ordinal) {
        settle(follower, with: home)
      }
    }
  }

  /// The same for a store that leaves, as follower and as home; those too that others have left in
  /// the stores.
  package func settle(_ ordinal: Int) {
    for (follower, home) in debts(of: ordinal) { settle(follower, with: home) }
  }

  /// The ordinals of follower and home where a store is pledged to another that is mounted, or that
  /// to it.
  func pairsInDebt(_ ordinal: Int) -> Set<[Int]> {
    Set(debts(of: ordinal).map { [$0.follower.ordinal, $0.home.ordinal] })
  }

  /// The pairs of mounted stores, one of them given, of which the follower is pledged to the home.
  private func debts(of ordinal: Int) -> [(follower: MountedStore, home: MountedStore)] {
    let stores = stores
    guard let leaving = store(ordinal), stores.count > 1 else { return [] }
    var debts: [(follower: MountedStore, home: MountedStore)] = []
    for follower in stores where follower.mayFollow && follower.isOfThisProcess {
      let homes = pledgedHomes(of: follower)
      for home in follower.ordinal == ordinal ? stores : [leaving]
      where home.ordinal != follower.ordinal && homes.contains(home.identifier) {
        debts.append((follower, home))
      }
    }
    return debts
  }

  /// The UUIDs of the homes to which a store is pledged, whoever wrote that.
  private func pledgedHomes(of listed: MountedStore) -> Set<String> {
    // One that has been unmounted owes nothing here; one that cannot be read is left alone.
    guard listed.backend.mayHaveNotes, let follower = try? listed.beginRequest() else { return [] }
    defer { follower.activity.end() }
    // The same.
    guard let snapshot = try? follower.backend.beginRead() else { return [] }
    defer { snapshot.end() }
    // The same.
    return Set(((try? snapshot.pledges()) ?? []).map(\.home))
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
