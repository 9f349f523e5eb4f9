// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

public import Foundation
import StoreInterface

/// Typed access for generated code: additions of ours, not for clients to call.
extension NSManagedObject {
  /// Returns the property's index, proved to fit this object's entity.
  @inline(__always)
  final func index(_ property: GeneratedProperty) -> Int {
    let slot = property.slot
    if slot < layout.count, layout.access[slot].nameHash == property.hash { return slot }
    return searchIndex(property)
  }

  private final func searchIndex(_ property: GeneratedProperty) -> Int {
    if let index = layout.index(ofNameHash: property.hash) { return index }
    if let index = layout.index(of: property.name.description) { return index }
    NoEntity.refuse(self)
    raise(
      .undefinedKey,
      "The entity \(layout.schema.name) has no property '\(property.name)', which class "
        + "\(type(of: self)) was generated with. Generate the class from this model.")
  }

  // MARK: - Scalars

  @inline(__always)
  private final func integer(_ property: GeneratedProperty) -> Int64 {
    let index = index(property)
    realise(reading: index)
    if !cells.isEmpty {
      switch cells[index] {
      case .integer(let value): return value
      case .unset: break
      default: return cells[index].integer
      }
    }
    let slot = Int(layout.access[index].integerSlot)
    if slot >= 0, let rowStart {
      return rowStart.load(fromByteOffset: Row.headerSize + 8 * slot, as: Int64.self)
    }
    return slowInteger(index)
  }

  private final func slowInteger(_ index: Int) -> Int64 { loadedCell(index).integer }

  @inline(__always)
  private final func double(_ property: GeneratedProperty) -> Double {
    let index = index(property)
    realise(reading: index)
    if !cells.isEmpty {
      switch cells[index] {
      case .double(let value): return value
      case .unset: break
      default: return cells[index].double
      }
    }
    let slot = Int(layout.access[index].doubleSlot)
    if slot >= 0, let rowStart {
      return rowStart.load(fromByteOffset: Row.headerSize + 8 * slot, as: Double.self)
    }
    return loadedCell(index).double
  }

  /// Returns the value of an attribute as `Int64`.
  public final func _get(_ property: GeneratedProperty) -> Int64 { integer(property) }
  /// Returns the value of an attribute as `Int32`.
  public final func _get(_ property: GeneratedProperty) -> Int32 {
    Int32(truncatingIfNeeded: integer(property))
  }

  /// Returns the value of an attribute as `Int16`.
  public final func _get(_ property: GeneratedProperty) -> Int16 {
    Int16(truncatingIfNeeded: integer(property))
  }

  /// Returns the value of an attribute as `Bool`.
  public final func _get(_ property: GeneratedProperty) -> Bool { integer(property) != 0 }
  /// Returns the value of an attribute as `Double`.
  public final func _get(_ property: GeneratedProperty) -> Double { double(property) }
  /// Returns the value of an attribute as `Float`.
  public final func _get(_ property: GeneratedProperty) -> Float { Float(double(property)) }

  /// Sets an attribute to a value of type `Int64`.
  public final func _set(_ property: GeneratedProperty, _ value: Int64) {
    let index = index(property)
    guard layout.access[index].form == .integer else { return convert(value, index) }
    change(index, to: .integer(value))
  }

  /// An attribute of another numeric type takes what a number would be (R-CTX-203).
  private final func convert(_ value: Int64, _ index: Int) {
    setProperty(index, to: NSNumber(value: value))
  }
  private final func convert(_ value: Double, _ index: Int) {
    setProperty(index, to: NSNumber(value: value))
  }

  /// Sets an attribute to a value of type `Int32`.
  public final func _set(_ property: GeneratedProperty, _ value: Int32) {
    _set(property, Int64(value))
  }

  /// Sets an attribute to a value of type `Int16`.
  public final func _set(_ property: GeneratedProperty, _ value: Int16) {
    _set(property, Int64(value))
  }

  /// Sets an attribute to a value of type `Bool`.
  public final func _set(_ property: GeneratedProperty, _ value: Bool) {
    _set(property, value ? 1 as Int64 : 0)
  }

  /// Sets an attribute to a value of type `Double`.
  public final func _set(_ property: GeneratedProperty, _ value: Double) {
    let index = index(property)
    let form = layout.access[index].form
    guard form == .double || form == .date else { return convert(value, index) }
    change(index, to: .double(value))
  }

  /// Sets an attribute to a value of type `Float`.
  public final func _set(_ property: GeneratedProperty, _ value: Float) {
    let index = index(property)
    guard layout.access[index].form == .float else { return convert(Double(value), index) }
    change(index, to: .double(Double(value)))
  }

  // MARK: - Values

  /// Returns the value of an attribute as `String`.
  public final func _get(_ property: GeneratedProperty) -> String? {
    let index = index(property)
    realise(reading: index)
    if !cells.isEmpty {
      switch cells[index] {
      case .string(let value): return value
      case .unset: break
      default: return other(index)
      }
    }
    let slot = Int(layout.access[index].textSlot)
    if slot >= 0, let rowStart { return Row.string(at: rowStart, slot) }
    return other(index)
  }

  /// Returns the value of an attribute that is not stored, not typed, or of another type.
  private final func other<T>(_ index: Int) -> T? { propertyValue(index) as? T }

  /// Returns the value of an attribute as `Date`.
  public final func _get(_ property: GeneratedProperty) -> Date? {
    let index = index(property)
    realise(reading: index)
    if cells.isEmpty || cells[index].isUnset, let rowStart,
      case let access = layout.access[index], access.slot >= 0, access.form == .date
    {
      let bits = rowStart.load(
        fromByteOffset: Row.headerSize + 8 * Int(access.slot), as: UInt64.self)
      // The bits of a null are zero, as are those of the reference date.
      if bits != 0 {
        return Date(timeIntervalSinceReferenceDate: Double(bitPattern: bits))
      }
    }
    return other(index)
  }

  /// Returns the value of an attribute as `Data`.
  public final func _get(_ property: GeneratedProperty) -> Data? { boxed(property) }
  /// Returns the value of an attribute as `UUID`.
  public final func _get(_ property: GeneratedProperty) -> UUID? { boxed(property) }
  /// Returns the value of an attribute as `URL`.
  public final func _get(_ property: GeneratedProperty) -> URL? { boxed(property) }
  /// Returns the value of an attribute as `NSDecimalNumber`.
  public final func _get(_ property: GeneratedProperty) -> NSDecimalNumber? {
    switch cell(index(property)) {
    case .boxed(let box): (box.value as? NSNumber).flatMap(PropertyValue.decimalNumber)
    case .integer(let value): NSDecimalNumber(decimal: Decimal(value))
    case .double(let value): PropertyValue.decimalNumber(NSNumber(value: value))
    default: nil
    }
  }

  private final func boxed<T>(_ property: GeneratedProperty) -> T? {
    let index = index(property)
    if layout.access[index].isTransformable { return other(index) }
    return if case .boxed(let box) = cell(index) { box.value as? T } else { nil }
  }

  /// Returns the value of an attribute as `NSNumber`.
  public final func _get(_ property: GeneratedProperty) -> NSNumber? {
    keyed(property) as? NSNumber
  }

  /// Returns the value of a composite attribute by element names.
  public final func _get(_ property: GeneratedProperty) -> [String: Any]? {
    keyed(property) as? [String: Any]
  }

  /// Returns the results of a fetched property.
  public final func _get(_ property: GeneratedProperty) -> [NSManagedObject]? {
    keyed(property) as? [NSManagedObject]
  }

  /// Returns the value of a transformable attribute, or nil if it is of another type.
  public final func _getTransformable<T>(_ property: GeneratedProperty) -> T? {
    keyed(property) as? T
  }

  private final func keyed(_ property: GeneratedProperty) -> Any? { propertyValue(index(property)) }

  // Values of another class than the attribute's stop the program, as in key-value access.

  /// Sets an attribute to a value of type `String`.
  public final func _set(_ property: GeneratedProperty, _ value: String?) {
    let index = index(property)
    guard layout.access[index].form == .text else { return setProperty(index, to: value) }
    change(index, to: value.map(PropertyValue.string) ?? .null)
  }

  /// Sets an attribute to a value of type `Date`.
  public final func _set(_ property: GeneratedProperty, _ value: Date?) {
    let index = index(property)
    guard layout.access[index].form == .date else { return setProperty(index, to: value) }
    change(index, to: value.map { .double($0.timeIntervalSinceReferenceDate + 0) } ?? .null)
  }

  /// Sets an attribute to a value of type `Data`.
  public final func _set(_ property: GeneratedProperty, _ value: Data?) {
    setBoxed(property, to: value, form: .data)
  }

  /// Sets an attribute to a value of type `UUID`.
  public final func _set(_ property: GeneratedProperty, _ value: UUID?) {
    setBoxed(property, to: value, form: .uuid)
  }

  /// Sets an attribute to a value of type `URL`.
  public final func _set(_ property: GeneratedProperty, _ value: URL?) {
    setBoxed(property, to: value, form: .url)
  }

  /// Sets an attribute to a value of type `NSDecimalNumber`.
  public final func _set(_ property: GeneratedProperty, _ value: NSDecimalNumber?) {
    let index = index(property)
    guard layout.properties[index].type == .decimal else { return setProperty(index, to: value) }
    change(index, to: value.map { .boxed(ValueBox($0)) } ?? .null)
  }

  /// Sets an attribute to a value of type `NSNumber`.
  public final func _set(_ property: GeneratedProperty, _ value: NSNumber?) {
    setProperty(index(property), to: value)
  }

  /// Sets a composite attribute by element names.
  public final func _set(_ property: GeneratedProperty, _ value: [String: Any]?) {
    setProperty(index(property), to: value)
  }

  /// Sets a transformable attribute.
  public final func _setTransformable<T>(_ property: GeneratedProperty, _ value: T?) {
    setProperty(index(property), to: value)
  }

  private final func setBoxed<T>(
    _ property: GeneratedProperty, to value: T?, form: PropertyAccess.Form
  ) {
    let index = index(property)
    guard layout.access[index].form == form else { return setProperty(index, to: value) }
    change(index, to: value.map { .boxed(ValueBox($0)) } ?? .null)
  }

  // MARK: - Relationships

  /// Returns the destination of a to-one relationship.
  public final func _getObject<T: NSManagedObject>(_ property: GeneratedProperty) -> T? {
    toOne(index(property)) as? T
  }

  /// Sets the destination of a to-one relationship.
  public final func _setObject(_ property: GeneratedProperty, _ value: NSManagedObject?) {
    setToOne(index(property), to: value)
  }

  /// Returns the members of a to-many relationship: a snapshot, mutable as Apple's is (R-CTX-220).
  public final func _get(_ property: GeneratedProperty) -> NSSet? {
    RelationshipValue.set(loadedToMany(index(property)))
  }

  /// Replaces the members of a to-many relationship.
  public final func _set(_ property: GeneratedProperty, _ value: NSSet?) {
    setProperty(index(property), to: value)
  }

  /// Returns the members of an ordered relationship: a snapshot, mutable as Apple's is (R-CTX-220).
  public final func _get(_ property: GeneratedProperty) -> NSOrderedSet? {
    RelationshipValue.orderedSet(loadedToMany(index(property)))
  }

  /// Replaces the members of an ordered relationship.
  public final func _set(_ property: GeneratedProperty, _ value: NSOrderedSet?) {
    setProperty(index(property), to: value)
  }

  /// Adds a member to a to-many relationship.
  public final func _add(_ object: NSManagedObject, to property: GeneratedProperty) {
    insert(object, into: index(property))
  }

  /// Removes a member from a to-many relationship.
  public final func _remove(_ object: NSManagedObject, from property: GeneratedProperty) {
    remove([object], from: index(property))
  }

  /// Adds members to a to-many relationship.
  public final func _add(_ objects: NSSet, to property: GeneratedProperty) {
    insert(RelationshipValue.objects(objects), into: index(property), at: nil)
  }

  /// Removes members from a to-many relationship.
  public final func _remove(_ objects: NSSet, from property: GeneratedProperty) {
    remove(RelationshipValue.objects(objects), from: index(property))
  }

  /// Adds members to a to-many relationship.
  public final func _add(_ objects: NSOrderedSet, to property: GeneratedProperty) {
    insert(RelationshipValue.objects(objects), into: index(property), at: nil)
  }

  /// Removes members from a to-many relationship.
  public final func _remove(_ objects: NSOrderedSet, from property: GeneratedProperty) {
    remove(RelationshipValue.objects(objects), from: index(property))
  }

  /// Inserts a member at a position of an ordered relationship.
  public final func _insert(
    _ object: NSManagedObject, into property: GeneratedProperty, at position: Int
  ) {
    insert([object], into: index(property), at: position)
  }

  /// Removes the member at a position of an ordered relationship.
  public final func _remove(from property: GeneratedProperty, at position: Int) {
    let index = index(property)
    remove([members(index)[position]], from: index)
  }

  /// Inserts members at some positions of an ordered relationship.
  public final func _insert(
    _ objects: [NSManagedObject], into property: GeneratedProperty, at positions: IndexSet
  ) {
    for (object, position) in zip(objects, positions) {
      insert([object], into: index(property), at: position)
    }
  }

  /// Removes the members at some positions of an ordered relationship.
  public final func _remove(from property: GeneratedProperty, at positions: IndexSet) {
    let index = index(property)
    let members = members(index)
    remove(positions.map { members[$0] }, from: index)
  }

  /// Replaces the member at a position of an ordered relationship.
  public final func _replace(
    in property: GeneratedProperty, at position: Int, with object: NSManagedObject
  ) {
    var members = members(index(property))
    members[position] = object
    setMembers(index(property), to: members)
  }

  /// Replaces the members at some positions of an ordered relationship.
  public final func _replace(
    in property: GeneratedProperty, at positions: IndexSet, with objects: [NSManagedObject]
  ) {
    var members = members(index(property))
    for (object, position) in zip(objects, positions) { members[position] = object }
    setMembers(index(property), to: members)
  }
}
