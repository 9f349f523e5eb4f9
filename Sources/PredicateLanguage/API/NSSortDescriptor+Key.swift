// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

public import Foundation

/// Lets Foundation's `NSSortDescriptor` be made from a key. Nothing else conforms.
public protocol SortKeyInitializable {}

extension NSSortDescriptor: SortKeyInitializable {}

extension SortKeyInitializable where Self: NSSortDescriptor {
  /// Sorts objects themselves: a place for a descriptor that is to come.
  public init() { self.init(key: nil, ascending: true) }

  /// Sorts by the value at a key path, with `compare:`; by the object itself when nil or `self`.
  public init(key: String?, ascending: Bool) {
    self.init(adopting: KeyedSortDescriptor(sortKey: key, ascending: ascending))
  }

  /// Sorts by the value at a key path with one of the five comparisons of `StringCollation`;
  /// nil means `compare:`. Another selector is an error of the fetch, and a trap in `compare`.
  public init(key: String?, ascending: Bool, selector: Selector?) {
    self.init(
      adopting: KeyedSortDescriptor(sortKey: key, ascending: ascending, selector: selector))
  }

  /// Sorts by the value at a key path with a closure; not for fetches from a SQL store.
  public init(key: String?, ascending: Bool, comparator cmptr: @escaping Comparator) {
    self.init(
      adopting: KeyedSortDescriptor(sortKey: key, ascending: ascending, comparator: cmptr))
  }

  /// Sorts by the value of a property of any type, nil first.
  public init<Root, Value>(keyPath: KeyPath<Root, Value>, ascending: Bool) {
    self.init(adopting: KeyedSortDescriptor(swiftKeyPath: keyPath, ascending: ascending))
  }

  // The audited cast, as for predicates.
  init(adopting descriptor: NSSortDescriptor) {
    guard let adopted = descriptor as? Self else {
      preconditionFailure("Make sort descriptors with NSSortDescriptor, not with \(Self.self).")
    }
    self = adopted
  }
}

extension NSSortDescriptor {
  /// The key path that is sorted by; nil for the object itself, or when a Swift key path has no
  /// name that can be found.
  public var key: String? {
    (self as? KeyedSortDescriptor).map(\.sortKey) ?? keyPath.propertyName
  }

  /// True if it sorts by a Swift key path whose property name is not known: then it has no key,
  /// and yet does not sort by the object itself.
  package var isNameless: Bool {
    (self as? KeyedSortDescriptor).map(\.hasNamelessPath) ?? (keyPath.propertyName == nil)
  }

  /// The comparison; nil when a closure compares.
  public var selector: Selector? {
    guard let keyed = self as? KeyedSortDescriptor else { return "compare:" }
    return keyed.isClosure ? nil : keyed.sortSelector
  }

  /// True if a closure of the application compares.
  package var hasComparator: Bool { (self as? KeyedSortDescriptor)?.isClosure ?? false }

  /// Returns the order of two objects, with the error that `compare` traps with.
  package func order(_ left: Any?, _ right: Any?) throws(EvaluationError) -> ComparisonResult {
    if let keyed = self as? KeyedSortDescriptor { return try keyed.orderByKey(left, right) }
    return compare(left ?? NSNull(), to: right ?? NSNull())
  }
}
