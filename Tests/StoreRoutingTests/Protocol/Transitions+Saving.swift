// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

extension Transitions {
  /// Step 5: what the transactions write, which nobody sees yet.
  func apply(_ state: inout ProtocolState, _ saver: Int) {
    let save = scenario.number(saver: saver, turn: Int(state[saver].turn))
    let (stores, home) = (scenario.stores(save), scenario.homes[saver])
    for store in 0..<3 where stores >> store & 1 == 1 { state.open[store].saves |= 1 << save }
    state[saver].phase = .deciding
    guard !scenario.isSingle(stores) else { return }
    var homeImage = state.open[home]
    for store in 0..<3 where store != home {
      if stores >> store & 1 == 1 { enter(save, store, home, &homeImage, &state) }
      trim(store, home, &homeImage, state)
    }
    state.open[home] = homeImage
  }

  private func enter(
    _ save: Int, _ store: Int, _ home: Int, _ image: inout StoreImage,
    _ state: inout ProtocolState
  ) {
    let last =
      mutation == .reusesNumbers
      ? image.ledger(store) : max(image.ledger(store), state.open[store].applied(home))
    image.setLedger(store, last + 1)
    image.setOutbox(store, last + 1, save)
    state.open[store].setApplied(home, last + 1)
  }

  private func trim(_ store: Int, _ home: Int, _ image: inout StoreImage, _ state: ProtocolState) {
    var last = state.disk.synced[store].applied(home)
    if mutation == .trimsBeforeTheFollowerIsSynced {
      last = state.disk.images[store].applied(home)
    }
    if mutation == .trimsByTheOpenTransaction, state.owner(store) != nil {
      // What was replayed, not what this save writes on top.
      last = max(last, state.open[store].applied(home) - 1)
    }
    for number in stride(from: 1, through: last, by: 1) { image.setOutbox(store, number, nil) }
  }

  /// Step 6: the home, or the only store, commits. From here on the save is everywhere.
  func decide(_ state: ProtocolState, _ saver: Int, _ visit: Visit) {
    let save = scenario.number(saver: saver, turn: Int(state[saver].turn))
    let stores = scenario.stores(save)
    if mutation == .followerFirst, !scenario.isSingle(stores) {
      for store in 0..<3 where store != scenario.homes[saver] && state.owner(store) == saver {
        var next = state
        publish(store, &next)
        return visit(.commit(saver: saver, store: store), next)
      }
    }
    var next = state
    next.disk.decide(save)
    let home = scenario.isSingle(stores) ? stores.trailingZeroBitCount : scenario.homes[saver]
    publish(home, &next, isHome: !scenario.isSingle(stores))
    next[saver].phase = .committing
    finish(&next, saver)
    visit(.decide(saver: saver), next)
  }

  /// Step 7.
  func commit(_ state: ProtocolState, _ saver: Int, _ visit: Visit) {
    for store in 0..<3 where state.owner(store) == saver {
      var next = state
      publish(store, &next)
      finish(&next, saver)
      visit(.commit(saver: saver, store: store), next)
      guard Int(state.failures) < scenario.failures else { return }
      var failed = state
      failed.failures += 1
      failed.open[store] = StoreImage()
      failed.setOwner(store, nil)
      finish(&failed, saver)
      return visit(.fail(saver: saver, store: store), failed)
    }
  }

  private func publish(_ store: Int, _ state: inout ProtocolState, isHome: Bool = false) {
    state.disk.images[store] = state.open[store]
    if isHome || scenario.relaxed >> store & 1 == 0 {
      state.disk.synced[store] = state.open[store]
    }
    state.open[store] = StoreImage()
    state.setOwner(store, nil)
  }

  /// Acknowledges the save once nothing of it is open any more.
  private func finish(_ state: inout ProtocolState, _ saver: Int) {
    guard !(0..<3).contains(where: { state.owner($0) == saver }) else { return }
    let save = scenario.number(saver: saver, turn: Int(state[saver].turn))
    state.disk.acknowledged |= 1 &<< UInt8(save)
    state[saver].phase = .idle
    state[saver].turn += 1
  }
}
