// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import CoreDataTestSupport
import Foundation
import Testing

@Suite("Child contexts: misuse")
struct ChildMisuseTests {
  @Test func aConfinementParentIsReported() async {  // R-CTX-071, 001, 002
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      let parent = NSManagedObjectContext(concurrencyType: .confinementConcurrencyType)
      NSManagedObjectContext(.privateQueue).parent = parent
    }
    #expect(result?.reports("NSInvalidArgumentException") == true)
  }

  @Test func aCycleIsReported() async {  // R-CTX-071
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      let parent = NSManagedObjectContext(.privateQueue)
      let child = NSManagedObjectContext(.privateQueue)
      child.parent = parent
      parent.parent = child
    }
    #expect(result?.reports("NSInvalidArgumentException") == true)
  }

  @Test func anotherParentIsReported() async {  // R-CTX-070
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      let child = NSManagedObjectContext(.privateQueue)
      child.parent = NSManagedObjectContext(.privateQueue)
      child.parent = NSManagedObjectContext(.privateQueue)
    }
    #expect(result?.reports("NSInvalidArgumentException") == true)
  }
}
