// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import CoreDataTestSupport
import Foundation
import Testing

/// The sections of a controller's results.
@Suite struct SectionTests {
  // R-REQ-260
  @Test(arguments: StackKind.everyStore)
  func withoutNamesThereIsOneSectionAlways(_ kind: StackKind) throws {
    let context = try Stack(kind).held()
    try context.performAndWait {
      let list = try PeopleList(context)
      #expect(list.sectionNames == [""])
      #expect(list.names == [[]])
      let named = try PeopleList(context, sections: "lastName")
      #expect(named.sectionNames == [])
    }
  }

  // R-REQ-261, R-REQ-275, R-REQ-276
  @Test(arguments: StackKind.everyStore)
  func sectionsComeAndGoWithTheirObjects(_ kind: StackKind) throws {
    let context = try Stack(kind).held()
    try context.performAndWait {
      let people = context.people("Ada A", "Bob B", "Ben B", "Dan D")
      try context.save()
      let list = try PeopleList(context, sections: "lastName")
      #expect(list.sectionNames == ["A", "B", "D"])
      #expect(list.names == [["Ada"], ["Ben", "Bob"], ["Dan"]])
      list.event {
        context.delete(people[0])
        people[3].setValue("C", forKey: "lastName")
      }
      #expect(list.list.calls == "wsoossd")
      #expect(list.list.sectionChanges.map(\.name) == ["C", "D", "A"])
      #expect(list.list.sectionChanges.map(\.index) == [1, 2, 0])
      #expect(list.list.lastBatch == ["d 0.0 -", "m 2.0 1.0"])
      #expect(list.list.complaints == [])
    }
  }

  // R-REQ-261
  @Test func numbersAndNothingHaveNames() throws {
    let context = try Stack(StackKind.singles[0]).held()
    try context.performAndWait {
      let people = context.people("Ada A", "Bob B")
      people[0].setValue(nil, forKey: "age")
      people[1].setValue(42, forKey: "age")
      let list = try PeopleList(context, sortedBy: ["age", "firstName"], sections: "age")
      #expect(list.sectionNames == ["", "42"])
      let club = context.insert("Club", ["title": "Chess"])
      people[1].setValue(Set([club]), forKey: "clubs")
      let passport = context.insert("Passport", ["number": "7"])
      people[1].setValue(passport, forKey: "passport")
      let other = try PeopleList(
        context, sortedBy: ["passport.number", "firstName"], sections: "passport.number")
      #expect(other.sectionNames == ["", "7"])
    }
  }

  // R-REQ-261
  @Test(arguments: StackKind.everyStore)
  func namesMayBeTransient(_ kind: StackKind) throws {
    let context = try Stack(kind).held()
    try context.performAndWait {
      let people = context.people("Ada A", "Bob B")
      people[0].setValue("calm", forKey: "mood")
      people[1].setValue("wild", forKey: "mood")
      let list = try PeopleList(context, sections: "mood")
      #expect(list.sectionNames == ["calm", "wild"])
      list.event { people[0].setValue("cold", forKey: "mood") }
      #expect(list.sectionNames == ["cold", "wild"])
      #expect(list.list.complaints == [])
    }
  }

  @Test func namesMayBeComputed() throws {
    let context = try Stack(StackKind.singles[0]).held()
    try context.performAndWait {
      _ = context.people("Ada Abel", "Bob Ames", "Cyd Bell")
      let request = NSFetchRequest<NSManagedObject>(entityName: "Person")
      request.sortDescriptors = [NSSortDescriptor(key: "lastName", ascending: true)]
      let controller = NSFetchedResultsController(
        fetchRequest: request, managedObjectContext: context,
        sectionNames: { $0.string("lastName").map { String($0.prefix(1)) } })
      try controller.performFetch()
      #expect(controller.sections?.map(\.name) == ["A", "B"])
      #expect(controller.sections?.map(\.numberOfObjects) == [2, 1])
    }
  }

  // R-REQ-261
  @Test func namesThatComeBackAreRefused() throws {
    let context = try Stack(StackKind.singles[0]).held()
    context.performAndWait {
      _ = context.people("Ada A", "Bob B", "Cyd A")
      let error = #expect(throws: CocoaError.self) {
        _ = try PeopleList(context, sortedBy: ["firstName"], sections: "lastName")
      }
      let reason = error?.userInfo["reason"] as? String ?? ""
      #expect(reason.contains("at index 2 has an out of order section name 'A'"))
    }
  }

  @Test func aKeyPathThatLeadsNowhereIsRefused() throws {
    let context = try Stack(StackKind.singles[0]).held()
    context.performAndWait {
      for path in ["nothing", "passport.nothing"] {
        let error = #expect(throws: CocoaError.self) {
          _ = try PeopleList(context, sections: path)
        }
        let reason = error?.userInfo["reason"] as? String ?? ""
        #expect(reason.contains("'\(path)' leads to the key 'nothing'"))
      }
    }
  }

  // R-REQ-263
  @Test func titlesAreCapitalsUnlessTheDelegateSays() throws {
    let context = try Stack(StackKind.singles[0]).held()
    try context.performAndWait {
      _ = context.people("Ada abel", "Bob ames", "Cyd bell")
      let list = try PeopleList(context, sections: "lastName")
      let controller = list.controller
      #expect(controller.sections?.map(\.indexTitle) == ["A", "A", "B"])
      #expect(controller.sectionIndexTitles == ["A", "B"])
      #expect(controller.section(forSectionIndexTitle: "B", at: 1) == 2)
      #expect(controller.section(forSectionIndexTitle: "X", at: 9) == NSNotFound)
      let titles = Titles()
      controller.delegate = titles
      try controller.performFetch()
      #expect(controller.sectionIndexTitles == ["ab", "am"])
      #expect(controller.sections?[2].indexTitle == nil)
    }
  }

  // R-REQ-290
  @Test func theCacheNeverChangesResults() throws {
    let context = try Stack(StackKind.singles[0]).held()
    let name = "sections \(UUID().uuidString)"
    defer { NSFetchedResultsController<NSManagedObject>.deleteCache(withName: name) }
    try context.performAndWait {
      let people = context.people("Ada A", "Bob B", "Ben B")
      let first = try PeopleList(context, sections: "lastName", cacheName: name)
      #expect(first.controller.cacheName == name)
      let again = try PeopleList(context, sections: "lastName", cacheName: name)
      #expect(again.names == first.names)
      people[0].setValue("B", forKey: "lastName")
      let changed = try PeopleList(context, sections: "lastName", cacheName: name)
      #expect(changed.names == [["Ada", "Ben", "Bob"]])
      let other = try PeopleList(
        context, sortedBy: ["age", "firstName"], sections: "age", cacheName: name)
      #expect(other.sectionNames == ["18"])
    }
  }

  private final class Titles: NSObject, NSFetchedResultsControllerDelegate {
    func controller(
      _ controller: NSFetchedResultsController<any NSFetchRequestResult>,
      sectionIndexTitleForSectionName sectionName: String
    ) -> String? {
      sectionName == "bell" ? nil : String(sectionName.prefix(2))
    }
  }
}
