// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import CoreDataTestSupport
import Foundation
import Testing

/// What is sent before an object's own changes.
@Suite struct ObservationTests {
  // R-CTX-228
  @Test(arguments: StackKind.everyStore)
  func eachChangeOfAPropertyIsSentBeforeIt(_ kind: StackKind) throws {
    try Stack(kind).run { context in
      let ada = context.insert("Person", ["firstName": "Ada"])
      try context.save()
      let watch = Watch(ada)
      ada.setValue("Bea", forKey: "firstName")
      ada.setValue("Cleo", forKey: "firstName")
      #expect(watch.take() == ["Ada", "Bea"])
      context.processPendingChanges()
      ada.setValue(30, forKey: "age")
      #expect(watch.take() == ["Cleo"])
      try context.save()
      #expect(watch.take() == [])
      ada.setValue("Dora", forKey: "firstName")
      #expect(watch.take() == ["Cleo"])
    }
  }

  // R-CTX-228
  @Test(arguments: StackKind.all)
  func primitiveValuesAreNotSentButNotesOfChangesAre(_ kind: StackKind) throws {
    try Stack(kind).run { context in
      let ada = context.insert("Person", ["firstName": "Ada"])
      let watch = Watch(ada)
      ada.setPrimitiveValue("Bea", forKey: "firstName")
      #expect(watch.take() == [])
      ada.willChangeValue(forKey: "firstName")
      ada.setPrimitiveValue("Cleo", forKey: "firstName")
      ada.didChangeValue(forKey: "firstName")
      #expect(watch.take() == ["Bea"])
      ada.willChangeValue(forKey: "cars", withSetMutation: .union, using: [])
      ada.didChangeValue(forKey: "cars", withSetMutation: .union, using: [])
      ada.willChangeValue(forKey: "colour of the icon")
      ada.didChangeValue(forKey: "colour of the icon")
      #expect(watch.take() == ["Cleo", "Cleo"])
    }
  }

  // R-CTX-228
  @Test(arguments: StackKind.all)
  func bothSidesOfARelationshipAreToldOnce(_ kind: StackKind) throws {
    try Stack(kind).run { context in
      let (ada, bea) = (context.insert("Person"), context.insert("Person"))
      let car = context.insert("Car")
      ada.setValue("Ada", forKey: "firstName")
      car.setValue(ada, forKey: "owner")
      let owners = [ada, bea].map { Watch($0) { "\($0.objects("cars").count)" } }
      let driven = Watch(car) {
        ($0.value(forKey: "owner") as? NSManagedObject)?.string("firstName")
      }
      car.setValue(bea, forKey: "owner")
      #expect(owners.map { $0.take() } == [["1"], ["0"]])
      #expect(driven.take() == ["Ada"])
      bea.setValue(NSSet(), forKey: "cars")
      #expect(owners.map { $0.take() } == [[], ["1"]])
      #expect(driven.take().count == 1)
    }
  }

  // R-CTX-228, R-CTX-219
  @Test(arguments: StackKind.all)
  func eachChangeOfAMutableSetIsSentOnce(_ kind: StackKind) throws {
    try Stack(kind).run { context in
      let ada = context.insert("Person")
      let clubs = (0..<3).map { _ in context.insert("Club") }
      let watch = Watch(ada) { "\($0.objects("clubs").count)" }
      let set = ada.mutableSetValue(forKey: "clubs")
      set.add(clubs[0])
      set.addObjects(from: clubs)
      set.remove(clubs[1])
      set.intersect([clubs[2]])
      set.setSet([clubs[0], clubs[1]])
      set.removeAllObjects()
      #expect(watch.take() == ["0", "1", "3", "2", "1", "2"])
      #expect(set.count == 0)
    }
  }

  // R-CTX-228
  @Test(arguments: StackKind.all)
  func eachChangeOfAnOrderIsSentOnce(_ kind: StackKind) throws {
    try Stack(kind).run { context in
      let club = context.insert("Club")
      let people = ["a", "b", "c"].map { context.insert("Person", ["firstName": $0]) }
      let watch = Watch(club) {
        let list = $0.value(forKey: "waiting") as? NSOrderedSet
        return list?.array.compactMap { ($0 as? NSManagedObject)?.string("firstName") }.joined()
      }
      let list = club.mutableOrderedSetValue(forKey: "waiting")
      list.addObjects(from: people)
      list.moveObjects(at: [2], to: 0)
      list.exchangeObject(at: 0, withObjectAt: 1)
      club.mutableArrayValue(forKey: "waiting").removeObject(at: 0)
      #expect(watch.take() == ["", "abc", "cab", "acb"])
    }
  }

  // R-CTX-228
  @Test(arguments: StackKind.everyStore)
  func deletingIsSentToTheObjectAndToThoseThatLoseIt(_ kind: StackKind) throws {
    try Stack(kind).run { context in
      let ada = context.insert("Person", ["firstName": "Ada"])
      let club = context.insert("Club", ["title": "Chess", "members": NSSet(object: ada)])
      try context.save()
      let state = Watch(ada) { "\($0.isDeleted) \($0.managedObjectContext != nil)" }
      let members = Watch(club) { "\($0.objects("members").count)" }
      context.delete(ada)
      #expect(state.take() == ["false true"])
      context.insert(ada)
      #expect(state.take() == ["true true"])
      context.delete(ada)
      context.processPendingChanges()
      #expect(state.take() == ["false true"])
      #expect(members.take() == ["1"])
      try context.save()
      #expect(state.take() == ["false false"])
      #expect(members.take() == [])
    }
  }

  // R-CTX-228
  @Test func anObjectWithoutAContextSendsAndGoesOnInOne() throws {
    try Stack(StackKind.singles[0]).run { context in
      let entity = try #require(NSEntityDescription.entity(forEntityName: "Person", in: context))
      let ada = NSManagedObject(entity: entity, insertInto: nil)
      let watch = Watch(ada)
      ada.setValue("Ada", forKey: "firstName")
      #expect(watch.take() == [nil])
      context.insert(ada)
      ada.setValue("Bea", forKey: "firstName")
      #expect(watch.take() == ["Ada"])
    }
  }

  // R-CTX-228, R-CTX-242
  @Test(arguments: StackKind.all)
  func loadingAFaultIsNotSent(_ kind: StackKind) throws {
    try Stack.traced(kind).run { context in
      let ada = try context.traced()
      try context.save()
      context.refresh(ada, mergeChanges: false)
      let watch = Watch(ada)
      #expect(ada.isFault)
      #expect(ada.string("firstName") == "Ada")
      #expect(ada.events.last == "awakeFromFetch")
      #expect(watch.take() == [])
    }
  }

  // R-CTX-229
  @Test func aCancelledSubscriptionHearsNothing() throws {
    try Stack(StackKind.singles[0]).run { context in
      let ada = context.insert("Person", ["firstName": "Ada"])
      let (gone, here) = (Watch(ada), Watch(ada))
      gone.cancel()
      ada.setValue("Bea", forKey: "firstName")
      #expect(gone.take() == [])
      #expect(here.take() == ["Ada"])
      ada.objectWillChange.send()
      #expect(here.take() == ["Bea"])
      #expect(ada.objectWillChange === ada.objectWillChange)
    }
  }

  // R-CTX-229
  @Test func aPublisherIsFreedWithItsObject() throws {
    try Stack(StackKind.singles[0]).run { context in
      weak var publisher: ObservableObjectPublisher?
      weak var object: NSManagedObject?
      var subscription: AnyCancellable?
      try {
        let ada = context.insert("Person", ["firstName": "Ada"])
        try context.save()
        (object, publisher) = (ada, ada.objectWillChange)
        subscription = publisher?.sink {}
      }()
      #expect(object == nil)
      #expect(publisher == nil)
      subscription?.cancel()
    }
  }

  // R-CTX-228, R-CTX-105
  @Test func anObjectWhoseContextDiesIsNotTold() throws {
    let stack = try Stack(StackKind.singles[0])
    var context: NSManagedObjectContext? = stack.context()
    let ada = try #require(
      context?.performAndWait { context?.insert("Person", ["firstName": "Ada"]) })
    let watch = Watch(ada)
    context = nil
    #expect(ada.managedObjectContext == nil)
    #expect(watch.take() == [])
  }
}
