// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import PredicateLanguage
import Testing

private class Animal {
  let name = "Rex"
}

private final class Dog: Animal {
  let owner: [String: Any]? = ["name": "Ann"]
  let age: Int? = nil
}

@Suite struct KeyPathTests {
  // R-PRED-160
  @Test func dictionariesObjectsAndBuiltInPropertiesAreRead() throws {
    #expect(try holds("a.b == 1", for: ["a": ["b": 1]]))
    #expect(
      try holds(
        "a.b == 1", for: NSDictionary(dictionary: ["a": NSDictionary(dictionary: ["b": 1])])))
    #expect(try holds("a.b == 1", for: Sample(0, ["a": Sample(1, ["b": 1])])))
    #expect(try holds("name.length == 3", for: ["name": "Rex"]))
    #expect(try holds("name.uppercaseString == 'REX'", for: ["name": "Rex"]))
    #expect(try holds("name.lowercaseString == 'rex'", for: ["name": "Rex"]))
    let date = Date(timeIntervalSinceReferenceDate: 5)
    #expect(try holds("d.timeIntervalSinceReferenceDate == 5", for: ["d": date]))
  }

  // R-PRED-160
  @Test func storedPropertiesOfSwiftObjectsAreRead() throws {
    #expect(try holds("name == 'Rex' AND owner.name == 'Ann' AND age == nil", for: Dog()))
  }

  // R-PRED-160
  @Test func aMissingDictionaryKeyIsNil() throws {
    #expect(try holds("a == nil AND a.b == nil", for: ["x": 1]))
  }

  // R-PRED-161
  @Test func aPathThroughNilIsNil() throws {
    #expect(try holds("a.b.c == nil", for: Sample(0, ["a": nil])))
    #expect(try holds("a.b == nil", for: nil))
  }

  // R-PRED-161
  @Test func aPathThroughACollectionMaps() throws {
    let root: [String: Any] = [
      "list": [["n": 1], ["x": 0], ["n": 3]],
      "set": NSSet(array: [["n": 1], ["n": 2]]),
      "ordered": NSOrderedSet(array: [["n": 2], ["n": 1]]),
      "nested": [[["n": 1], ["n": 2]], [["n": 3]]],
    ]
    #expect(try value("list.n", for: root) as? NSArray == NSArray(array: [1, NSNull(), 3]))
    #expect(try value("set.n", for: root) as? NSSet == NSSet(array: [1, 2]))
    #expect(try value("ordered.n", for: root) as? NSOrderedSet == NSOrderedSet(array: [2, 1]))
    #expect(try value("nested.n", for: root) as? NSArray == NSArray(array: [[1, 2], [3]]))
  }

  // R-PRED-182, R-PRED-183
  @Test func quantifiersReachThroughSeveralCollections() throws {
    let root: [String: Any] = ["nested": [[["n": 1], ["n": 2]], [["n": 3]]], "tags": ["a", "b"]]
    #expect(try holds("ANY nested.n == 3", for: root))
    #expect(try holds("ALL nested.n > 0", for: root))
    #expect(try holds("ANY tags == 'b' AND NONE tags == 'c'", for: root))
    #expect(try !holds("tags == 'b'", for: root))
  }

  // R-PRED-190
  @Test func collectionOperatorsReduce() throws {
    let root: [String: Any] = [
      "items": [["p": 1], ["p": 2], ["q": 0], ["p": 6]], "empty": [Any](), "plain": [1.5, 2.5],
      "decimals": [Decimal(1), Decimal(string: "0.1") as Any], "reals": [["p": 1], ["p": 0.5]],
    ]
    #expect(try holds("items.@count == 4 AND empty.@count == 0", for: root))
    #expect(try holds("items.@sum.p == 9 AND items.@avg.p == 3", for: root))
    #expect(try holds("items.@min.p == 1 AND items.@max.p == 6", for: root))
    #expect(try holds("empty.@sum.p == 0 AND empty.@avg.p == nil", for: root))
    #expect(try holds("empty.@min.p == nil AND empty.@max.p == nil", for: root))
    #expect(try holds("plain.@sum.self == 4 AND plain.@max.self == 2.5", for: root))
    #expect(try value("items.@sum.p", for: root) as? Int == 9)
    #expect(
      try value("decimals.@sum.self", for: root) as? NSDecimalNumber
        == NSDecimalNumber(string: "1.1"))
    #expect(try value("reals.@sum.p", for: root) as? Double == 1.5)
    #expect(try holds("missing.@count == nil", for: root))
    #expect(throws: EvaluationError.self) { try holds("x.@count == 1", for: ["x": 1]) }
    #expect(throws: EvaluationError.self) { try holds("items.@nosuch.p == 1", for: root) }
  }

  // R-PRED-191
  @Test func collectionOperatorsUnite() throws {
    let root: [String: Any] = [
      "items": [["n": "a"], ["n": "b"], ["n": "a"]], "lists": [[1, 2], [2, 3]],
      "sets": NSSet(array: [NSSet(array: [1, 2]), NSSet(array: [2, 3])]),
      "lands": [["moods": NSSet(array: [1, 2])], ["moods": NSSet(array: [2, 3])], ["other": 1]],
    ]
    #expect(try value("items.@distinctUnionOfObjects.n", for: root) as? [String] == ["a", "b"])
    #expect(try value("items.@unionOfObjects.n", for: root) as? [String] == ["a", "b", "a"])
    #expect(try value("lists.@unionOfArrays.self", for: root) as? [Int] == [1, 2, 2, 3])
    #expect(try value("lists.@distinctUnionOfArrays.self", for: root) as? [Int] == [1, 2, 3])
    #expect(
      try value("sets.@distinctUnionOfSets.self", for: root) as? NSSet == NSSet(array: [1, 2, 3]))
    // The path leads from each element to a collection.
    #expect(
      try value("lands.@distinctUnionOfSets.moods", for: root) as? NSSet
        == NSSet(array: [1, 2, 3]))
  }

  // R-PRED-192
  @Test func aLeadingOperatorReducesTheCollectionInThePath() throws {
    let root = ["items": [["price": 400], ["price": 500]]]
    #expect(try holds("@sum.items.price < 1000 AND @sum.items.price == 900", for: root))
    #expect(try holds("@max.self == 3", for: [1, 3, 2]))
  }

  // R-PRED-071, R-PRED-072
  @Test func subscriptsSelect() throws {
    let root: [String: Any] = [
      "a": [1, 2, 3], "h": ["A": 5], "k": 1, "o": NSOrderedSet(array: [7, 8]),
      "deep": ["d": [4, 5]], "empty": [Any](), "m": [[1, 2], [3]],
    ]
    #expect(try holds("a[0] == 1 AND a[k] == 2 AND a[FIRST] == 1 AND a[LAST] == 3", for: root))
    #expect(try holds("a[SIZE] == 3 AND h['A'] == 5 AND h['B'] == nil", for: root))
    #expect(try holds("o[LAST] == 8 AND o[1] == 8 AND deep.d[0] == 4", for: root))
    #expect(try holds("empty[FIRST] == nil AND m[0][1] == 2 AND missing[0] == nil", for: root))
    #expect(throws: EvaluationError.self) { try holds("a[3] == 1", for: root) }
    #expect(throws: EvaluationError.self) { try holds("a[0] == 1", for: ["a": NSSet(array: [1])]) }
  }
}
