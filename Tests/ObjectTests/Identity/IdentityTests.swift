// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import CoreDataTestSupport
import Foundation
import Testing

/// Objects are compared and hashed by identity, however they are boxed.
@Suite struct IdentityTests {
  // R-CTX-100
  @Test func anObjectIsEqualToItselfAloneInEveryBox() throws {
    try Stack(StackKind.singles[0]).run { context in
      let (car, other) = (context.insert("SportCar"), context.insert("SportCar"))
      #expect(car.isEqual(car))
      #expect(car.isEqual(car as Any))
      #expect(car.isEqual(AnyHashable(car)))
      #expect(car.isEqual(Any?.some(car)))
      #expect(car == car)
      #expect(car.hash == car.hash)
      #expect(!car.isEqual(other))
      #expect(!car.isEqual(nil))
      #expect(!car.isEqual(AnyHashable(other)))
      #expect(!car.isEqual(car.hash))
      #expect(!car.isEqual("car"))
      #expect(!car.isEqual(NSObject()))
      #expect(Set([car, other, car]).count == 2)
      #expect(Set([car, other]).contains(other))
    }
  }

  // R-CTX-126
  @Test func idsAreEqualByContentInEveryBox() throws {
    let stack = try Stack(StackKind.singles[0])
    try stack.run { context in
      let car = context.insert("SportCar", ["numberPlate": "A"])
      let other = context.insert("SportCar", ["numberPlate": "B"])
      try context.save()
      let again = stack.coordinator.managedObjectID(
        forURIRepresentation: car.objectID.uriRepresentation())
      let copy = try #require(again)
      #expect(copy !== car.objectID)
      #expect(copy.isEqual(car.objectID))
      #expect(copy.hash == car.objectID.hash)
      #expect(copy.isEqual(AnyHashable(car.objectID)))
      #expect(!copy.isEqual(other.objectID))
      #expect(Set([copy, car.objectID, other.objectID]).count == 2)
      #expect(!copy.isEqual(nil))
    }
  }
}
