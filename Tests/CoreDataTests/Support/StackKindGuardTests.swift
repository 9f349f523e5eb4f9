// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import Testing

/// Nothing may drop out of the suites in silence.
@Suite struct StackKindGuardTests {
  @Test func everyKindOfStoreStandsAloneAndBesideOthers() {
    let names = Set(StackKind.everyStore.flatMap(\.stores).map(\.type))
    for type in names {
      let kinds = StackKind.everyStore.filter { $0.stores.contains { $0.type == type } }
      #expect(kinds.contains { $0.stores.count == 1 }, "\(type)")
      #expect(kinds.contains { $0.stores.contains { $0.type != type } }, "\(type)")
    }
    #expect(names.count == StackKind.singles.count + 4)
    #expect(StackKind.everyStore.count == StackKind.all.count + 7)
  }

  @Test func onlyStacksOfTheLibrarysOwnStoresEnforceUniqueness() {
    #expect(StackKind.everyStore.count(where: \.enforcesUniqueness) == StackKind.all.count)
    #expect(StackKind.all.allSatisfy { $0.enforcesUniqueness })
  }
}
