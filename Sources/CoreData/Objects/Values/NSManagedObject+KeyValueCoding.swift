// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import StoreInterface

/// Access by name: the overridable members of the façade forward to these.
extension NSManagedObject {
  final func keyedValue(_ name: String) -> Any? {
    if let index = layout.index(of: name) {
      willAccessValue(forKey: name)
      defer { didAccessValue(forKey: name) }
      return propertyValue(index)
    }
    guard let state = ObjectStateKey(rawValue: name) else { return value(forUndefinedKey: name) }
    return state.value(of: self)
  }

  final func setKeyedValue(_ value: Any?, _ name: String) {
    guard let index = layout.index(of: name) ?? layout.index(ofSetterFor: name) else {
      return setValue(value, forUndefinedKey: name)
    }
    setProperty(index, to: value)
  }

  /// Returns the client's value of a property; loads a fault.
  final func propertyValue(_ index: Int) -> Any? {
    realise(reading: index)
    switch layout.access[index].kind {
    case .toOne: return toOne(index)
    case .toMany: return RelationshipValue.client(loadedToMany(index))
    case .attribute: return attributeValue(index)
    case .composite: return compositeValue(index)
    case .fetched: return fetchedValue(index)
    }
  }

  private final func attributeValue(_ index: Int) -> Any? {
    if cells.isEmpty || cells[index].isUnset, let rowStart,
      let value = plainValue(layout.access[index], at: rowStart)
    {
      return value
    }
    if layout.access[index].isLink { return linkValue(index) }
    let type = layout.properties[index].type
    guard type == .transformable else { return loadedCell(index).clientValue(type: type) }
    return transformedValue(index)
  }

  /// Returns a stored number, text or date as clients are given it, straight from the row; nil for null
  /// and for anything else.
  @inline(__always)
  private final func plainValue(_ access: PropertyAccess, at row: UnsafeRawPointer) -> Any? {
    let slot = Int(access.slot)
    guard slot >= 0, !Row.isNull(at: row, slot) else { return nil }
    let place = Row.headerSize + 8 * slot
    switch access.form {
    case .integer:
      let value = row.load(fromByteOffset: place, as: Int64.self)
      return access.isBoolean ? NSNumber(value: value != 0) : NSNumber(value: value)
    case .double: return NSNumber(value: row.load(fromByteOffset: place, as: Double.self))
    case .date:
      return Date(timeIntervalSinceReferenceDate: row.load(fromByteOffset: place, as: Double.self))
    case .text: return Row.string(at: row, slot)
    case .other, .float, .data, .uuid, .url: return nil
    }
  }

  /// Returns a transformable's value, kept in its cell so that it is one object while it is loaded.
  private final func transformedValue(_ index: Int) -> Any? {
    if !cells.isEmpty, !cells[index].isUnset { return cells[index].clientValue(type: nil) }
    let record = layout.properties[index]
    guard record.slot >= 0, let row, let data = storedData(record, row) else {
      return loadedCell(index).clientValue(type: nil)
    }
    guard let value = TransformableCoding.value(data, of: record.description, for: self) else {
      return nil
    }
    place(.boxed(ValueBox(value)), index)
    return value
  }

  private final func compositeValue(_ index: Int) -> Any? {
    if !cells.isEmpty, !cells[index].isUnset { return cells[index].clientValue(type: nil) }
    return row.flatMap { CompositeCoding.dictionary($0, leaves: layout.properties[index].leaves) }
  }

  /// Returns a fetched property's results: fetched at the first access, kept until the object is
  /// refreshed; nothing, and nothing kept, while a store cannot be read.
  private final func fetchedValue(_ index: Int) -> Any? {
    if !cells.isEmpty, case .boxed(let box) = cells[index] { return box.value }
    guard let context,
      let property = layout.properties[index].description as? NSFetchedPropertyDescription
    else { return [NSManagedObject]() }
    guard let results = FetchedPropertyValue.results(of: property, for: self, in: context) else {
      return [NSManagedObject]()
    }
    // A list of objects is one by its type too.
    let value: Any = results as? [NSManagedObject] ?? results
    place(.boxed(ValueBox(value)), index)
    return value
  }

  /// Sets a property from a client's value, checking its class; tracks the change.
  final func setProperty(_ index: Int, to value: Any?) {
    switch layout.access[index].kind {
    case .toOne:
      guard value == nil || value is NSManagedObject else { failType(index, value) }
      setToOne(index, to: value as? NSManagedObject)
    case .toMany:
      guard let objects = value.map(RelationshipValue.objects(in:)) ?? [] else {
        failType(index, value)
      }
      setMembers(index, to: objects)
    case .attribute, .composite: change(index, to: attributeCell(index, value))
    case .fetched:
      raise(
        .invalidArgument,
        "The fetched property '\(layout.properties[index].name)' of entity "
          + "\(layout.schema.name) cannot be set.")
    }
  }

  /// Returns the cell for a client's attribute value; a wrong class stops the program (R-CTX-203).
  final func attributeCell(_ index: Int, _ value: Any?) -> PropertyValue {
    if value is NSNull { failType(index, value) }
    let record = layout.properties[index]
    if record.link != nil, let value { requireLinkable(value, index) }
    guard let cell = record.cell(value) else { failType(index, value) }
    return cell
  }

  private final func failType(_ index: Int, _ value: Any?) -> Never {
    let record = layout.properties[index]
    let given = value.map { String(describing: type(of: $0)) } ?? "nil"
    let plain = record.type.map { "\($0)" } ?? "\(record.kind)"
    let wanted = record.link.map { "\($0) link to objects" } ?? plain
    raise(
      .invalidArgument,
      "Unacceptable type of value for property '\(record.name)' of entity "
        + "\(layout.schema.name): desired type = \(wanted); given type = \(given).")
  }

  final func failUndefined(_ name: String) -> Never {
    NoEntity.refuse(self)
    raise(
      .undefinedKey,
      "The entity \(layout.schema.name) is not key value coding-compliant for the key \"\(name)\".")
  }

  // MARK: - Primitives and notes

  /// The open notes of changes in the context.
  final var changeNotes: ChangeNotes? { context?.tracker.notes }

  final func primitive(_ name: String) -> Any? {
    guard let index = layout.index(of: name) else { failUndefined(name) }
    if isCurrentlyFault { return nil }
    guard layout.access[index].kind == .toMany, let changeNotes else {
      return propertyValue(index)
    }
    return changeNotes.primitive(of: self, index) { propertyValue(index) }
  }

  final func setPrimitive(_ value: Any?, _ name: String) {
    guard let index = layout.index(of: name) else { failUndefined(name) }
    prepareForPrimitiveWrite()
    switch layout.access[index].kind {
    case .toOne:
      forsake(index)
      place((value as? NSManagedObject).map(PropertyValue.toOne) ?? .null, index)
    case .toMany where isCurrentlyFault: break
    case .toMany:
      _ = changeNotes?.takeBack(from: self, index)  // this write counts
      guard let objects = value.map(RelationshipValue.objects(in:)) ?? [] else {
        failType(index, value)
      }
      placeMembers(index, objects)
    default: place(attributeCell(index, value), index)
    }
    if flags.hasPendingChanges || context == nil {
      state.noteChange(index)
    } else if layout.access[index].isPersistent {
      context?.tracker.noteWrite(of: self, index)
    }
  }

  /// The present destination of a to-one will not learn of a primitive change.
  private final func forsake(_ index: Int) {
    let inverse = Int(layout.access[index].inverse)
    if inverse >= 0, let former = toOne(index), !former.cells.isEmpty,
      case .toMany(let value) = former.cells[inverse]
    {
      value.mayBeOneSided = true
    }
  }

  /// A primitive write on a fault keeps what was written and loads the rest.
  private final func prepareForPrimitiveWrite() {
    if isCurrentlyFault, !flags.contains(.untracked) { realise() }
  }

  final func willChangeKeyed(_ name: String) {
    announceChange()
    realise()
    guard let index = layout.index(of: name), let changeNotes else { return }
    prepareEvent()
    switch layout.access[index].kind {
    case .toOne: changeNotes.begin(self, index: index, note: .destination(toOne(index)))
    case .toMany: changeNotes.begin(self, index: index, note: .members())
    default: break
    }
  }

  final func didChangeKeyed(_ name: String) {
    guard let index = layout.index(of: name) else { return noteUnmodelledChange() }
    if let objects = changeNotes?.takeBack(from: self, index) {
      placeMembers(index, objects)
    }
    noteChange(index)
    guard layout.properties[index].isRelationship else { return }
    switch changeNotes?.end(self, index) {
    case .destination(let old):
      let new = toOne(index)
      if old !== new { maintainInverse(index, from: old, to: new) }
    case .members(let gone, let new):
      for member in gone.objects { maintainInverse(index, removed: member) }
      for member in new.objects { maintainInverse(index, added: member) }
    case nil: break
    }
  }

  private final func noteUnmodelledChange() {
    guard !type(of: self).contextShouldIgnoreUnmodeledPropertyChanges else { return }
    context?.tracker.noteChange(of: self)
  }
}
