// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import Foundation
import Synchronization
import Testing

/// Calls of generated code and of client stores, during which no lock of the library is held.
@Suite struct LocklessCallTests {
  private final class Visit: NSManagedObject {
    var place: String { "" }
    var day: Int { 0 }
    var guest: String { "" }
  }

  @Test func keyPathsMayBeRegisteredWhileOthersAreMade() {
    NSManagedObject.registerKeyPaths {
      NSManagedObject.registerKeyPaths([\Visit.place: "place"])
      return [\Visit.day: "day"]
    }
    #expect(NSManagedObject.propertyName(of: \Visit.day) == "day")
    #expect(NSManagedObject.propertyName(of: \Visit.place) == "place")
  }

  private final class Meeting: Sendable {
    let calls = Atomic<Int>(0)
    let hasFound = DispatchSemaphore(value: 0)
    let isInTime = Atomic<Bool>(false)

    func waitForAnother() {
      guard calls.add(1, ordering: .relaxed).oldValue == 0 else { return }
      Thread.detachNewThread {
        _ = NSManagedObject.propertyName(of: \Visit.guest)
        self.hasFound.signal()
      }
      let result = hasFound.wait(timeout: .now() + 60)
      isInTime.store(result == .success, ordering: .sequentiallyConsistent)
    }
  }

  @Test func aRegistrationMayWaitForAThreadThatLooksForAName() {
    let meeting = Meeting()
    NSManagedObject.registerLater { meeting.waitForAnother() }
    #expect(NSManagedObject.propertyName(of: \Visit.guest) == nil)
    let isInTime = meeting.isInTime.load(ordering: .sequentiallyConsistent)
    #expect(isInTime)
  }
}
