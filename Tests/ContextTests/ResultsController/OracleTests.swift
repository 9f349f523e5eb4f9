// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import CoreDataTestSupport
import Foundation
import Testing

/// Controllers through random events, compared with what a new fetch finds after each.
@Suite struct OracleTests {
  private static let environment = ProcessInfo.processInfo.environment
  /// More events, for a long run: `CONTROLLER_EVENTS=10000`.
  private static let wanted = environment["CONTROLLER_EVENTS"].flatMap { Int($0) }
  private static let seed = environment["CONTROLLER_SEED"].flatMap { UInt64($0) } ?? 1

  // R-REQ-278
  @Test(arguments: StackKind.all)
  func reportedChangesMakeTheNewListOfTheOld(_ kind: StackKind) throws {
    try run(kind, events: OracleTests.wanted ?? 60)
  }

  // R-REQ-278
  @Test(arguments: StackKind.clients)
  func soTheyDoInClientStores(_ kind: StackKind) throws {
    try run(kind, events: 12)
  }

  private func run(_ kind: StackKind, events: Int) throws {
    let stack = try Stack(kind)
    let context = stack.context()
    context.retainsRegisteredObjects = true
    context.mergePolicy = NSMergePolicy.mergeByPropertyObjectTrump
    try context.performAndWait {
      var program = ListProgram(context, stack.context(), seed: OracleTests.seed)
      let lists = try ListProgram.lists(context)
      for number in 1...events {
        let done = try program.event()
        for list in lists {
          if done == "reset" { try list.fetchAgain() }
          let complaint = try list.complaint()
          try #require(
            complaint == nil,
            "\(kind.name), seed \(OracleTests.seed), event \(number), \(done), \(list.name): \(complaint ?? "")"
          )
        }
      }
    }
  }
}

/// A controller, the list that its delegate keeps, and the request that says what should be in it.
struct WatchedList {
  let name: String
  let controller: NSFetchedResultsController<NSManagedObject>
  let list = MirroredList()

  init(
    _ context: NSManagedObjectContext, _ entity: String, _ format: String?, _ keys: [String],
    sections: String?
  ) throws {
    name = "\(entity) \(format ?? "") by \(keys), in \(sections ?? "one")"
    let request = NSFetchRequest<NSManagedObject>(entityName: entity)
    request.predicate = format.map { NSPredicate(format: $0) }
    request.sortDescriptors = keys.map { key in
      NSSortDescriptor(key: key.replacing("-", with: ""), ascending: !key.hasPrefix("-"))
    }
    controller = NSFetchedResultsController(
      fetchRequest: request, managedObjectContext: context, sectionNameKeyPath: sections,
      cacheName: nil)
    controller.delegate = list
    try fetchAgain()
  }

  func fetchAgain() throws {
    try controller.performFetch()
    list.copy(controller)
  }

  /// What is wrong; nil if nothing is.
  func complaint() throws -> String? {
    if let first = list.complaints.first { return first }
    let fresh = NSFetchedResultsController(
      fetchRequest: controller.fetchRequest, managedObjectContext: controller.managedObjectContext,
      sectionNameKeyPath: controller.sectionNameKeyPath, cacheName: nil)
    try fresh.performFetch()
    let wanted = MirroredList.contents(of: fresh)
    if wanted != MirroredList.contents(of: controller) { return "another list than a fetch finds" }
    if wanted != list.sections { return "the delegate's list is another" }
    let objects = controller.fetchedObjects ?? []
    if objects != fresh.fetchedObjects { return "other objects than a fetch finds" }
    for object in objects {
      guard let path = controller.indexPath(forObject: object),
        controller.object(at: path) === object
      else { return "an object is not at its path" }
    }
    return nil
  }
}

/// Random changes of people, their cars and passports.
struct ListProgram {
  private let context: NSManagedObjectContext
  private let other: NSManagedObjectContext
  private var dice: ListDice
  private var made = 0

  init(_ context: NSManagedObjectContext, _ other: NSManagedObjectContext, seed: UInt64) {
    self.context = context
    self.other = other
    dice = ListDice(state: seed)
    context.undoManager = UndoManager()
    context.undoManager?.groupsByEvent = false
  }

  static func lists(_ context: NSManagedObjectContext) throws -> [WatchedList] {
    [
      try WatchedList(context, "Person", nil, ["lastName", "firstName"], sections: nil),
      try WatchedList(context, "Person", "age > 30", ["-age", "firstName"], sections: "age"),
      try WatchedList(
        context, "Person", "lastName == nil OR lastName != 'b'", ["lastName", "-age", "firstName"],
        sections: "lastName"),
      try WatchedList(
        context, "Person", "passport.number BEGINSWITH '1'", ["passport.number", "firstName"],
        sections: nil),
      try WatchedList(
        context, "Car", "price < 4", ["owner.lastName", "numberPlate"], sections: "owner.lastName"),
      try WatchedList(context, "SportCar", nil, ["price", "numberPlate"], sections: "price"),
    ]
  }

  /// Makes changes that are one event, or one after another; returns what.
  mutating func event() throws -> String {
    let kind = dice.below(17)
    if kind == 16, dice.below(4) > 0 { return try event() }
    switch kind {
    case 8: try context.save()
    case 9, 10: return try elsewhere()
    case 11 where context.undoManager?.canUndo == true: context.undo()
    case 12 where context.undoManager?.canRedo == true: context.redo()
    case 13: context.rollback()
    case 14: for object in try some("Person", 3) { context.refresh(object, mergeChanges: true) }
    case 15: context.refreshAllObjects()
    case 16: return try reset()
    default: return try changes()
    }
    context.processPendingChanges()
    return "kind \(kind)"
  }

  private mutating func changes() throws -> String {
    context.undoManager?.beginUndoGrouping()
    defer { context.undoManager?.endUndoGrouping() }
    let steps = dice.below(10) == 0 ? 25 : 1 + dice.below(4)
    let kinds = (0..<steps).map { _ in dice.below(9) }
    for kind in kinds { try change(kind, in: context) }
    context.processPendingChanges()
    return "changes \(kinds)"
  }

  private mutating func elsewhere() throws -> String {
    try context.save()
    let kinds = (0...dice.below(4)).map { _ in dice.below(9) }
    other.reset()
    for kind in kinds { try change(kind, in: other) }
    let log = NotificationLog(other, [.NSManagedObjectContextDidSave])
    try other.save()
    for note in log.notes {
      context.mergeChanges(
        fromContextDidSave: Notification(name: note.name, object: other, userInfo: note.userInfo))
    }
    return "elsewhere \(kinds)"
  }

  private mutating func reset() throws -> String {
    try context.save()
    context.undoManager?.removeAllActions()
    context.reset()
    for entity in ["Person", "Car", "Passport"] {
      for object in try context.all(entity) { object.willAccessValue(forKey: nil) }
    }
    return "reset"
  }

  // MARK: - Single changes

  private mutating func change(_ kind: Int, in context: NSManagedObjectContext) throws {
    switch kind {
    case 0, 1: insertPerson(in: context)
    case 2: try insertCar(in: context)
    case 3: try some("Person", 1, context).forEach(context.delete)
    case 4:
      for person in try some("Person", 2, context) {
        person.setValue(["a", "b", "c", nil][dice.below(4)], forKey: "lastName")
        // The cars are listed by it, and a controller looks at what has changed itself.
        for car in person.objects("cars") { car.setValue(stamp(), forKey: "model") }
      }
    case 5:
      for person in try some("Person", 3, context) {
        person.setValue(15 * dice.below(5), forKey: "age")
      }
    case 6:
      for car in try some("Car", 2, context) {
        car.setValue(try some("Person", 1, context).first, forKey: "owner")
        car.setValue(Double(dice.below(6)), forKey: "price")
      }
    case 7: try some("Car", 1, context).forEach(context.delete)
    default: try changeRelated(in: context)
    }
  }

  /// Changes what a list looks at through a relationship, and touches the object that is in the list.
  private mutating func changeRelated(in context: NSManagedObjectContext) throws {
    for person in try some("Person", 2, context) {
      if let passport = person.value(forKey: "passport") as? NSManagedObject, dice.below(3) > 0 {
        passport.setValue("\(dice.below(20))", forKey: "number")
        person.setValue(stamp(), forKey: "firstName")
      } else {
        let passport = context.insert("Passport", ["number": "\(dice.below(20))"])
        person.setValue(passport, forKey: "passport")
      }
    }
  }

  /// A text that there was not before.
  private mutating func stamp() -> String {
    made += 1
    return "p\(1000 + made)"
  }

  private mutating func insertPerson(in context: NSManagedObjectContext) {
    let person = context.insert("Person", ["firstName": stamp()])
    person.setValue(["a", "b", "c", "d"][dice.below(4)], forKey: "lastName")
    person.setValue(15 * dice.below(5), forKey: "age")
  }

  private mutating func insertCar(in context: NSManagedObjectContext) throws {
    made += 1
    let car = context.insert(
      dice.below(2) == 0 ? "Car" : "SportCar",
      ["numberPlate": "c\(1000 + made)", "price": Double(dice.below(6))])
    car.setValue(try some("Person", 1, context).first, forKey: "owner")
  }

  private mutating func some(
    _ entity: String, _ count: Int, _ chosen: NSManagedObjectContext? = nil
  ) throws -> [NSManagedObject] {
    let key = entity == "Person" ? "firstName" : "numberPlate"
    let all = try (chosen ?? context).all(entity, sortedBy: key)
    guard !all.isEmpty else { return [] }
    return (0..<count).map { _ in all[dice.below(all.count)] }.filter { !$0.isDeleted }
  }
}

/// Random numbers from a seed.
private struct ListDice {
  var state: UInt64

  mutating func below(_ bound: Int) -> Int {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return Int((z ^ (z >> 31)) % UInt64(bound))
  }
}
