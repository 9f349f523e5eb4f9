// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

/// The steps that a saver can take next (R-PSC-913). What only the saver itself can see happens
/// together with the step before it.
struct Transitions {
  enum Action: Equatable {
    case pledge(saver: Int, store: Int)
    case trustPledges(saver: Int)
    case lock(saver: Int, store: Int)
    case refuse(saver: Int)
    case drain(saver: Int, store: Int)
    case decide(saver: Int)
    case commit(saver: Int, store: Int)
    case fail(saver: Int, store: Int)
    case kill(saver: Int)
    case restart(saver: Int)
    case powerFailure(lost: Int)
    case sync(store: Int)
    case copy(store: Int)
    case putBack(store: Int)
    case takeBackPledge(store: Int, home: Int)
    case settle(store: Int, home: Int)
  }

  let scenario: Scenario
  var mutation: Mutation? { scenario.mutation }

  typealias Visit = (Action, ProtocolState) -> Void

  /// Returns whether a saver has a next step of its own.
  func visitSteps(_ state: ProtocolState, _ saver: Int, _ visit: Visit) {
    switch state[saver].phase {
    case .idle: begin(state, saver, visit)
    case .pledging: pledge(state, saver, visit)
    case .locking: lock(state, saver, visit)
    case .deciding: decide(state, saver, visit)
    case .committing: commit(state, saver, visit)
    case .dead: break
    }
  }

  func hasNext(_ state: ProtocolState, _ saver: Int) -> Bool {
    Int(state[saver].turn) < scenario.plans[saver].count
  }

  private func save(_ state: ProtocolState, _ saver: Int) -> Int {
    scenario.number(saver: saver, turn: Int(state[saver].turn))
  }

  private func lockSet(_ state: ProtocolState, _ saver: Int) -> Int {
    scenario.locked(saver: saver, stores: scenario.stores(save(state, saver)))
  }

  /// The stores of a save that follow its home.
  private func followers(_ state: ProtocolState, _ saver: Int) -> Int {
    let stores = scenario.stores(save(state, saver))
    return scenario.isSingle(stores) ? 0 : stores & ~(1 << scenario.homes[saver])
  }

  private func begin(_ state: ProtocolState, _ saver: Int, _ visit: Visit) {
    guard hasNext(state, saver) else { return }
    var next = state
    next[saver].phase = .pledging
    pledge(next, saver, visit)
  }

  /// Step 2: one durable transaction for each follower that has not pledged.
  private func pledge(_ state: ProtocolState, _ saver: Int, _ visit: Visit) {
    let home = scenario.homes[saver]
    for store in 0..<3 where followers(state, saver) >> store & 1 == 1 {
      let image = state.disk.images[store]
      guard mutation != .noPledge, image.pledges >> home & 1 == 0 else { continue }
      guard state.owner(store) == nil else { return }
      var next = state
      if state.disk.images[home].ledger(store) > image.applied(home),
        mutation != .pledgesAnOldCopy
      {
        giveUp(&next, saver)
        return visit(.refuse(saver: saver), next)
      }
      next.disk.images[store].pledges |= 1 << home
      next.disk.synced[store] = next.disk.images[store]
      return visit(.pledge(saver: saver, store: store), next)
    }
    var next = state
    next[saver].phase = .locking
    // A step of its own only where somebody may take a pledge back meanwhile.
    if scenario.removesPledges { return visit(.trustPledges(saver: saver), next) }
    lock(next, saver, visit)
  }

  /// Step 3: the next lock in the order of UUIDs, and with it what is pending.
  private func lock(_ state: ProtocolState, _ saver: Int, _ visit: Visit) {
    guard let store = nextLock(state, saver), state.owner(store) == nil else { return }
    let isAlone = scenario.isSingle(lockSet(state, saver))
    // A save of one store may come from a process that cannot see the others.
    for visible in isAlone ? [7, 0] : [7] {
      take(store, state, saver, visible: visible, visit)
    }
  }

  private func nextLock(_ state: ProtocolState, _ saver: Int) -> Int? {
    let set = lockSet(state, saver)
    let home = scenario.homes[saver]
    let order = mutation == .locksOutOfOrder ? [home] + (0..<3).filter { $0 != home } : [0, 1, 2]
    return order.first { set >> $0 & 1 == 1 && state.owner($0) != saver }
  }

  private func take(
    _ store: Int, _ state: ProtocolState, _ saver: Int, visible: Int, _ visit: Visit
  ) {
    let image = state.disk.images[store]
    var next = state
    switch Draining(images: state.disk.images, mutation: mutation)
      .drain(image, store, visible: visible)
    {
    case .drained(let drained):
      if needsOwnCommit(drained, image, store, saver, state) {
        next.disk.images[store] = drained
        if scenario.relaxed >> store & 1 == 0 { next.disk.synced[store] = drained }
        return visit(.drain(saver: saver, store: store), next)
      }
      next.open[store] = drained
      next.setOwner(store, saver)
      if followers(state, saver) >> store & 1 == 1 {
        guard hasPledge(image, saver) else { return startAgain(next, saver, visit) }
        if mutation != .decidesOverUnsyncedFollowers { next.disk.synced[store] = image }
      }
      if nextLock(next, saver) == nil { apply(&next, saver) }
      visit(.lock(saver: saver, store: store), next)
    case .homeUnavailable, .diverged:
      giveUp(&next, saver)
      visit(.refuse(saver: saver), next)
    }
  }

  /// Rows of another home: no order holds between its outbox and that of the saver's home, so that
  /// they have to be in the store for good before the save is decided.
  private func needsOwnCommit(
    _ drained: StoreImage, _ image: StoreImage, _ store: Int, _ saver: Int, _ state: ProtocolState
  ) -> Bool {
    guard mutation != .drainsWithTheSave, followers(state, saver) >> store & 1 == 1 else {
      return false
    }
    return (0..<3).contains {
      $0 != scenario.homes[saver] && drained.applied($0) != image.applied($0)
    }
  }

  private func hasPledge(_ image: StoreImage, _ saver: Int) -> Bool {
    image.pledges >> scenario.homes[saver] & 1 == 1
      || mutation == .noPledge || mutation == .pledgeLookedAtBeforeTheLock
  }

  private func startAgain(_ state: ProtocolState, _ saver: Int, _ visit: Visit) {
    var next = state
    next.release(saver)
    next[saver].phase = .pledging
    visit(.refuse(saver: saver), next)
  }

  private func giveUp(_ state: inout ProtocolState, _ saver: Int) {
    state.release(saver)
    state[saver].phase = .idle
    state[saver].turn += 1
  }
}
