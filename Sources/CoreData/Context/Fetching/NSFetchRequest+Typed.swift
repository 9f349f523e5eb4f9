// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

public import Foundation
import PredicateLanguage

/// Fetches whose condition and order are checked by the compiler: additions to Apple's API, which
/// wants both in Objective-C's form.
extension NSFetchRequest where ResultType: NSManagedObject {
  /// Makes a request for the objects of a class that satisfy a condition, in an order. The entity is
  /// that of the class, in the model that was used last.
  ///
  /// ```swift
  /// let request = try NSFetchRequest(
  ///   Employee.self, where: #Predicate { $0.salary > 3 }, sortBy: [SortDescriptor(\.name)])
  /// request.fetchLimit = 10
  /// ```
  ///
  /// - Throws: `PredicateTranslationError`, which quotes the part of the condition that has no
  ///   translation, or the key path of the order that has no name.
  public convenience init(
    _ type: ResultType.Type, where condition: Predicate<ResultType>? = nil,
    sortBy order: [SortDescriptor<ResultType>] = []
  ) throws {
    self.init(entityName: type.entityNames()?.first ?? String(describing: type))
    predicate = try condition.map { try NSPredicate(translating: $0) }
    sortDescriptors = order.isEmpty ? nil : order.map { NSSortDescriptor($0) }
  }
}

extension NSManagedObjectContext {
  /// Returns the objects of a class that satisfy a condition, in an order: an addition to Apple's
  /// API. On the context's queue.
  ///
  /// ```swift
  /// let best = try context.fetch(Employee.self, where: #Predicate { $0.salary > 3 })
  /// ```
  ///
  /// - Throws: `PredicateTranslationError`, which quotes what has no translation; what
  ///   ``fetch(_:)->[T]`` throws.
  public final func fetch<T: NSManagedObject>(
    _ type: T.Type, where condition: Predicate<T>? = nil, sortBy order: [SortDescriptor<T>] = []
  ) throws -> [T] {
    try fetch(NSFetchRequest(type, where: condition, sortBy: order))
  }

  /// Returns how many objects of a class satisfy a condition: an addition to Apple's API. On the
  /// context's queue.
  ///
  /// - Throws: `PredicateTranslationError`, which quotes what has no translation; what
  ///   ``count(for:)-(NSFetchRequest<T>)`` throws.
  public final func count<T: NSManagedObject>(
    _ type: T.Type, where condition: Predicate<T>? = nil
  ) throws -> Int {
    try count(for: NSFetchRequest(type, where: condition))
  }
}
