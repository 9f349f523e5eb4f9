// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import ClientStores
import CoreData
import CoreDataTestSupport
import StoreTestSupport
import Testing

/// Nothing may drop out of the suites in silence.
@Suite(.enabled(if: TestScope.current == .all)) struct StackKindGuardTests {
  /// But for the store on a server, which stands alone in the suites of stores.
  @Test func everyKindOfStoreStandsAloneAndBesideOthers() {
    let names = Set(StackKind.everyStore.flatMap(\.stores).map(\.type))
    for type in names {
      let kinds = StackKind.everyStore.filter { $0.stores.contains { $0.type == type } }
      let standsAlone = kinds.contains { $0.stores.count == 1 }
      #expect(standsAlone == (type != ClientStores.httpType), "\(type)")
      #expect(kinds.contains { $0.stores.contains { $0.type != type } }, "\(type)")
    }
    #expect(names.count == StackKind.singles.count + 6)
    #expect(StackKind.everyStore.count == StackKind.all.count + 12)
  }

  /// What a stack does depends on which store comes first.
  @Test func storesOfClientsComeBeforeAndAfterThoseOfTheLibrary() {
    let own = Set(StackKind.singles.map(\.name))
    let mixed = StackKind.everyStore.map { $0.stores.map(\.type) }
    for client in [ClientStores.csvType, ClientStores.httpType] {
      let before = mixed.filter { $0[0] == client }.flatMap { $0 }
      let after = mixed.filter { $0.dropFirst().contains(client) }.map { $0[0] }
      #expect(!own.isDisjoint(with: before), "\(client)")
      #expect(!own.isDisjoint(with: after), "\(client)")
      let beside = mixed.filter { $0.contains(client) }.flatMap { $0 }
      #expect(own.isSubset(of: beside), "\(client)")
    }
  }

  @Test func onlyStacksOfTheLibrarysOwnStoresEnforceUniqueness() {
    #expect(StackKind.everyStore.count(where: \.enforcesUniqueness) == StackKind.all.count)
    #expect(StackKind.all.allSatisfy { $0.enforcesUniqueness })
  }
}
