// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

// A façade of more than 400 lines: everything overridable must stand in the class body.

public import Foundation
import StoreInterface

/// An object of a context: typed values of its entity's properties, loaded when they are read.
///
/// Use it only on its context's queue. Two instances are equal only if they are the same; within
/// a context there is one instance per ``objectID`` (R-CTX-100). Not `Sendable`: pass ``objectID``.
nonisolated open class NSManagedObject: NSObject, NSFetchRequestResult, CustomReflectable {
  // The state is not modified while it is read: each access is a load or a store, never a call that
  // could come back. So it is not checked for overlap, which would cost as much as the access.

  // Map and key stand beside the state: other threads ask for the context, and for the key under the
  // map's lock, while the state changes.

  /// The identity map of the context, held strongly: it outlives the context for objects that die
  /// on another thread while the context does.
  @exclusivity(unchecked) private(set) final var map: IdentityMap?
  @exclusivity(unchecked) private(set) final var key: ObjectKey
  /// All else that changes of the object; written by its transitions alone.
  @exclusivity(unchecked) final var state = ObjectState()
  final let layout: PropertyLayout
  /// The part that other threads may ask for.
  final let shared = SharedIdentity()

  // MARK: - Creating

  /// Makes an object of an entity and, with a context, inserts it: it gets a temporary ID, its
  /// attributes' default values and `awakeFromInsert()`. Required, so that the framework can make
  /// instances of subclasses.
  public required init(
    entity: NSEntityDescription, insertInto context: NSManagedObjectContext?
  ) {
    layout = entity.frozenLayoutOrFail
    key = ObjectKey(entity: 0, number: 0, store: ObjectKey.unassignedStore)
    super.init()
    if let context { context.insertNew(self) }
  }

  /// Makes and inserts an object of the entity whose class this is, in the context's model. No
  /// entity or several of this class are a programmer error.
  public required convenience init(context moc: NSManagedObjectContext) {
    self.init(entity: moc.entity(of: Self.self), insertInto: moc)
  }

  /// An object without an entity, of no use: the program stops when a property of it is touched or
  /// when it is inserted. Logs that, as Apple's framework does.
  public convenience override init() {
    Log.warning(
      "Failed to call designated initializer on NSManagedObject class '\(Self.self)': use "
        + "init(context:) or init(entity:insertInto:).")
    self.init(entity: NoEntity.shared.layout.entity, insertInto: nil)
  }

  /// Gives the object a place in a context, where it is a fault.
  @inline(__always)
  final func enter(_ map: IdentityMap, as key: ObjectKey) {
    stand(in: map)
    if self.key != key { self.key = key }
    state.enter(map.enrolled)
  }

  /// Gives the object a map. One that has it already is left alone: other threads read it.
  @inline(__always)
  final func stand(in map: IdentityMap) {
    if self.map !== map { self.map = map }
  }

  /// Replaces the key: a store has numbered the object, or taken the number back. Under the map's
  /// lock, for an object that has one.
  @inline(__always)
  final func rekey(_ key: ObjectKey) { self.key = key }

  deinit {
    forgetRegistration()
    state.dropCells(layout.count)
  }

  /// Returns the entity whose class this is, in the models that coordinators use.
  open class func entity() -> NSEntityDescription { EntityLookup.entity(of: self) }

  /// Returns the name of the class, as programs have it that look an entity up by it.
  open class func description() -> String { String(describing: self) }

  /// Returns a request for the objects of ``entity()``. Generated classes add one of their own
  /// type.
  @_disfavoredOverload
  open class func fetchRequest() -> NSFetchRequest<any NSFetchRequestResult> {
    let request = NSFetchRequest<any NSFetchRequestResult>()
    request.entity = entity()
    return request
  }

  /// True if change notes for keys that the model does not have leave the object clean. True.
  open class var contextShouldIgnoreUnmodeledPropertyChanges: Bool { true }

  // MARK: - State

  /// The context, or nil for an object without one: never inserted, deleted and saved, or
  /// forgotten by its context. Any thread.
  open var managedObjectContext: NSManagedObjectContext? {
    shared.isOrphan ? nil : map?.livingContext
  }

  /// The object's concrete entity.
  open var entity: NSEntityDescription { layout.entity }

  /// The identity: temporary until the first save or `obtainPermanentIDs(for:)`. Any thread.
  open var objectID: NSManagedObjectID { sharedID }

  /// True if the next save will add it to a store, and within ``didSave()`` if the save has added it.
  open var isInserted: Bool { !confined().flags.isDisjoint(with: [.inserted, .savedInsertion]) }

  /// True if it has been changed since it was fetched or saved, and within ``didSave()`` if the save has
  /// written it; false for inserted objects.
  open var isUpdated: Bool {
    let flags = confined().flags
    return flags.intersection([.updated, .deleted]) == .updated || flags.contains(.savedUpdate)
  }

  /// True if the next save will remove it, and within ``didSave()`` if the save has removed it.
  open var isDeleted: Bool { !confined().flags.isDisjoint(with: [.deleted, .savedDeletion]) }

  /// True if the next save will add, write or remove the object, and within ``didSave()``.
  open var hasChanges: Bool {
    let flags = confined().flags
    return flags.hasPendingChanges || !flags.isDisjoint(with: .saved)
  }

  /// True if a stored property differs from what was fetched or saved.
  open var hasPersistentChangedValues: Bool { !confined().persistentChanges().isEmpty }

  /// True if its values are not loaded yet. Never loads them.
  open var isFault: Bool { confined().isCurrentlyFault }

  /// 0 for an object with values, 1 for a fault.
  open var faultingState: Int { confined().isCurrentlyFault ? 1 : 0 }

  /// Returns true if a relationship's value is not loaded yet. Never loads it.
  open func hasFault(forRelationshipNamed key: String) -> Bool {
    confined().hasRelationshipFault(key)
  }

  /// Returns the IDs of a relationship's destinations, in its order, without loading those.
  open func objectIDs(forRelationshipNamed key: String) -> [NSManagedObjectID] {
    relatedIDs(key)
  }

  // MARK: - Life cycle

  /// Sent once, after the object was inserted. Setters track changes as usual.
  open func awakeFromInsert() {}

  /// Sent each time the values of a fault were loaded. Changes made here are not tracked.
  open func awakeFromFetch() {}

  /// Sent after values were put back from a snapshot: undo, rollback, refresh, merge policy.
  open func awake(fromSnapshotEvents flags: NSSnapshotEventType) {}

  /// Sent within `delete(_:)`, while relationships are still in place.
  open func prepareForDeletion() {}

  /// Sent before a save, repeatedly while it changes things.
  open func willSave() {}

  /// Sent after a save that wrote or removed the object.
  open func didSave() {}

  /// Sent before the values are dropped.
  open func willTurnIntoFault() {}

  /// Sent after the values were dropped.
  open func didTurnIntoFault() {}

  // MARK: - Key-value access

  /// Returns a property's value: numbers as `NSNumber`, a to-many as a set or ordered set, never
  /// nil. Fires a fault.
  ///
  /// ```swift
  /// let name = employee.value(forKey: "name") as? String
  /// ```
  open func value(forKey key: String) -> Any? { keyedValue(key) }

  /// Sets a property, tracks the change and keeps the inverse relationship in step.
  ///
  /// ```swift
  /// employee.setValue(4_000, forKey: "salary")
  /// employee.setValue(nil, forKey: "department")
  /// ```
  open func setValue(_ value: Any?, forKey key: String) { setKeyedValue(value, key) }

  /// The value of a property, as ``value(forKey:)`` and ``setValue(_:forKey:)`` have it.
  open subscript(key: String) -> Any? {
    get { value(forKey: key) }
    set { setValue(newValue, forKey: key) }
  }

  /// Returns a value without loading, notes or callbacks; nil on a fault. Between
  /// ``willChangeValue(forKey:)`` and ``didChangeValue(forKey:)`` a to-many relationship gives one mutable
  /// collection: what is added to it, or removed, becomes or ceases to be a member (R-CTX-209).
  open func primitiveValue(forKey key: String) -> Any? { confined().primitive(key) }

  /// Sets a value without loading, notes, tracking or inverse.
  open func setPrimitiveValue(_ value: Any?, forKey key: String) {
    confined().setPrimitive(value, key)
  }

  /// Loads the values of a fault. A nil key only does that.
  open func willAccessValue(forKey key: String?) { realise() }

  /// Ends an access that ``willAccessValue(forKey:)`` has begun. Does nothing.
  open func didAccessValue(forKey key: String?) {}

  /// Opens a change of a property by primitive access.
  open func willChangeValue(forKey key: String) { willChangeKeyed(key) }

  /// Ends a change of a property by primitive access: it is tracked as a setter's would be.
  open func didChangeValue(forKey key: String) { didChangeKeyed(key) }

  /// Opens a change of a to-many relationship by primitive access.
  open func willChangeValue(
    forKey inKey: String, withSetMutation inMutationKind: NSKeyValueSetMutationKind,
    using inObjects: Set<AnyHashable>
  ) {
    willChangeKeyed(inKey)
  }

  /// Ends a change of a to-many relationship by primitive access: it is tracked as a setter's would
  /// be.
  open func didChangeValue(
    forKey inKey: String, withSetMutation inMutationKind: NSKeyValueSetMutationKind,
    using inObjects: Set<AnyHashable>
  ) {
    didChangeKeyed(inKey)
  }

  /// Opens a change of an ordered relationship by primitive access.
  open func willChange(
    _ changeKind: NSKeyValueChange, valuesAt indexes: IndexSet, forKey key: String
  ) {
    willChangeKeyed(key)
  }

  /// Ends a change of an ordered relationship by primitive access: it is tracked as a setter's would be.
  open func didChange(
    _ changeKind: NSKeyValueChange, valuesAt indexes: IndexSet, forKey key: String
  ) {
    didChangeKeyed(key)
  }

  /// Sets a property of a type that has no nil to nil. Stops the program unless a class overrides it, as
  /// with a value of its own for such. ``setValue(_:forKey:)`` takes nil for every property, and does not
  /// ask here.
  open func setNilValueForKey(_ key: String) {
    raise(
      .invalidArgument,
      "setNilValueForKey(_:) could not set nil as the value for the key \(key) of the entity "
        + "\(layout.schema.name). Override it, or use setValue(nil, forKey:).")
  }

  /// Returns a value over relationships and collection operators, such as
  /// `department.employees.@count`.
  open func value(forKeyPath keyPath: String) -> Any? { KeyPathReading.value(keyPath, of: self) }

  /// Sets the property at the end of a path over relationships: of each member behind a to-many, as
  /// Foundation's collections do it. Nothing is set where the path meets nil.
  open func setValue(_ value: Any?, forKeyPath keyPath: String) {
    KeyPathReading.set(value, keyPath, of: self)
  }

  /// Returns a live set of a to-many relationship: reading follows it, changing it changes the
  /// object.
  open func mutableSetValue(forKey key: String) -> NSMutableSet {
    RelationshipSet(owner: self, index: toManyIndex(key, ordered: false))
  }

  /// Returns a live ordered set of an ordered relationship.
  open func mutableOrderedSetValue(forKey key: String) -> NSMutableOrderedSet {
    RelationshipOrderedSet.live(of: self, toManyIndex(key, ordered: true))
  }

  /// Returns a live array of an ordered relationship, or of an attribute that holds an array. A
  /// change costs time linear in the elements; use ``mutableOrderedSetValue(forKey:)`` for
  /// relationships.
  open func mutableArrayValue(forKey key: String) -> NSMutableArray {
    PropertyArray(owner: self, key: key)
  }

  /// The same of the object that all of a key path but its last key leads to, which must be there.
  open func mutableSetValue(forKeyPath keyPath: String) -> NSMutableSet {
    let (owner, key) = KeyPathReading.lastOwner(keyPath, from: self)
    return owner.mutableSetValue(forKey: key)
  }

  /// The same of the object that all of a key path but its last key leads to, which must be there.
  open func mutableOrderedSetValue(forKeyPath keyPath: String) -> NSMutableOrderedSet {
    let (owner, key) = KeyPathReading.lastOwner(keyPath, from: self)
    return owner.mutableOrderedSetValue(forKey: key)
  }

  /// The same of the object that all of a key path but its last key leads to, which must be there.
  open func mutableArrayValue(forKeyPath keyPath: String) -> NSMutableArray {
    let (owner, key) = KeyPathReading.lastOwner(keyPath, from: self)
    return owner.mutableArrayValue(forKey: key)
  }

  /// Called for a key that the entity does not have; stops the program by default.
  open func value(forUndefinedKey key: String) -> Any? { failUndefined(key) }

  /// Called for a key that the entity does not have; stops the program by default.
  open func setValue(_ value: Any?, forUndefinedKey key: String) { failUndefined(key) }

  /// Returns the values of some properties by key, nil as `NSNull`.
  open func dictionaryWithValues(forKeys keys: [String]) -> [String: Any] {
    let values = keys.map { ($0, value(forKey: $0) ?? NSNull()) }
    return Dictionary(values, uniquingKeysWith: { first, _ in first })
  }

  /// Sets some properties; `NSNull` stands for nil.
  open func setValuesForKeys(_ keyedValues: [String: Any]) {
    for (key, value) in keyedValues { setValue(value is NSNull ? nil : value, forKey: key) }
  }

  // MARK: - Changes

  /// Returns the stored properties that differ from what was fetched or saved, with their new
  /// values; nil as `NSNull`.
  open func changedValues() -> [String: Any] { confined().changedDictionary() }

  /// Returns the stored properties that have changed since changes were last announced, with the
  /// values that they had then; nil as `NSNull`. Valid in handlers of that announcement too.
  open func changedValuesForCurrentEvent() -> [String: Any] { confined().eventDictionary() }

  /// Returns the values as last fetched or saved, nil as `NSNull`; for all stored properties when
  /// `keys` is nil. A new object has none.
  open func committedValues(forKeys keys: [String]?) -> [String: Any] {
    confined().committedDictionary(keys)
  }

  // MARK: - Validation

  /// Returns the check that the class adds to the model's rules for a property, in place of Apple's
  /// methods `validate<Key>(_:)`; nil, the default, for nothing. It runs when the model's rules
  /// hold, for nil too. Overrides return `super`'s for keys that are not theirs. Asked at each
  /// validation.
  open class func validator(forKey key: String) -> PropertyValidator? { nil }

  /// Checks, and may convert or replace, one property's value against the model and the class's
  /// ``validator(forKey:)``.
  ///
  /// ```swift
  /// var name: Any?
  /// do {
  ///   try employee.validateValue(&name, forKey: "name")
  /// } catch let error as CocoaError where error.code == .validationMissingMandatoryProperty {
  ///   print("An employee needs a name.")
  /// }
  /// ```
  ///
  /// - Throws: the first rule that does not hold: 1570 for a missing value, 1550 for one of another
  ///   class or one that a predicate of the model refuses without a code of its own, 1580 and 1590
  ///   for too few and too many members, 1610 and 1620 for an integer that does not fit; what the
  ///   class throws.
  open func validateValue(_ value: inout Any?, forKey key: String) throws {
    try Validation.validate(&value, key, of: confined())
  }

  /// The same for a variable of Apple's type.
  public final func validateValue(_ value: inout AnyObject?, forKey key: String) throws {
    var checked: Any? = value
    try validateValue(&checked, forKey: key)
    value = checked.map { $0 as AnyObject }
  }

  /// Checks all properties before the first save; throws one error, or 1560 with all of them.
  open func validateForInsert() throws { try Validation.validateAll(of: confined()) }

  /// Checks all properties before a save that writes changes; throws one error, or 1560 with all of
  /// them.
  open func validateForUpdate() throws { try Validation.validateAll(of: confined()) }

  /// Checks the deny rules of relationships.
  open func validateForDelete() throws { try Validation.validateDeletion(of: confined()) }

  // MARK: - Identity

  /// Returns true if the other is the same object.
  public final override func isEqual(_ object: Any?) -> Bool {
    ExistentialReference.refers(object, to: self)
  }

  // The address: sets mix it themselves.
  /// A hash of the identity.
  public final override var hash: Int { Int(bitPattern: ObjectIdentifier(self)) }

  /// The class, the entity, the ID and the values that are loaded. Loads nothing.
  open override var description: String { ObjectDescription.text(of: self) }

  /// The content that `dump` shows: entity, ID and values, without loading anything and without the
  /// context.
  open var customMirror: Mirror {
    Mirror(
      self, children: ObjectDescription.children(of: self), displayStyle: .class,
      ancestorRepresentation: .suppressed)
  }
}

/// The check of one property of an object, which throws to refuse the value, or replaces it: what
/// ``NSManagedObject/validator(forKey:)`` gives. Outside of the class, in which it would hide types of programs.
public typealias PropertyValidator = (_ object: NSManagedObject, _ value: inout Any?) throws ->
  Void

@available(*, unavailable)
extension NSManagedObject: Sendable {}
