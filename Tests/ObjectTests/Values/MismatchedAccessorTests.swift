// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import CoreDataTestSupport
import Foundation
import Testing

/// Accessors of a numeric type over an attribute of another one: they convert, as numbers do.
@Suite struct MismatchedAccessorTests {
  private static let types: [NSAttributeDescription.AttributeType] = [
    .integer16, .integer32, .integer64, .boolean, .double, .float, .decimal,
  ]

  /// A property that is found by its name.
  private static let value = GeneratedProperty("value", slot: .max, hash: 0)

  private static func stack(
    _ kind: StackKind, _ type: NSAttributeDescription.AttributeType, isTransient: Bool = false
  ) throws -> Stack {
    let model = GarageModel.make()
    model.entitiesByName["Note"]?.properties.append(
      GarageModel.attribute("value", type, transient: isTransient))
    return try Stack(kind, model: model)
  }

  // R-CTX-203
  @Test(arguments: StackKind.singles, types)
  func everyAccessorReadsWhatWasSaved(
    _ kind: StackKind, _ type: NSAttributeDescription.AttributeType
  ) throws {
    let stack = try Self.stack(kind, type)
    try stack.run { context in
      let note = context.insert("Note", ["value": 1])
      expectOne(note)
      try context.save()
      expectOne(note)
    }
    try stack.run { expectOne(try $0.only("Note")) }
  }

  private func expectOne(_ note: NSManagedObject) {
    let (short, medium, long): (Int16, Int32, Int64) = (get(note), get(note), get(note))
    #expect(short == 1)
    #expect(medium == 1)
    #expect(long == 1)
    let (double, float): (Double, Float) = (get(note), get(note))
    #expect(double == 1)
    #expect(float == 1)
    let flag: Bool = get(note)
    #expect(flag)
    let decimal: NSDecimalNumber? = note._get(Self.value)
    #expect(decimal == 1)
    let number: NSNumber? = note._getManaged(Self.value)
    #expect(number?.intValue == 1)
  }

  private func get(_ note: NSManagedObject) -> Int16 { note._get(Self.value) }
  private func get(_ note: NSManagedObject) -> Int32 { note._get(Self.value) }
  private func get(_ note: NSManagedObject) -> Int64 { note._get(Self.value) }
  private func get(_ note: NSManagedObject) -> Double { note._get(Self.value) }
  private func get(_ note: NSManagedObject) -> Float { note._get(Self.value) }
  private func get(_ note: NSManagedObject) -> Bool { note._get(Self.value) }

  // R-CTX-203
  @Test(arguments: StackKind.singles, types)
  func everyAccessorWritesWhatIsSaved(
    _ kind: StackKind, _ type: NSAttributeDescription.AttributeType
  ) throws {
    let setters: [(NSManagedObject) -> Void] = [
      { $0._set(Self.value, Int16(1)) }, { $0._set(Self.value, Int32(1)) },
      { $0._set(Self.value, Int64(1)) }, { $0._set(Self.value, true) },
      { $0._set(Self.value, Double(1)) }, { $0._set(Self.value, Float(1)) },
      { $0._set(Self.value, 1 as NSDecimalNumber) }, { $0._set(Self.value, 1 as NSNumber) },
    ]
    let stack = try Self.stack(kind, type)
    try stack.run { context in
      for setter in setters {
        let note = context.insert("Note")
        setter(note)
        #expect((note.value(forKey: "value") as? NSNumber)?.doubleValue == 1)
        expectOne(note)
      }
      try context.save()
      #expect(try context.all("Note", "value == 1").count == setters.count)
    }
    try stack.run { context in
      let notes = try context.all("Note")
      #expect(notes.count == setters.count)
      for note in notes { expectOne(note) }
    }
  }

  // R-MOD-110: a transformer's value may be of a class that has accessors of its own
  @Test(arguments: StackKind.singles)
  func accessorsOfOneClassReadTransformables(_ kind: StackKind) throws {
    let stack = try Self.stack(kind, .transformable)
    try stack.run { context in
      let note = context.insert("Note")
      note._set(Self.value, "text")
      #expect((note._get(Self.value) as String?) == "text")
      try context.save()
    }
    try stack.run { context in
      let note = try context.only("Note")
      #expect((note._get(Self.value) as String?) == "text")
      #expect((note._get(Self.value) as Data?) == nil)
      let date = Date(timeIntervalSinceReferenceDate: 7)
      note._set(Self.value, date)
      #expect((note._get(Self.value) as Date?) == date)
      note._set(Self.value, Data([1]))
      try context.save()
      context.refresh(note, mergeChanges: false)
      #expect((note._get(Self.value) as Data?) == Data([1]))
    }
  }

  // R-CTX-203
  @Test func aValueOfAnotherClassStopsTheProgram() async {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      try MismatchedAccessorTests.stack(.singles[0], .integer64).run { context in
        context.insert("Note")._set(MismatchedAccessorTests.value, "text" as String?)
      }
    }
    #expect(result?.reports("NSInvalidArgumentException") == true)
  }

  // R-CTX-203
  @Test(arguments: StackKind.singles)
  func accessorsOfAnotherClassReadNothing(_ kind: StackKind) throws {
    try Self.stack(kind, .integer64).run { context in
      let note = context.insert("Note", ["value": Int64.max])
      try context.save()
      context.refresh(note, mergeChanges: false)
      #expect((note._get(Self.value) as String?) == nil)
      #expect((note._get(Self.value) as Date?) == nil)
      #expect((note._get(Self.value) as Data?) == nil)
      let rank = GeneratedProperty("text", slot: .max, hash: 0)
      note.setValue("12", forKey: "text")
      try context.save()
      context.refresh(note, mergeChanges: false)
      let (integer, double): (Int64, Double) = (note._get(rank), note._get(rank))
      #expect(integer == 0)
      #expect(double == 0)
    }
  }

  // R-CTX-203: as with key-value access, what is beyond a type becomes its end
  @Test(arguments: [Double.nan, .infinity, -.infinity, 1e300, -1e300, 1e-150, 2.75, -2.75])
  func numbersWithoutAnIntegerOrADecimalStopNobody(_ number: Double) throws {
    for isTransient in [false, true] {
      try Self.stack(.singles[0], .double, isTransient: isTransient).run { context in
        let note = context.insert("Note")
        note._set(Self.value, number)
        check(note, number)
        if !number.isNaN, !isTransient {
          try context.save()
          context.refresh(note, mergeChanges: false)
          check(note, number)
        }
      }
    }
  }

  private func check(_ note: NSManagedObject, _ number: Double) {
    let integer: Int64 = note._get(Self.value)
    let expected = number.isNaN ? 0 : Int64(exactly: number.rounded(.towardZero))
    #expect(integer == expected ?? (number < 0 ? .min : .max))
    let decimal: NSDecimalNumber? = note._get(Self.value)
    let managed: NSDecimalNumber? = note._getManaged(Self.value)
    if abs(number) == 2.75 {
      #expect(decimal?.doubleValue == number)
      #expect(managed?.doubleValue == number)
    } else {
      #expect(decimal == nil || decimal?.doubleValue.isNaN == true || decimal == 0)
      #expect(managed == decimal)
    }
  }
}
