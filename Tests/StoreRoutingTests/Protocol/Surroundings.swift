// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

/// What happens to savers and their stores from outside.
struct Surroundings {
  let scenario: Scenario
  typealias Visit = Transitions.Visit

  func visitEvents(_ state: ProtocolState, _ visit: Visit) {
    kill(state, visit)
    if Int(state.crashes) < scenario.crashes { failPower(state, visit) }
    settle(state, visit)
    for store in 0..<3 {
      if scenario.relaxed >> store & 1 == 1 { sync(store, state, visit) }
      if scenario.copied >> store & 1 == 1 { copy(store, state, visit) }
      if scenario.removesPledges { takeBackPledges(store, state, visit) }
    }
  }

  private func kill(_ state: ProtocolState, _ visit: Visit) {
    for saver in 0..<2 {
      if state[saver].phase == .dead {
        var next = state
        next[saver].phase = .idle
        visit(.restart(saver: saver), next)
      } else if state[saver].phase != .idle, Int(state.crashes) < scenario.crashes {
        var next = state
        next.crashes += 1
        Self.end(saver, &next)
        visit(.kill(saver: saver), next)
      }
    }
  }

  /// A saver that died goes on with the save after the one that was interrupted.
  private static func end(_ saver: Int, _ state: inout ProtocolState) {
    guard state[saver].phase != .idle, state[saver].phase != .dead else { return }
    state.release(saver)
    state[saver].phase = .dead
    state[saver].turn += 1
  }

  /// Takes any of the relaxed stores back to what was synced.
  private func failPower(_ state: ProtocolState, _ visit: Visit) {
    for lost in 1..<8 where lost & ~scenario.relaxed == 0 {
      var next = state
      next.crashes += 1
      for saver in 0..<2 { Self.end(saver, &next) }
      next.disk.losePower(lost, scenario)
      visit(.powerFailure(lost: lost), next)
    }
  }

  private func sync(_ store: Int, _ state: ProtocolState, _ visit: Visit) {
    guard state.disk.synced[store] != state.disk.images[store] else { return }
    var next = state
    next.disk.synced[store] = state.disk.images[store]
    visit(.sync(store: store), next)
  }

  private func copy(_ store: Int, _ state: ProtocolState, _ visit: Visit) {
    let bit: UInt8 = 1 &<< UInt8(store)
    var next = state
    if state.disk.taken & bit == 0 {
      next.disk.copies[store] = state.disk.images[store]
      next.disk.taken |= bit
      visit(.copy(store: store), next)
    } else if state.disk.restored & bit == 0, isAtRest(state) {
      next.disk.putBack(store, scenario)
      visit(.putBack(store: store), next)
    }
  }

  private func isAtRest(_ state: ProtocolState) -> Bool {
    let phases = [state.first.phase, state.second.phase]
    return !phases.contains { $0 != .idle && $0 != .dead }
  }

  /// R-PSC-912: one store after the other, or the first alone if its process dies then.
  private func takeBackPledges(_ store: Int, _ state: ProtocolState, _ visit: Visit) {
    let image = state.disk.images[store]
    for home in 0..<3 where image.pledges >> home & 1 == 1 {
      let last = image.applied(home)
      guard state.settlement == nil, state.owner(store) == nil,
        last == state.disk.images[home].ledger(store)
      else { continue }
      var next = state
      next.disk.images[store].pledges &= ~(1 << home)
      next.disk.synced[store] = next.disk.images[store]
      visit(.takeBackPledge(store: store, home: home), next)
      next.settlement = ProtocolState.Settlement(
        store: UInt8(store), home: UInt8(home), last: UInt8(last))
      visit(.takeBackPledge(store: store, home: home), next)
    }
  }

  private func settle(_ state: ProtocolState, _ visit: Visit) {
    guard let settlement = state.settlement else { return }
    let (store, home) = (Int(settlement.store), Int(settlement.home))
    guard state.owner(home) == nil else { return }
    var next = state
    let last = scenario.mutation == .forgetsWhatCameMeanwhile ? 4 : Int(settlement.last)
    for number in stride(from: 1, through: last, by: 1) {
      next.disk.images[home].setOutbox(store, number, nil)
    }
    next.disk.synced[home] = next.disk.images[home]
    next.settlement = nil
    visit(.settle(store: store, home: home), next)
  }
}

extension ProtocolState.Disk {
  /// The last saves to a relaxed store alone are gone if they were not synced, as was agreed; not
  /// those before a save that comes back from its home.
  mutating func losePower(_ stores: Int, _ scenario: Scenario) {
    for store in 0..<3 where stores >> store & 1 == 1 {
      let gone = images[store].saves & ~synced[store].saves
      var last: [Int] = []
      decisions { save in
        guard scenario.stores(save) >> store & 1 == 1 else { return }
        if scenario.isSingle(scenario.stores(save)) { last.append(save) } else { last = [] }
      }
      for save in last where gone >> save & 1 == 1 { lose(save, store) }
      images[store] = synced[store]
    }
  }

  /// Replaces a store by its copy: what only this store knew is lost.
  mutating func putBack(_ store: Int, _ scenario: Scenario) {
    let gone = images[store].saves & ~copies[store].saves
    for save in 0..<4 where gone >> save & 1 == 1 {
      let stores = scenario.stores(save)
      let home = scenario.isSingle(stores) ? store : scenario.homes[scenario.saver(of: save)]
      if home == store { loseEverywhere(save, stores) }
      if home == store || isLost(save, home) { lose(save, store) }
    }
    loseWithoutPledge(store, scenario)
    images[store] = copies[store]
    synced[store] = copies[store]
    restored |= 1 &<< UInt8(store)
  }

  /// A save that its home has forgotten does not come to followers that lack it.
  private mutating func loseEverywhere(_ save: Int, _ stores: Int) {
    for store in 0..<3 where stores >> store & 1 == 1 && images[store].saves >> save & 1 == 0 {
      lose(save, store)
    }
  }

  /// A copy from before its pledge cannot know that it lacks something, and may be written.
  private mutating func loseWithoutPledge(_ store: Int, _ scenario: Scenario) {
    var missing: [Int] = []
    decisions { save in
      let home = scenario.homes[scenario.saver(of: save)]
      let stores = scenario.stores(save)
      if !scenario.isSingle(stores), home != store, stores >> store & 1 == 1,
        copies[store].pledges >> home & 1 == 0, copies[store].saves >> save & 1 == 0
      {
        missing.append(save)
      }
    }
    for save in missing { lose(save, store) }
  }
}
