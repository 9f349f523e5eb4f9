// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import CoreDataTestSupport
import Foundation
import Testing

/// IDs of objects that have moved lead to them.
@Suite struct ForwardingTests {
  // R-PSC-933
  @Test(arguments: StorePair.various)
  func formerIDsLeadToMovedObjects(_ pair: StorePair) throws {
    let stack = try StudioModel.stack(pair)
    try stack.run { context in
      let studio = try Studio(in: stack.first, context)
      let ids = try context.move([studio.department], to: stack.second)
      try context.save()
      for (former, present) in ids {
        let uri = former.uriRepresentation()
        #expect(stack.coordinator.managedObjectID(forURIRepresentation: uri) == present)
        #expect(context.object(with: former) === context.object(with: present))
        #expect(context.registeredObject(for: former) === context.object(with: present))
        #expect(try context.existingObject(with: former).objectID == present)
        try stack.run { other in
          let found = try other.existingObject(with: former)
          #expect(found.objectID == present)
          #expect(other.object(with: former).objectID == present)
        }
      }
    }
  }

  // R-PSC-933
  @Test(arguments: StorePair.durable)
  func theyDoSoAfterReopening(_ pair: StorePair) throws {
    let stack = try StudioModel.stack(pair)
    let (former, present) = try stack.run { context -> (URL, URL) in
      let studio = try Studio(in: stack.first, context)
      let former = studio.department.objectID.uriRepresentation()
      try context.move([studio.department], to: stack.second)
      try context.save()
      return (former, studio.department.objectID.uriRepresentation())
    }
    let second = try stack.reopenedStudio()
    do {
      let stack = second
      let id = try #require(stack.coordinator.managedObjectID(forURIRepresentation: former))
      #expect(id.uriRepresentation() == present)
      try stack.run { context in
        let department = try context.existingObject(with: id)
        #expect(department.string("name") == "Research")
        // Back, and the first ID is the object's again.
        try context.move([department], to: stack.first)
        try context.save()
        #expect(department.objectID.uriRepresentation() == former)
      }
    }
    do {
      let stack = try second.reopenedStudio()
      let id = try #require(stack.coordinator.managedObjectID(forURIRepresentation: former))
      #expect(id.uriRepresentation() == former)
      let back = try #require(stack.coordinator.managedObjectID(forURIRepresentation: present))
      #expect(back.uriRepresentation() == former)
      try stack.run { context in
        let department = try context.existingObject(with: back)
        #expect(department.string("name") == "Research")
      }
    }
  }

  // R-PSC-933: chains are collapsed
  @Test(arguments: StackKind.singles.filter(\.isDurable))
  func aChainLeadsStraightToItsEnd(_ kind: StackKind) throws {
    let type = kind.stores[0].type
    let three = StackKind(name: "three \(type)", stores: [(type, nil), (type, nil), (type, nil)])
    let stack = try Stack(three, model: try StudioModel.make())
    let (former, present) = try stack.run { context -> (NSManagedObjectID, NSManagedObjectID) in
      let sample = context.insert("Sample", ["name": "one"])
      context.assign(sample, to: stack.first)
      try context.save()
      let former = sample.objectID
      for store in stack.coordinator.persistentStores.dropFirst() {
        try context.move([sample], to: store)
        try context.save()
      }
      return (former, sample.objectID)
    }
    #expect(
      stack.coordinator.managedObjectID(forURIRepresentation: former.uriRepresentation()) == present
    )
    do {
      let stack = try stack.reopenedStudio()
      try stack.coordinator.remove(stack.second)
      let id = stack.coordinator.managedObjectID(forURIRepresentation: former.uriRepresentation())
      #expect(id?.uriRepresentation() == present.uriRepresentation())
    }
  }

  // R-PSC-933
  @Test func anIDLeadsNowhereWithoutTheOtherStore() throws {
    let stack = try StudioModel.stack(StorePair.own[0])
    try stack.run { context in
      let studio = try Studio(in: stack.first, context)
      let former = studio.department.objectID
      try context.move([studio.department], to: stack.second)
      try context.save()
      try stack.coordinator.remove(stack.second)
      let id = stack.coordinator.managedObjectID(forURIRepresentation: former.uriRepresentation())
      #expect(id == former)
      #expect(failure { _ = try context.existingObject(with: former) } != nil)
    }
  }

  // R-PSC-933
  @Test func entriesHaveAnAge() throws {
    let stack = try StudioModel.stack(StorePair.durable.first ?? StorePair.own[0])
    #expect(stack.coordinator.forwardingAge == nil)
    let former = try stack.run { context in
      let studio = try Studio(in: stack.first, context)
      let former = studio.department.objectID
      try context.move([studio.department], to: stack.second)
      try context.save()
      return former.uriRepresentation()
    }
    stack.coordinator.forwardingAge = 3600
    #expect(
      stack.coordinator.managedObjectID(forURIRepresentation: former)?.uriRepresentation() != former
    )
    stack.coordinator.forwardingAge = -1
    #expect(
      stack.coordinator.managedObjectID(forURIRepresentation: former)?.uriRepresentation() == former
    )
    // The next move takes them out of the store.
    try stack.run { context in
      let sample = context.insert("Sample", ["name": "next"])
      context.assign(sample, to: stack.first)
      try context.save()
      try context.move([sample], to: stack.second)
      try context.save()
    }
    do {
      let stack = try stack.reopenedStudio()
      #expect(
        stack.coordinator.managedObjectID(forURIRepresentation: former)?.uriRepresentation()
          == former)
    }
  }
}

extension Stack {
  fileprivate func reopenedStudio() throws -> Stack { try reopened(model: try StudioModel.make()) }
}
