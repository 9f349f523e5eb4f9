// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import CoreDataTestSupport
import Foundation
import Testing

/// Values of the less common attribute types come back as they went in.
@Suite struct ValueTests {
  private func roundTrip(
    on kind: StackKind, values: [String: Any], check: (NSManagedObject) -> Void
  ) throws {
    let stack = try Stack(kind, model: RuleModel.make())
    try stack.run { context in
      let thing = context.insert("Thing", values)
      check(thing)
      try context.save()
      check(thing)
    }
    try stack.run { context in check(try context.only("Thing")) }
  }

  // R-CTX-006
  @Test(arguments: StackKind.all)
  func dataURLBooleanAndNumbers(_ kind: StackKind) throws {
    let data = Data((0..<5000).map { UInt8(truncatingIfNeeded: $0) })
    let link = try #require(URL(string: "https://example.org/ä?q=1#f"))
    try roundTrip(
      on: kind,
      values: ["data": data, "link": link, "flag": true, "ratio": Float(0.1), "big": Int64.min]
    ) { thing in
      #expect(thing.value(forKey: "data") as? Data == data)
      #expect(thing.value(forKey: "link") as? URL == link)
      #expect(thing.value(forKey: "flag") as? Bool == true)
      #expect(thing.value(forKey: "ratio") as? Float == 0.1)
      #expect(thing.value(forKey: "big") as? Int64 == .min)
    }
  }

  // R-CTX-006: a value so long is kept for the next reader
  @Test(arguments: StackKind.everyStore)
  func whatAReaderDoesWithLongDataIsHisOwn(_ kind: StackKind) throws {
    let content = Data((0..<100_000).map { UInt8(truncatingIfNeeded: $0 &* 7) })
    let stack = try Stack(kind, model: RuleModel.make())
    try stack.run { context in
      _ = context.insert("Thing", ["data": content])
      try context.save()
    }
    try stack.run { context in
      let thing = try context.only("Thing")
      var data = try #require(thing.value(forKey: "data") as? Data)
      data[0] = 255
      data.append(1)
      #expect(thing.value(forKey: "data") as? Data == content)
      #expect(!thing.hasChanges)
      #expect(thing.changedValues().isEmpty)
      context.refresh(thing, mergeChanges: false)
      #expect(thing.value(forKey: "data") as? Data == content)
      thing.setValue(data, forKey: "data")
      try context.save()
    }
    try stack.run { context in
      let expected = Data([255]) + content.dropFirst() + Data([1])
      let thing = try context.only("Thing")
      #expect(thing.value(forKey: "data") as? Data == expected)
    }
  }

  // R-CTX-006
  @Test(arguments: StackKind.all)
  func extremeValues(_ kind: StackKind) throws {
    try roundTrip(
      on: kind,
      values: ["name": "a\u{0}b 👩‍👩‍👧 \u{301}", "big": Int64.max, "data": Data(), "flag": false]
    ) { thing in
      #expect(thing.string("name") == "a\u{0}b 👩‍👩‍👧 \u{301}")
      #expect(thing.value(forKey: "big") as? Int64 == .max)
      #expect(thing.value(forKey: "data") as? Data == Data())
      #expect(thing.value(forKey: "flag") as? Bool == false)
    }
  }

  // R-CTX-006
  @Test(arguments: StackKind.all)
  func decimalsAreExact(_ kind: StackKind) throws {
    let stack = try Stack(kind)
    let texts = [
      "0.1", "-12345678901234567890.123456789", "99999999999999999999999999999999999999",
    ]
    try stack.run { context in
      for text in texts {
        _ = context.insert(
          "Person", ["firstName": text, "balance": NSDecimalNumber(string: text)])
      }
      try context.save()
    }
    try stack.run { context in
      for person in try context.all("Person") {
        let expected = NSDecimalNumber(string: person.string("firstName"))
        #expect(person.value(forKey: "balance") as? NSDecimalNumber == expected)
      }
    }
  }

  // R-PSC-063
  @Test(arguments: StackKind.all)
  func aCompositeIsADictionary(_ kind: StackKind) throws {
    try roundTrip(on: kind, values: ["place": ["city": "Ulm", "zip": 89073]]) { thing in
      let place = thing.value(forKey: "place") as? [String: Any]
      #expect(place?["city"] as? String == "Ulm")
      #expect(place?["zip"] as? Int == 89073)
    }
    try roundTrip(on: kind, values: ["place": ["city": "Ulm"]]) { thing in
      let place = thing.value(forKey: "place") as? [String: Any]
      #expect(place?["city"] as? String == "Ulm")
      #expect(place?["zip"] == nil)
    }
    try roundTrip(on: kind, values: ["name": "none"]) { #expect($0.value(forKey: "place") == nil) }
  }

  // R-PSC-063
  @Test(arguments: StackKind.all)
  func aCompositeIsChangedAndFetchedByItsElements(_ kind: StackKind) throws {
    let stack = try Stack(kind, model: RuleModel.make())
    try stack.run { context in
      let thing = context.insert("Thing", ["place": ["city": "Ulm", "zip": 1]])
      try context.save()
      thing.setValue(["city": "Bonn", "zip": 2], forKey: "place")
      #expect(thing.hasPersistentChangedValues)
      try context.save()
    }
    try stack.run { context in
      let (found, lost) = (
        try context.all("Thing", "place.city == 'Bonn' AND place.zip == 2"),
        try context.all("Thing", "place.city == 'Ulm'")
      )
      #expect(found.count == 1)
      #expect(lost.isEmpty)
      found[0].setValue(nil, forKey: "place")
      try context.save()
    }
    try stack.run { context in
      let thing = try context.only("Thing")
      #expect(thing.value(forKey: "place") == nil)
    }
  }

  // R-CTX-205
  @Test(arguments: StackKind.all)
  func aTransformableIsCodedByItsTransformer(_ kind: StackKind) throws {
    let tags: NSArray = ["red", "green"]
    try roundTrip(on: kind, values: ["tags": tags]) { thing in
      #expect(thing.value(forKey: "tags") as? [String] == ["red", "green"])
    }
  }

  // R-CTX-211
  @Test(arguments: StackKind.all)
  func aTransformableIsReplacedAndCleared(_ kind: StackKind) throws {
    let stack = try Stack(kind, model: RuleModel.make())
    try stack.run { context in
      let thing = context.insert("Thing", ["tags": ["a"] as NSArray])
      try context.save()
      thing.setValue(["b"] as NSArray, forKey: "tags")
      try context.save()
    }
    try stack.run { context in
      let thing = try context.only("Thing")
      #expect(thing.value(forKey: "tags") as? [String] == ["b"])
      thing.setValue(nil, forKey: "tags")
      try context.save()
    }
    try stack.run { context in
      let thing = try context.only("Thing")
      #expect(thing.value(forKey: "tags") == nil)
    }
  }

  // R-CTX-222
  @Test(arguments: StackKind.all)
  func defaultsAreThereAtOnceAndSaved(_ kind: StackKind) throws {
    let stack = try Stack(kind)
    try stack.run { context in
      let person = context.insert("Person", ["firstName": "Ada"])
      #expect(person.value(forKey: "age") as? Int == 18)
      try context.save()
    }
    try stack.run { context in
      let count = try context.all("Person", "age == 18").count
      #expect(count == 1)
    }
  }

  // R-CTX-203
  @Test(arguments: [Int64.max - 1, Int64.max - 255, Int64.min + 1] as [Int64])
  func aNumberNextToTheEndOfItsTypeKeepsItsValue(_ value: Int64) throws {
    try roundTrip(on: StackKind.singles[0], values: ["big": NSNumber(value: value)]) { thing in
      #expect(thing.value(forKey: "big") as? Int64 == value)
    }
  }
}
