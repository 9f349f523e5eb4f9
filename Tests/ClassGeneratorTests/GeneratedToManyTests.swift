// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import ClassGenerator
import Testing

/// The methods of to-many relationships. R-CTX-221
struct GeneratedToManyTests {
  private func code(ordered: Bool) throws -> String {
    let order = ordered ? "ordered=\"YES\"" : ""
    return try Generation.code(
      Generation.animal(
        "<relationship name=\"keepers\" toMany=\"YES\" \(order) destinationEntity=\"Keeper\"/>"),
      Generation.keeper
    ).text
  }

  private func method(_ declaration: String, _ call: String) -> String {
    """
      public func \(declaration) {
        \(call)
      }

    """
  }

  @Test(arguments: [(false, "NSSet"), (true, "NSOrderedSet")])
  func membersAreAddedAndRemovedOneByOneOrTogether(isOrdered: Bool, set: String) throws {
    let code = try code(ordered: isOrdered)
    #expect(code.contains("public var keepers: \(set)? {"))
    for expected in [
      method("addToKeepers(_ value: Keeper)", "_add(value, to: _GeneratedSlots._keepers)"),
      method(
        "removeFromKeepers(_ value: Keeper)", "_remove(value, from: _GeneratedSlots._keepers)"),
      method("addToKeepers(_ values: \(set))", "_add(values, to: _GeneratedSlots._keepers)"),
      method(
        "removeFromKeepers(_ values: \(set))", "_remove(values, from: _GeneratedSlots._keepers)"),
    ] { #expect(code.contains(expected)) }
  }

  @Test func orderedMembersAreReachedByPosition() throws {
    let code = try code(ordered: true)
    let slot = "_GeneratedSlots._keepers"
    for expected in [
      method(
        "insertIntoKeepers(_ value: Keeper, at idx: Int)",
        "_insert(value, into: \(slot), at: idx)"),
      method("removeFromKeepers(at idx: Int)", "_remove(from: \(slot), at: idx)"),
      method(
        "insertIntoKeepers(_ values: [Keeper], at indexes: NSIndexSet)",
        "_insert(values, into: \(slot), at: IndexSet(indexes))"),
      method(
        "removeFromKeepers(at indexes: NSIndexSet)",
        "_remove(from: \(slot), at: IndexSet(indexes))"),
      method(
        "replaceKeepers(at idx: Int, with value: Keeper)",
        "_replace(in: \(slot), at: idx, with: value)"),
      method(
        "replaceKeepers(at indexes: NSIndexSet, with values: [Keeper])",
        "_replace(in: \(slot), at: IndexSet(indexes), with: values)"),
    ] { #expect(code.contains(expected)) }
  }

  @Test func unorderedMembersHaveNoPositions() throws {
    #expect(try !code(ordered: false).contains("at idx"))
  }
}
