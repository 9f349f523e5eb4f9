// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
package import StoreInterface

/// The values of an `IN`, found by a hash: a search for one costs what a search among one does.
///
/// A value is in the set if ``ValueComparison/areEqual`` says so of a member. Immutable; any thread.
package final class ValueSet: Sendable {
  private let numbers: NumberSet
  private let texts: TextSet
  private let dates: Set<UInt64>
  private let blobs: Set<Data>
  private let identifiers: Set<UUID>
  private let references: ReferenceSet

  /// - Parameter schema: whose hierarchies tell which keys stand for one object; without one only
  ///   the same key does. Cost: O(values); with a locale O(values · log values) comparisons.
  package init(_ values: [AttributeValue], options: StringOptions, schema: StoreSchema?) {
    var sorter = ValueSorter()
    for value in values { sorter.add(value) }
    numbers = NumberSet(
      integers: sorter.integers, doubles: sorter.doubles, decimals: sorter.decimals)
    texts = TextSet(sorter.texts, options: options)
    dates = Set(sorter.dates.lazy.filter { !$0.isNaN }.map(NumberSet.bits))
    blobs = Set(sorter.blobs)
    identifiers = Set(sorter.identifiers)
    references = ReferenceSet(sorter.references, schema: schema)
  }

  /// Returns true if a member equals a value, which is not null.
  package func contains(_ value: AttributeValue) -> Bool {
    switch value {
    case .null: false
    case .integer(let value): numbers.contains(value)
    case .double(let value): numbers.contains(value)
    case .decimal(let value): numbers.contains(value)
    case .date(let value): !value.isNaN && dates.contains(NumberSet.bits(value))
    case .string(let value): texts.contains(value)
    case .data(let value): blobs.contains(value)
    case .uuid(let value): identifiers.contains(value)
    case .reference(let value): references.contains(value)
    }
  }
}

/// Values by their kind.
private struct ValueSorter {
  var integers: [Int64] = []
  var doubles: [Double] = []
  var decimals: [Decimal] = []
  var dates: [Double] = []
  var texts: [String] = []
  var blobs: [Data] = []
  var identifiers: [UUID] = []
  var references: [ObjectKey] = []

  mutating func add(_ value: AttributeValue) {
    switch value {
    case .null: break
    case .integer(let value): integers.append(value)
    case .double(let value): doubles.append(value)
    case .decimal(let value): decimals.append(value)
    case .date(let value): dates.append(value)
    case .string(let value): texts.append(value)
    case .data(let value): blobs.append(value)
    case .uuid(let value): identifiers.append(value)
    case .reference(let value): references.append(value)
    }
  }
}

/// Keys by number, which is enough but for hierarchies and stores.
private struct ReferenceSet: Sendable {
  private let keys: [Int64: [ObjectKey]]
  private let schema: StoreSchema?

  init(_ keys: [ObjectKey], schema: StoreSchema?) {
    self.keys = Dictionary(grouping: keys, by: \.number)
    self.schema = schema
  }

  func contains(_ key: ObjectKey) -> Bool {
    keys[key.number]?.contains { schema?.isSame($0, key) ?? ($0 == key) } ?? false
  }
}
