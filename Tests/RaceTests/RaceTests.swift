// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreDataTestSupport
import RaceDriver
import Testing

/// The races as they are, without the thread sanitizer, under which `make races` runs them.
@Suite(.serialized) struct RaceTests {
  // R-CTX-901, R-CTX-902, R-CTX-781, R-CTX-907
  @Test(arguments: Race.mergingAndDying.kinds)
  func contextsThatMergeAndDieOnOtherThreadsDoNotRace(_ kind: StackKind) throws {
    try Race.mergingAndDying.run(kind)
  }

  // R-CTX-901
  @Test(arguments: Race.losingNoRows.kinds)
  func eightContextsLoseNoRows(_ kind: StackKind) throws {
    try Race.losingNoRows.run(kind)
  }

  // R-PSC-770, R-PSC-830
  @Test(arguments: Race.hearingOfWrites.kinds)
  func observersOfRemoteChangesDoNotRaceWithStoresThatComeAndGo(_ kind: StackKind) throws {
    try Race.hearingOfWrites.run(kind)
  }
}
