// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import StoreInterface

/// The model's rules for values, as errors with the codes of R-CTX-445.
enum Validation {
  /// All properties of an object, one error or 1560.
  static func validateAll(of object: NSManagedObject) throws {
    var errors: [any Error] = []
    let isStandard = isStandard(object)
    func check(_ access: PropertyAccess) {
      guard needsCheck(access, of: object, isStandard) else { return }
      do {
        try validate(object.layout.properties[Int(access.index)], of: object)
      } catch {
        errors.append(error)
      }
    }
    if isStandard {
      for access in object.layout.checked { check(access) }
    } else {
      for access in object.layout.accesses { check(access) }
    }
    if let error = CocoaError.validation(combining: errors) { throw error }
  }

  /// Returns true if an object's class leaves the check of single values to the model.
  private static func isStandard(_ object: NSManagedObject) -> Bool {
    if let context = object.context, context.registry.overrides.isDisjoint(with: .validation) {
      return true
    }
    return !object.layout.overridesValidation(type(of: object))
  }

  /// Returns true if asking for the value could find anything; it costs, and mostly there is
  /// nothing.
  @inline(__always)
  private static func needsCheck(
    _ access: PropertyAccess, of object: NSManagedObject, _ isStandard: Bool
  ) -> Bool {
    if access.kind == .toMany { return needsCount(access, of: object) }
    guard isStandard else { return access.kind != .fetched }
    switch access.check {
    case .nothing: return false
    case .presence: return !object.hasValue(access)
    case .width: return !object.holdsFittingInteger(access)
    case .everything: return true
    }
  }

  /// Members that were never touched are none of a new object's, and valid for a stored one.
  private static func needsCount(_ access: PropertyAccess, of object: NSManagedObject) -> Bool {
    guard case .toMany(let value) = object.loadedOrUnset(Int(access.index)) else {
      return object.isInserted && !access.isOptional
    }
    return !value.isFault || value.hasChanges
  }

  private static func validate(_ record: PropertyRecord, of object: NSManagedObject) throws {
    if record.kind == .toMany { return try checkCount(record, of: object) }
    if record.link != nil { return try LinkValidation.check(record, of: object) }
    var value = object.propertyValue(record.index)
    let before = value
    try object.validateValue(&value, forKey: record.name)
    if !ContentEquality.equal(before, value) { object.setValue(value, forKey: record.name) }
  }

  // MARK: - One value

  /// The standard checks of one property, then those of the object's class.
  static func validate(
    _ value: inout Any?, _ name: String, of object: NSManagedObject
  ) throws {
    guard let record = object.layout.record(named: name) else { return }
    if value is NSNull { value = nil }
    try checkRules(value, record, of: object)
    if record.kind == .attribute { value = coerced(value, record) }
    if let validator = type(of: object).validator(forKey: name) { try validator(object, &value) }
  }

  /// Returns the value in the attribute's type, where that loses nothing (R-CTX-444).
  private static func coerced(_ value: Any?, _ record: PropertyRecord) -> Any? {
    guard let value, record.type != .transformable, record.link == nil,
      let same = PropertyValue(value, type: record.type)?.clientValue(type: record.type),
      ContentEquality.equal(value, same)
    else { return value }
    return same
  }

  private static func checkRules(
    _ value: Any?, _ record: PropertyRecord, of object: NSManagedObject
  ) throws {
    guard let present = value else {
      if record.kind == .toMany { return try checkCount(record, of: object) }
      return try requireValue(record, of: object)
    }
    switch record.kind {
    case .toMany: try checkCount(record, of: object)
    case .attribute where record.link != nil:
      try LinkValidation.check(present, record, of: object)
    case .attribute: try checkClass(present, record, of: object)
    case .composite: try checkElements(present, record, of: object)
    default: break
    }
    try checkPredicates(present, record, of: object)
  }

  private static func requireValue(_ record: PropertyRecord, of object: NSManagedObject) throws {
    guard !record.isOptional, !record.isDerived, !object.keepsMissingFile(record) else { return }
    throw CocoaError.validation(
      .validationMissingMandatoryProperty, object: object, key: record.name, value: nil,
      text: "\(record.name) is a required value of \(object.layout.schema.name).")
  }

  private static func checkClass(
    _ value: Any, _ record: PropertyRecord, of object: NSManagedObject
  ) throws {
    guard let cell = PropertyValue(value, type: record.type) else {
      throw CocoaError.validation(
        .managedObjectValidation, object: object, key: record.name, value: value,
        text: "\(record.name) of \(object.layout.schema.name) has a value of a wrong class.")
    }
    guard case .integer(let number) = cell, let range = range(of: record) else { return }
    if number > range.upperBound {
      throw outOfRange(.validationNumberTooLarge, record: record, object: object, value: value)
    }
    if number < range.lowerBound {
      throw outOfRange(.validationNumberTooSmall, record: record, object: object, value: value)
    }
  }

  private static func checkElements(
    _ value: Any, _ record: PropertyRecord, of object: NSManagedObject
  ) throws {
    guard object.isInserted || object.changed.contains(record.index),
      let composite = record.description as? NSCompositeAttributeDescription
    else { return }
    let problems = ElementCheck.problems(of: value, in: composite, at: record.name)
    if let error = CocoaError.validation(combining: problems.map { $0.error(of: object) }) {
      throw error
    }
  }

  private static func range(of record: PropertyRecord) -> ClosedRange<Int64>? {
    switch record.type {
    case .integer16: Int64(Int16.min)...Int64(Int16.max)
    case .integer32: Int64(Int32.min)...Int64(Int32.max)
    default: nil
    }
  }

  private static func outOfRange(
    _ code: CocoaError.Code, record: PropertyRecord, object: NSManagedObject, value: Any
  ) -> CocoaError {
    CocoaError.validation(
      code, object: object, key: record.name, value: value,
      text: "\(record.name) of \(object.layout.schema.name) does not fit the attribute's width.")
  }

  /// Every rule that is broken is an error of its own, as every property is (R-CTX-441).
  private static func checkPredicates(
    _ value: Any, _ record: PropertyRecord, of object: NSManagedObject
  ) throws {
    let property = record.description
    var errors: [any Error] = []
    for (predicate, warning) in zip(property.validationPredicates, property.validationWarnings)
    where !predicate.evaluate(with: value) {
      errors.append(
        violation(of: predicate, warning: warning, by: value, in: record, of: object))
    }
    if let error = CocoaError.validation(combining: errors) { throw error }
  }

  private static func violation(
    of predicate: NSPredicate, warning: Any, by value: Any, in record: PropertyRecord,
    of object: NSManagedObject
  ) -> CocoaError {
    let code =
      (warning as? NSNumber)?.intValue ?? CocoaError.Code.managedObjectValidation.rawValue
    let text = warning as? String ?? "\(record.name) of \(object.layout.schema.name) is not valid."
    return CocoaError.validation(
      CocoaError.Code(rawValue: code), object: object, key: record.name, value: value,
      predicate: predicate, text: text)
  }

  // MARK: - Relationships

  private static func checkCount(_ record: PropertyRecord, of object: NSManagedObject) throws {
    guard let relationship = record.description as? NSRelationshipDescription else { return }
    let count = object.members(record.index).lazy.filter { !$0.isDeleted }.count
    if count == 0, record.isOptional { return }
    // Without a minimum an empty one is valid, optional or not (R-MOD-145).
    if count < relationship.minCount {
      throw countError(
        .validationRelationshipLacksMinimumCount, record: record, object: object,
        rule: "needs at least \(relationship.minCount)")
    }
    let maximum = relationship.maxCount
    if maximum > 0, maximum < Int(Int32.max), count > maximum {
      throw countError(
        .validationRelationshipExceedsMaximumCount, record: record, object: object,
        rule: "takes at most \(maximum)")
    }
  }

  private static func countError(
    _ code: CocoaError.Code, record: PropertyRecord, object: NSManagedObject, rule: String
  ) -> CocoaError {
    CocoaError.validation(
      code, object: object, key: record.name, value: object.propertyValue(record.index),
      text: "\(record.name) of \(object.layout.schema.name) \(rule) objects.")
  }

  /// Deny rules: no destination may remain that is not itself being deleted.
  static func validateDeletion(of object: NSManagedObject) throws {
    var errors: [any Error] = []
    for index in object.layout.relationships {
      let record = object.layout.properties[index]
      guard record.deleteRule == .denyDeleteRule else { continue }
      let remaining =
        record.kind == .toOne ? object.toOne(index).map { [$0] } ?? [] : object.members(index)
      if remaining.contains(where: { !$0.isDeleted }) {
        errors.append(
          CocoaError.validation(
            .validationRelationshipDeniedDelete, object: object, key: record.name, value: nil,
            text: "\(object.layout.schema.name) cannot be deleted while \(record.name) has objects."
          ))
      }
    }
    if let error = CocoaError.validation(combining: errors) { throw error }
  }
}

/// Refuses new relationships to objects that are deleted, which a store could only forget (R-CTX-382).
///
/// Delete rules have run before: what is left leads to an object by a relationship without an inverse,
/// or by one whose inverse has a rule that lets go of nothing.
enum DanglingReferences {
  /// Throws 1550 for the first relationship with another value than the stored one that leads to a
  /// deleted object. What is stored and the same is left alone. Cost: O(changed relationships and members
  /// added to them).
  ///
  /// - Parameter isFinal: true if the objects go to a store, where all that is kept has its permanent key.
  static func requireNone(in objects: [NSManagedObject], isFinal: Bool) throws {
    try objects.forEachBorrowed { object in
      guard !object.cells.isEmpty else { return }
      for index in object.layout.relationships where object.changed.contains(index) {
        try require(object, index, isFinal: isFinal)
      }
    }
  }

  private static func require(
    _ object: NSManagedObject, _ index: Int, isFinal: Bool
  ) throws {
    guard object.layout.access[index].isPersistent,
      let destination = dangling(object, object.cells[index], isFinal: isFinal),
      object.isInserted || object.differs(index)
    else { return }
    let name = object.layout.properties[index].name
    throw CocoaError.validation(
      .managedObjectValidation, object: object, key: name, value: destination,
      text:
        "Dangling reference to an invalid object: \(name) of \(object.layout.schema.name) leads to "
        + "a deleted \(destination.layout.schema.name). Relate it to another object, or to none.")
  }

  private static func dangling(
    _ object: NSManagedObject, _ cell: PropertyValue, isFinal: Bool
  ) -> NSManagedObject? {
    func isKept(_ destination: NSManagedObject) -> Bool {
      isFinal ? object.isStorable(destination) : object.mayRelate(destination)
    }
    return switch cell {
    case .toOne(let destination): isKept(destination) ? nil : destination
    case .toMany(let value): value.added.first { !isKept($0) }
    default: nil
    }
  }
}

extension NSManagedObject {
  /// Returns the cell of a loaded property as it is, unset when the row has the value.
  final func loadedOrUnset(_ index: Int) -> PropertyValue { cells.isEmpty ? .unset : cells[index] }

  /// Returns true if an integer attribute's value fits its width, or is nil and may be.
  @inline(__always)
  final func holdsFittingInteger(_ access: PropertyAccess) -> Bool {
    let index = Int(access.index)
    if !cells.isEmpty {
      switch cells[index] {
      case .integer(let value): return access.bounds.contains(value)
      case .null: return access.isOptional
      case .unset: break
      default: return false
      }
    }
    guard access.slot >= 0, let row else { return false }
    let slot = Int(access.slot)
    return row.isNull(slot) ? access.isOptional : access.bounds.contains(row.integer(slot))
  }

  /// Returns true if a property has a value, without making it.
  @inline(__always)
  final func hasValue(_ access: PropertyAccess) -> Bool {
    let index = Int(access.index)
    if !cells.isEmpty {
      switch cells[index] {
      case .null: return false
      case .unset: break
      default: return true
      }
    }
    if access.slot >= 0 { return row.map { !$0.isNull(Int(access.slot)) } ?? false }
    return propertyValue(index) != nil
  }
}
