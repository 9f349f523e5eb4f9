// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import ClientStores
import CoreData
import Foundation
import Testing

/// What is saved in a client store is there again, for another program too.
struct RoundTripTests {
  private static let values: [String: any Sendable] = [
    "name": "a \"quoted\", text\r\nof two lines; ä\u{1F600}", "small": Int16.min,
    "middle": Int32.max, "big": Int64.min, "weight": -0.1, "ratio": Float(1) / 3, "flag": true,
    "day": Date(timeIntervalSinceReferenceDate: -1.000_000_1), "data": Data([0, 1, 255]),
    "badge": UUID(uuidString: "0F0E0D0C-0B0A-0908-0706-050403020100") ?? UUID(),
    "tags": ["a", "b"], "place": ["city": "Ulm", "zip": 89073] as [String: any Sendable],
  ]

  // R-PSC-407, 409, 446
  @Test(arguments: ClientStack.Kind.allCases)
  func everyTypeKeepsItsValue(_ kind: ClientStack.Kind) throws {
    let stack = try ClientStack(kind)
    let price = try #require(Decimal(string: "12345678901234567890.123456789"))
    try stack.run { context in
      let item = context.insert("Item", Self.values)
      item.setValue(NSDecimalNumber(decimal: price), forKey: "price")
      item.setValue(URL(string: "https://example.org/a?b=c"), forKey: "link")
      try context.save()
    }
    try stack.other().run { context in
      let item = try context.only("Item")
      for (name, value) in Self.values {
        let read = try #require(item.value(forKey: name) as? NSObject, "\(name)")
        let other = try #require((value as Any) as? NSObject ?? Self.object(value), "\(name)")
        #expect(read == other, "\(name)")
      }
      #expect((item.value(forKey: "price") as? NSDecimalNumber)?.decimalValue == price)
      #expect((item.value(forKey: "link") as? URL)?.absoluteString == "https://example.org/a?b=c")
    }
  }

  private static func object(_ value: Any) -> NSObject? {
    switch value {
    case let text as String: NSString(string: text)
    case let list as [Any]: NSArray(array: list)
    case let values as [String: Any]: NSDictionary(dictionary: values)
    case let number as any BinaryInteger: NSNumber(value: Int64(number))
    default: nil
    }
  }

  // R-PSC-448
  @Test(arguments: ClientStack.Kind.allCases)
  func nilIsNotEmpty(_ kind: ClientStack.Kind) throws {
    let stack = try ClientStack(kind)
    try stack.run { context in
      _ = context.insert("Item", ["name": "", "data": Data()])
      _ = context.insert("Item", ["small": 1])
      try context.save()
    }
    try stack.other().run { context in
      let empty = try context.only("Item", "name == ''")
      #expect(empty.value(forKey: "data") as? Data == Data())
      #expect(empty.value(forKey: "small") == nil)
      #expect(empty.value(forKey: "place") == nil)
      let absent = try context.only("Item", "name == nil")
      #expect(absent.value(forKey: "data") == nil)
      #expect(absent.value(forKey: "small") as? Int == 1)
    }
  }

  @Test(arguments: ClientStack.Kind.allCases)
  func unusualNumbersStay(_ kind: ClientStack.Kind) throws {
    let stack = try ClientStack(kind)
    let numbers: [Double] = [
      .infinity, -.infinity, .greatestFiniteMagnitude, .leastNonzeroMagnitude, -0.0, 0.1 + 0.2,
    ]
    try stack.run { context in
      for (place, number) in numbers.enumerated() {
        _ = context.insert("Item", ["small": place, "weight": number])
      }
      try context.save()
    }
    try stack.other().run { context in
      let read = try context.all("Item", sortedBy: "small").map { $0.value(forKey: "weight") }
      #expect(read.map { ($0 as? Double)?.bitPattern } == numbers.map(\.bitPattern))
    }
  }

  @Test(arguments: ClientStack.Kind.allCases)
  func relationshipsOfEveryKindAreThereAgain(_ kind: ClientStack.Kind) throws {
    let stack = try ClientStack(kind)
    try stack.run { context in
      let items = "ABCD".map { context.insert("Item", ["name": String($0)]) }
      let tool = context.insert("Tool", ["name": "T", "power": 9])
      let box = context.insert("Box", ["label": "box", "items": Set(items[0...1]), "lid": tool])
      box.setValue(NSOrderedSet(array: [items[3], tool, items[1]]), forKey: "shown")
      items[0].setValue(items[1], forKey: "next")
      items[1].setValue(items[0], forKey: "next")
      items[2].setValue(items[2], forKey: "next")
      try context.save()
    }
    try stack.other().run { context in
      let box = try context.only("Box")
      #expect(Set(box.members("items").map { $0.string("name") }) == ["A", "B"])
      #expect(box.names("shown") == ["D", "T", "B"])
      let lid = try #require(box.value(forKey: "lid") as? NSManagedObject)
      #expect(lid.entity.name == "Tool")
      #expect(lid.value(forKey: "power") as? Int == 9)
      #expect(lid.value(forKey: "covers") as? NSManagedObject === box)
      #expect(try context.all("Item", "next == nil").map { $0.string("name") }.count == 2)
      #expect(try context.only("Item", "next == SELF").string("name") == "C")
      #expect(try context.all("Item", "box.label == 'box'").count == 2)
      #expect(try context.all("Item").count == 5)
      #expect(try context.all("Tool").count == 1)
    }
  }

  @Test(arguments: ClientStack.Kind.allCases)
  func manyToManyAndOrderSurviveChanges(_ kind: ClientStack.Kind) throws {
    let stack = try ClientStack(kind)
    try stack.run { context in
      let people = "ABCD".map { context.insert("Person", ["name": String($0)]) }
      people[0].setValue(Set(people[1...3]), forKey: "friends")
      people[1].setValue(Set([people[0]]), forKey: "friends")
      people[0].setValue(NSOrderedSet(array: [people[2], people[0], people[1]]), forKey: "ranking")
      try context.save()
      people[0].setValue(Set([people[2]]), forKey: "friends")
      people[0].setValue(NSOrderedSet(array: [people[1], people[3], people[2]]), forKey: "ranking")
      try context.save()
      context.delete(people[3])
      try context.save()
    }
    try stack.other().run { context in
      let first = try context.only("Person", "name == 'A'")
      #expect(first.members("friends").map { $0.string("name") } == ["C"])
      #expect(first.members("friendOf").map { $0.string("name") } == ["B"])
      #expect(first.names("ranking") == ["B", "C"])
      let second = try context.only("Person", "name == 'B'")
      #expect(second.members("rankedBy") == [first])
      #expect(second.members("friendOf").isEmpty)
      #expect(try context.all("Person", "ANY friends.name == 'C'") == [first])
    }
  }

  // R-PSC-093, 411, 452
  @Test(arguments: ClientStack.Kind.allCases)
  func anObjectKeepsItsNameForEver(_ kind: ClientStack.Kind) throws {
    let stack = try ClientStack(kind)
    let uris = try stack.run { context in
      let items = (0..<3).map { context.insert("Item", ["small": $0]) }
      try context.save()
      context.delete(items[2])
      try context.save()
      return items.map { $0.objectID.uriRepresentation() }
    }
    let other = try stack.other()
    try other.run { context in
      let items = try context.all("Item", sortedBy: "small")
      #expect(items.map { $0.objectID.uriRepresentation() } == Array(uris[0...1]))
      let id = try #require(other.coordinator.managedObjectID(forURIRepresentation: uris[1]))
      #expect(try context.existingObject(with: id).value(forKey: "small") as? Int == 1)
      let new = context.insert("Item")
      try context.save()
      #expect(!uris.contains(new.objectID.uriRepresentation()))
    }
  }

  // R-PSC-480, 482, 483
  @Test(arguments: ClientStack.Kind.allCases)
  func metadataIsSavedWithoutObjects(_ kind: ClientStack.Kind) throws {
    let stack = try ClientStack(kind)
    var metadata = stack.coordinator.metadata(for: stack.store)
    metadata["owner"] = "Ada"
    metadata["list"] = [1, 2]
    stack.coordinator.setMetadata(metadata, for: stack.store)
    try stack.run { try $0.save() }
    let other = try stack.other()
    let read = other.coordinator.metadata(for: other.store)
    #expect(read["owner"] as? String == "Ada")
    #expect(read["list"] as? [Int] == [1, 2])
    #expect(read[NSStoreUUIDKey] as? String == stack.store.identifier)
    #expect(read[NSStoreTypeKey] as? String == kind.rawValue)
  }
}
