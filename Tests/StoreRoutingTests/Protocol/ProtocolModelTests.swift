// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Testing

/// The protocol of saves over several stores, explored in every order of its steps: two savers, three
/// stores, one of them the home, deaths at every step, stores that are missing, copies of other ages.
@Suite struct ProtocolModelTests {
  // Stores by a bit each, in the order of their UUIDs.
  private static let (a, b, c) = (1, 2, 4)
  private static let (all, ab, bc, ac) = (7, 3, 6, 5)

  /// Homes first, last and between, in the order of locks.
  private static let oneHome = [0, 1, 2].map { home in
    Scenario(
      name: "home \(home)", homes: [home, home], plans: [[all, all], [all & ~(1 << home), all]])
  }
  private static let singles = Scenario(
    name: "one store at a time", homes: [1, 1], plans: [[all, a], [bc, a]])
  private static let crossed = Scenario(
    name: "two homes", homes: [0, 1], plans: [[all, ac], [all, bc]])
  private static let unpledging = Scenario(
    name: "pledges taken back", plans: [[ab, ab], [b, ab]], crashes: 2, removesPledges: true)
  private static let relaxed = Scenario(
    name: "relaxed followers", plans: [[ab, ac], [b, ab]], relaxed: b)
  private static let copies = Scenario(
    name: "copies of other ages", plans: [[ab, ab, b], [ab]], crashes: 1, copied: ab)

  // R-PSC-910, R-PSC-913, R-PSC-916, R-PSC-918, R-PSC-919, R-PSC-920, R-PSC-921, R-PSC-922, R-PSC-924
  @Test(arguments: oneHome + [singles, crossed, unpledging, relaxed, copies])
  func noOrderOfStepsSplitsASave(_ scenario: Scenario) {
    let exploration = Exploration(scenario)
    #expect(
      exploration.complaint == nil, "\(exploration.complaint ?? ""): \(exploration.steps)")
    #expect(exploration.count > 1_000)
  }

  /// The exploration sees what it is there for: no mistake in the protocol passes.
  @Test(arguments: Mutation.allCases)
  func everyMistakeIsNoticed(_ mutation: Mutation) {
    let exploration = Exploration(Self.scenario(for: mutation).with(mutation))
    #expect(exploration.complaint != nil)
    #expect((exploration.complaint == "deadlock") == (mutation == .locksOutOfOrder))
  }

  private static func scenario(for mutation: Mutation) -> Scenario {
    switch mutation {
    case .noPledge, .noDrain: singles
    case .followerFirst, .trimsByTheOpenTransaction: oneHome[1]
    case .drainsWithTheSave, .locksOutOfOrder: crossed
    case .pledgeLookedAtBeforeTheLock, .forgetsWhatCameMeanwhile: unpledging
    case .trimsBeforeTheFollowerIsSynced, .decidesOverUnsyncedFollowers: relaxed
    case .pledgesAnOldCopy, .replaysOverGaps, .reusesNumbers: copies
    }
  }
}
