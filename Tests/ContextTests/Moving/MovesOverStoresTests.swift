// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import CoreDataTestSupport
import Foundation
import Testing

/// Objects that move between stores of all kinds.
@Suite struct MovesOverStoresTests {
  // R-PSC-930, 931, 932
  @Test(arguments: StorePair.all)
  func aGraphMovesThereAndBack(_ pair: StorePair) throws {
    let stack = try StudioModel.stack(pair)
    try stack.run { context in
      let studio = try Studio(in: stack.first, context)
      let text = studio.text
      for store in [stack.second, stack.first] {
        let everything = studio.everything
        let former = Set(everything.map(\.objectID))
        let ids = try context.move([studio.department], to: store)
        #expect(Set(ids.keys) == former)
        #expect(studio.department.objectID.persistentStore !== store)
        try context.save()
        #expect(studio.everything == everything)
        #expect(Set(everything.map(\.objectID)) == Set(ids.values))
        #expect(Set(everything.map(\.objectID.persistentStore)) == [store])
        #expect(studio.text == text)
        #expect(!context.hasChanges)
        try stack.run { other in
          let found = try Studio(other)
          #expect(found.text == text)
          #expect(Set(found.everything.map(\.objectID)) == Set(ids.values))
          #expect(try other.all("Sample").count == 2)
          #expect(try other.all("Person").count == 3)
        }
      }
    }
  }
}
