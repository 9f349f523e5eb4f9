// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import StoreInterface

/// The value of a to-many relationship of one object: its members, or a fault that remembers what
/// has been added and removed since (R-CTX-378).
package final class ToManyValue {
  /// True if the stored members are not loaded. Then `members` means nothing.
  private(set) var isFault: Bool
  /// True if nothing is stored, as for a new owner: every member is an addition.
  private(set) var isNew: Bool
  let isOrdered: Bool
  /// True if an ordered relationship's order may differ from the stored one.
  private(set) var isReordered = false
  /// True if it stands for a value that could not be read, which nobody keeps.
  private(set) var isPlaceholder = false
  /// True if primitive access may have changed this side of the relationship or the other alone.
  var mayBeOneSided = false
  /// Counts the changes of what `members` gives.
  private(set) var version: UInt32 = 0
  @exclusivity(unchecked) private var list = ObjectList()
  /// The difference from the stored members; nil while there is none, and for a new value.
  private var difference: ToManyDifference?
  /// The difference from the members before the current event, when that is not all of the above.
  private var event: ToManyDifference?
  private var sequence: ToManySequence?
  private var givenMembers: GivenMembers?

  /// A fault, or the empty relationship of a new object.
  package init(isFault: Bool, isOrdered: Bool) {
    self.isFault = isFault
    self.isOrdered = isOrdered
    isNew = !isFault
  }

  /// An empty value for whoever reads members that cannot be loaded now.
  static func placeholder(isOrdered: Bool) -> ToManyValue {
    let value = ToManyValue(isFault: false, isOrdered: isOrdered)
    value.isPlaceholder = true
    return value
  }

  /// The current members. Only for a realised value.
  var members: [NSManagedObject] { list.objects }

  /// Members that are not stored.
  var added: [NSManagedObject] { isNew ? list.objects : difference?.added.objects ?? [] }

  /// The members that are in memory: all, or those that a fault has been given.
  var presentMembers: [NSManagedObject] {
    guard isFault else { return list.objects }
    return difference.map { $0.added.objects + $0.arrivals.objects } ?? []
  }

  /// Stored members that are gone.
  var removed: [NSManagedObject] { difference?.removed.objects ?? [] }

  var hasChanges: Bool { isNew ? !list.isEmpty : difference?.isEmpty == false || isReordered }

  /// The members as stored; nil while a fault.
  var committedMembers: [NSManagedObject]? {
    isFault ? nil : isNew ? [] : difference?.committedMembers(list) ?? list.objects
  }

  /// True if clients are given copies of ``given``.
  var isLong: Bool { list.count >= 64 }

  /// The members as clients have been given them; follows them.
  var given: GivenMembers {
    if let givenMembers { return givenMembers }
    let made = GivenMembers()
    givenMembers = made
    return made
  }

  /// The live ordered set that follows the members, while there is one.
  var mirror: RelationshipOrderedSet? {
    get { sequence?.mirror }
    set { if newValue != nil || sequence != nil { ordered.mirror = newValue } }
  }

  /// The order keys of the stored members of an ordered relationship, in their order; empty when they
  /// are not known: the next change of the order numbers all members.
  var storedOrders: [Int64] {
    get { sequence?.storedOrders ?? [] }
    set { if !newValue.isEmpty || sequence != nil { ordered.storedOrders = newValue } }
  }

  /// The order keys that a save gives the present members.
  var plannedOrders: [Int64] {
    get { sequence?.plannedOrders ?? [] }
    set { if !newValue.isEmpty || sequence != nil { ordered.plannedOrders = newValue } }
  }

  private var ordered: ToManySequence {
    if let sequence { return sequence }
    let made = ToManySequence()
    sequence = made
    return made
  }

  private var changing: ToManyDifference {
    if let difference { return difference }
    let made = ToManyDifference()
    difference = made
    return made
  }

  /// Takes the stored members and applies what was changed meanwhile.
  package func fulfil(_ stored: [NSManagedObject]) {
    defer { membersChanged() }
    isFault = false
    list.replaceAll(stored)
    defer { keepFormer() }
    guard let difference, hasChanges else { return }
    difference.keepCommitted(of: list)
    for object in difference.removed.objects where !list.remove(object, keepingOrder: true) {
      difference.removed.remove(object, keepingOrder: true)
    }
    if isOrdered { difference.appendArrivals(to: &list) } else { difference.appendAdded(to: &list) }
  }

  /// Returns true if an object may be a member although its own side has just come to lead here.
  @inline(__always)
  func mayHold(_ object: NSManagedObject) -> Bool {
    (mayBeOneSided || !isFault && !isNew) && contains(object)
  }

  /// True if the other side of a one-to-many tells who is a member, without looking.
  var isToldByInverse: Bool { isFault || isNew && !mayBeOneSided }

  func contains(_ object: NSManagedObject) -> Bool {
    isFault ? difference?.contains(object) ?? false : list.contains(object)
  }

  /// The position of a member. Only for a realised value.
  func position(of object: NSManagedObject) -> Int? { list.position(of: object) }

  /// Appends a member that is known to be absent.
  package func add(_ object: NSManagedObject) {
    if !isNew { noteAddition(object) }
    if let event { _ = noteAddition(object, in: event) }
    guard !isFault else { return }
    list.append(object)
    version &+= 1
    givenMembers?.add(object)
    if isOrdered { mirror?.follow(appended: object) }
    checkInvariants(sampledViolation)
  }

  /// Puts a member that is known to be absent at a position of loaded, ordered members.
  func insert(_ object: NSManagedObject, at position: Int) {
    guard position < list.count else { return add(object) }
    if !isNew {
      noteAddition(object)
      changing.keepCommitted(of: list)
    }
    if let event {
      _ = noteAddition(object, in: event)
      event.keepCommitted(of: list)
    }
    isReordered = true
    list.insert(object, at: position)
    version &+= 1
    givenMembers?.insert(object, at: position)
    mirror?.follow(inserted: object, at: position)
    checkInvariants(sampledViolation)
  }

  private func noteAddition(_ object: NSManagedObject) {
    let cameBack = noteAddition(object, in: changing)
    guard isOrdered else { return }
    if cameBack { isReordered = true }
    if isFault, !changing.arrivals.contains(object) { changing.arrivals.append(object) }
  }

  /// Returns whether the object was among those that had been removed.
  private func noteAddition(_ object: NSManagedObject, in difference: ToManyDifference) -> Bool {
    if !isFault { difference.noteCommitted(count: list.count) }
    let cameBack = difference.removed.remove(object, keepingOrder: isOrdered)
    if !cameBack { difference.added.append(object) }
    return cameBack
  }

  /// Removes a member that is known to be present (or may be stored, for a fault).
  package func remove(_ object: NSManagedObject) {
    if !isNew {
      noteRemoval(object, in: changing)
      if isFault { changing.arrivals.remove(object, keepingOrder: true) }
    }
    if let event { noteRemoval(object, in: event) }
    guard !isFault, let position = list.position(of: object) else { return }
    list.remove(object, keepingOrder: isOrdered)
    version &+= 1
    givenMembers?.remove(object, from: isOrdered ? position : nil)
    if isOrdered { mirror?.follow(removedFrom: position) }
    checkInvariants(sampledViolation)
  }

  private func noteRemoval(_ object: NSManagedObject, in difference: ToManyDifference) {
    if !isFault { difference.keepCommitted(of: list) }
    if !difference.added.remove(object, keepingOrder: isOrdered) {
      difference.removed.append(object)
    }
  }

  /// Puts the current members, whose set is unchanged, in another order.
  func reorder(_ objects: [NSManagedObject]) {
    if !isNew, !isFault { changing.keepCommitted(of: list) }
    event?.keepCommitted(of: list)
    isReordered = true
    list.replaceAll(objects)
    membersChanged()
  }

  /// Puts the members, whose set is unchanged, in an order that may be the present one.
  func arrange(_ objects: [NSManagedObject]) {
    if !list.objects.elementsEqual(objects, by: ===) { reorder(objects) }
  }

  /// The current state is now the stored one.
  func commit() {
    if hasChanges { storedOrders = plannedOrders }
    settle()
  }

  private func settle() {
    plannedOrders = []
    isNew = false
    difference = nil
    event = nil
    isReordered = false
  }

  /// Goes back to the stored members.
  func revert() {
    if !isFault, let stored = committedMembers { list.replaceAll(stored) }
    let wasNew = isNew
    settle()
    isNew = wasNew
    membersChanged()
  }

  // MARK: - Events

  /// An event begins: from now on what changes in it is told apart from earlier changes.
  func beginEvent() { event = hasChanges ? ToManyDifference() : nil }

  func endEvent() { event = nil }

  /// Goes on with the event of the value that this one replaces.
  func continueEvent(of other: ToManyValue) { event = other.event }

  /// Members that were not there before the event.
  var gained: [NSManagedObject] { event?.added.objects ?? added }

  /// Members that were there before the event and are gone.
  var lost: [NSManagedObject] { event?.removed.objects ?? removed }

  /// The members before the event. Only for a realised value.
  var formerMembers: [NSManagedObject] { event?.committedMembers(list) ?? committedMembers ?? [] }

  /// True if members or their order are others than before the event.
  var differsFromEvent: Bool {
    if !gained.isEmpty || !lost.isEmpty { return true }
    guard isOrdered, !isFault, event != nil || isReordered else { return false }
    return !formerMembers.elementsEqual(list.objects, by: ===)
  }

  /// Returns true if an object is a member; nil when only the store knows.
  func holds(_ object: NSManagedObject) -> Bool? {
    guard isFault else { return list.contains(object) }
    guard let difference else { return nil }
    if difference.contains(object) { return true }
    return difference.removed.contains(object) ? false : nil
  }

  /// The members of a fault have come in the middle of an event.
  private func keepFormer() {
    guard let event else { return }
    event.keepFormer(list.objects.filter { !event.added.contains($0) } + event.removed.objects)
  }

  /// Everything that a change may alter.
  struct State {
    fileprivate let isFault: Bool
    fileprivate let isNew: Bool
    fileprivate let isReordered: Bool
    fileprivate let mayBeOneSided: Bool
    fileprivate let list: ObjectList
    fileprivate let difference: ToManyDifference?
    fileprivate let event: ToManyDifference?
    fileprivate let storedOrders: [Int64]
  }

  /// A copy of the state, to go back to.
  var state: State {
    get {
      State(
        isFault: isFault, isNew: isNew, isReordered: isReordered, mayBeOneSided: mayBeOneSided,
        list: list, difference: difference?.copy(), event: event?.copy(),
        storedOrders: storedOrders)
    }
    set {
      isFault = newValue.isFault
      isNew = newValue.isNew
      isReordered = newValue.isReordered
      mayBeOneSided = newValue.mayBeOneSided
      list = newValue.list
      difference = newValue.difference
      event = newValue.event
      storedOrders = newValue.storedOrders
      membersChanged()
    }
  }

  private func membersChanged() {
    version &+= 1
    givenMembers = nil
    if isOrdered { mirror?.follow() }
    checkInvariants(sampledViolation)
  }

  // MARK: - Invariants

  /// The broken promise of a short list; of a long one, now and then.
  private var sampledViolation: String? { list.count <= 32 || version & 255 == 0 ? violation : nil }

  /// The first broken promise; nil when all hold. Looks at every member.
  package var violation: String? {
    if isNew, isFault { return "A to-many value is new and a fault." }
    if isNew, difference != nil { return "A new to-many value differs from stored members." }
    guard !isFault else { return nil }
    let members = Set(list.objects.map(ObjectIdentifier.init))
    if members.count != list.count { return "A to-many value has a member twice." }
    if !members.isSuperset(of: added.lazy.map(ObjectIdentifier.init)) {
      return "A to-many value has gained an object that is no member."
    }
    if !members.isDisjoint(with: removed.lazy.map(ObjectIdentifier.init)) {
      return "A to-many value has lost an object that is a member."
    }
    return nil
  }
}

/// Loading the stored members of a to-many anew beneath its pending changes.
extension NSManagedObject {
  /// The value is a fault again that remembers what was added and removed; the next access replays
  /// it on the members that the store has then (R-CTX-630). Loads only to keep a changed order.
  ///
  /// - Parameter dropped: a member whose addition or removal is forgotten.
  final func reloadToMany(_ index: Int, without dropped: NSManagedObject? = nil) {
    guard !cells.isEmpty, case .toMany(let old) = cells[index] else { return }
    guard isStoredElsewhere, layout.properties[index].column >= 0 else {
      if let dropped, old.contains(dropped) { old.remove(dropped) }
      return
    }
    if old.isFault, dropped == nil { return }
    // A changed order could not be kept: the list stays as it is.
    if old.isReordered, !old.isFault, dropped == nil, context?.isAskingForbidden == true { return }
    let value = ToManyValue(isFault: true, isOrdered: old.isOrdered)
    for object in old.added where object !== dropped { value.add(object) }
    for object in old.removed where object !== dropped { value.remove(object) }
    value.continueEvent(of: old)
    state.replace(.toMany(value), index)
    if old.isReordered, !old.isFault { order(index, like: old.members) }
  }

  /// Members that the list does not know go to the end.
  private final func order(_ index: Int, like list: [NSManagedObject]) {
    let value = loadedToMany(index)
    var known = ObjectList(list)
    let members = list.filter(value.contains) + value.members.filter { !known.contains($0) }
    if !members.elementsEqual(value.members, by: ===) { value.reorder(members) }
  }
}
