// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import StoreInterface

/// Access for `@NSManaged` declarations of types without functions of their own, and primitive
/// access: additions of ours for generated code, not for clients to call.
extension NSManagedObject {
  /// Returns a property as any type that its value can be cast or bridged to. Nil is 0, false or
  /// empty for a type that is not optional, and a programmer error where there is no such value.
  @_disfavoredOverload
  public final func _getManaged<T>(_ property: GeneratedProperty) -> T { held(property) }

  // Favoured over the sets below, which are values of these types too.

  /// Returns the value of a property; a programmer error for nil.
  public final func _getManaged(_ property: GeneratedProperty) -> Any { held(property) }

  /// Returns the value of a property.
  public final func _getManaged(_ property: GeneratedProperty) -> Any? {
    propertyValue(index(property))
  }

  /// Returns the value of a property; a programmer error for nil and for what has no hash.
  public final func _getManaged(_ property: GeneratedProperty) -> AnyHashable { held(property) }

  /// Returns the value of a property; nil for what has no hash.
  public final func _getManaged(_ property: GeneratedProperty) -> AnyHashable? {
    propertyValue(index(property)).flatMap { ManagedValue.read($0) }
  }

  /// Returns the elements of a property that is a set; a programmer error for anything else.
  public final func _getManaged(_ property: GeneratedProperty) -> Set<AnyHashable> {
    held(property)
  }

  /// Returns the elements of a property that is a set.
  public final func _getManaged(_ property: GeneratedProperty) -> Set<AnyHashable>? {
    propertyValue(index(property)).flatMap { ManagedValue.read($0) }
  }

  private final func held<T>(_ property: GeneratedProperty) -> T {
    let value: T? = ManagedValue.read(propertyValue(index(property)))
    return value ?? failManaged(property)
  }

  /// Sets a property to a value of any type; enumerations are set as their raw values.
  public final func _setManaged<T>(_ property: GeneratedProperty, _ value: T) {
    setProperty(index(property), to: ManagedValue.storable(value))
  }

  // Favoured over the functions above: declarations with Swift's sets get these.

  /// Returns the members of a to-many relationship as a set of their class. Linear in their number.
  public final func _getManaged<Member: NSManagedObject>(
    _ property: GeneratedProperty
  ) -> Set<Member> {
    let index = index(property)
    if let members = memberSet(index, of: Member.self) { return members }
    let value: Set<Member>? = ManagedValue.read(propertyValue(index))
    return value ?? failManaged(property)
  }

  /// Returns the members of a to-many relationship as a set of their class. Linear in their number.
  public final func _getManaged<Member: NSManagedObject>(
    _ property: GeneratedProperty
  ) -> Set<Member>? {
    let index = index(property)
    return memberSet(index, of: Member.self) ?? ManagedValue.read(propertyValue(index))
  }

  /// Replaces the members of a to-many relationship.
  public final func _setManaged<Member: NSManagedObject>(
    _ property: GeneratedProperty, _ value: Set<Member>
  ) {
    setMembers(value, of: index(property))
  }

  /// Replaces the members of a to-many relationship; nil leaves none.
  public final func _setManaged<Member: NSManagedObject>(
    _ property: GeneratedProperty, _ value: Set<Member>?
  ) {
    guard let value else { return setProperty(index(property), to: nil) }
    setMembers(value, of: index(property))
  }

  private final func setMembers<Member: NSManagedObject>(_ value: Set<Member>, of index: Int) {
    guard layout.access[index].kind == .toMany else { return setProperty(index, to: value) }
    setMembers(index, to: value.map { $0 })
  }

  /// Returns the members as a set; nil for what is no to-many, or has a member of another class.
  private final func memberSet<Member: NSManagedObject>(
    _ index: Int, of type: Member.Type
  ) -> Set<Member>? {
    guard layout.access[index].kind == .toMany else { return nil }
    let value = loadedToMany(index)
    let members = value.members
    if value.isLong { return value.given.set(members, allOf: type)?.assumed(of: type) }
    return members.areAll(type) ? Set(roomy: members).assumed(of: type) : nil
  }

  /// ``primitiveValue(forKey:)`` as a type that the value can be cast or bridged to.
  public final func _getPrimitive<T>(_ property: GeneratedProperty) -> T {
    let value: T? = ManagedValue.read(primitiveValue(forKey: property.name.description))
    return value ?? failManaged(property)
  }

  /// ``setPrimitiveValue(_:forKey:)`` with a value of any type.
  public final func _setPrimitive<T>(_ property: GeneratedProperty, _ value: T) {
    setPrimitiveValue(ManagedValue.storable(value), forKey: property.name.description)
  }

  // Methods of relationships that clients declare with Swift's collections.

  /// Adds members to a to-many relationship.
  public final func _add(_ objects: Set<NSManagedObject>, to property: GeneratedProperty) {
    insert(Array(objects), into: index(property), at: nil)
  }

  /// Removes members from a to-many relationship.
  public final func _remove(_ objects: Set<NSManagedObject>, from property: GeneratedProperty) {
    remove(Array(objects), from: index(property))
  }

  /// Adds members to a to-many relationship.
  public final func _add(_ objects: [NSManagedObject], to property: GeneratedProperty) {
    insert(objects, into: index(property), at: nil)
  }

  /// Removes members from a to-many relationship.
  public final func _remove(_ objects: [NSManagedObject], from property: GeneratedProperty) {
    remove(objects, from: index(property))
  }

  private final func failManaged<T>(_ property: GeneratedProperty) -> T {
    raise(
      .internalInconsistency,
      "The property '\(property.name)' of \(layout.schema.name) is nil or no \(T.self), as which "
        + "\(type(of: self)) declares it with @NSManaged. Declare it optional, or give the "
        + "attribute a default value.")
  }
}

/// A property as a generated accessor knows it: the index in the entity's layout, and the name with
/// its hash to prove that the index fits the model in use. An addition for generated code.
public struct GeneratedProperty: Sendable {
  let name: StaticString
  let slot: Int
  let hash: UInt64

  /// - Parameters:
  ///   - name: the property's name.
  ///   - slot: its index in the entity's canonical property order.
  ///   - hash: the FNV-1a hash of the name's UTF-8.
  @inlinable
  public init(_ name: StaticString, slot: Int, hash: UInt64) {
    self.init(unchecked: name, slot, hash)
  }

  @usableFromInline
  init(unchecked name: StaticString, _ slot: Int, _ hash: UInt64) {
    self.name = name
    self.slot = slot
    self.hash = hash
  }
}
