// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import CoreDataTestSupport
import Foundation
import Testing

/// What a client store may call its objects.
struct ReferenceNameTests {
  private enum Suit { case hearts, spades }

  private struct Place: Hashable { let row: Int, column: Int }

  private func id(_ reference: Any, _ stack: TapeStack) throws -> NSManagedObjectID {
    let book = try #require(stack.coordinator.managedObjectModel.entitiesByName["Book"])
    return stack.store.newObjectID(for: book, referenceObject: reference)
  }

  // R-PSC-407, 452
  @Test func namesOfEveryKindAreToldApart() throws {
    let stack = try TapeStack()
    let pairs: [(Any, Any)] = [
      (Data([1, 2]), Data([3, 4])),
      (Date(timeIntervalSinceReferenceDate: 1.0001), Date(timeIntervalSinceReferenceDate: 1.0002)),
      (URL(fileURLWithPath: "/a b"), URL(fileURLWithPath: "/a")), (UUID(), UUID()),
      ("a b", "a%20b"), (["a": 1], ["a": 2]), ([1, 2], [2, 1]), (["a, b"], ["a", "b"]),
      (Set([1, 2]), Set([1, 3])), (Suit.hearts, Suit.spades),
      (Place(row: 1, column: 2), Place(row: 2, column: 1)),
    ]
    for (one, two) in pairs {
      let (first, second) = (try id(one, stack), try id(two, stack))
      #expect(first != second)
      #expect(first.uriRepresentation() != second.uriRepresentation())
      #expect(try id(one, stack) == first)
      let uri = first.uriRepresentation()
      #expect(stack.coordinator.managedObjectID(forURIRepresentation: uri) == first)
      #expect(stack.store.referenceObject(for: first) as? AnyHashable == one as? AnyHashable)
    }
  }

  // R-PSC-407
  @Test func equalDictionariesAndSetsAreOneName() throws {
    let stack = try TapeStack()
    let pairs = (1...20).map { ("key \($0)", $0) }
    var roomy: [String: Int] = [:]
    roomy.reserveCapacity(1000)
    for (key, value) in pairs.reversed() { roomy[key] = value }
    let tight = Dictionary(uniqueKeysWithValues: pairs)
    #expect(try id(roomy, stack) == id(tight, stack))
    #expect(try id(Set(roomy.keys), stack) == id(Set(tight.keys), stack))
  }

  // R-PSC-407
  @Test func objectIDsAreNames() throws {
    let (stack, other) = (try TapeStack(), try TapeStack())
    for owner in [stack, other] {
      let names = try ["x", "y"].map { try id($0, owner) }
      let ids = try names.map { try id($0, stack) }
      #expect(ids[0] != ids[1])
      let again = try #require(
        owner.coordinator.managedObjectID(forURIRepresentation: names[0].uriRepresentation()))
      #expect(try id(again, stack) == ids[0])
      #expect(stack.store.referenceObject(for: ids[0]) as? NSManagedObjectID == names[0])
    }
  }

  // R-PSC-452
  @Test func textsOfStringsAndNumbersStayAsTheyAre() throws {
    let stack = try TapeStack()
    let uuid = UUID()
    let texts: [(Any, String)] = [
      ("a b", "a%20b"), (12, "12"), (NSNumber(value: 1.5), "1%2E5"), (uuid, uuid.uuidString),
    ]
    for (reference, text) in texts {
      let uri = try id(reference, stack).uriRepresentation().absoluteString
      #expect(uri.hasSuffix("/p\(text)"))
    }
    #expect(try id("12", stack) == id(12, stack))
    #expect(try id(uuid.uuidString, stack) == id(uuid, stack))
  }

  // R-PSC-407: what a URI named is the text until the store says what it was
  @Test func aNameThatWasMetInAURIBecomesWhatTheStoreSays() throws {
    let (stack, data) = (try TapeStack(), Data([1, 2]))
    let known = try id(data, stack).uriRepresentation().absoluteString
    let other = try TapeStack()
    let uri = known.replacingOccurrences(
      of: stack.store.identifier ?? "", with: other.store.identifier ?? "")
    let met = try #require(
      URL(string: uri).flatMap { other.coordinator.managedObjectID(forURIRepresentation: $0) })
    #expect(other.store.referenceObject(for: met) is String)
    #expect(try id(data, other) == met)
    #expect(other.store.referenceObject(for: met) as? Data == data)
  }

  // R-PSC-407
  @Test func differentNamesWithOneDescriptionStopTheProgram() async {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      let stack = try TapeStack()
      let book = stack.coordinator.managedObjectModel.entitiesByName["Book"]
      for number in 1...2 {
        _ = stack.store.newObjectID(
          for: try #require(book), referenceObject: Opaque(number: number))
      }
    }
    #expect(result?.reports("NSInvalidArgumentException: Two different references") == true)
  }

  // R-PSC-407
  @Test func aNameWithoutStableTextStopsTheProgram() async {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      let stack = try TapeStack()
      let book = stack.coordinator.managedObjectModel.entitiesByName["Book"]
      _ = stack.store.newObjectID(for: try #require(book), referenceObject: NSObject())
    }
    #expect(result?.reports("NSInvalidArgumentException: A NSObject") == true)
  }
}

/// Values that look the same.
private struct Opaque: Hashable, CustomStringConvertible {
  let number: Int

  var description: String { "opaque" }
}
