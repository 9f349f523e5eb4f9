// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import StoreInterface

/// The live ordered set behind `mutableOrderedSetValue(forKey:)`: each call is one tracked change.
///
/// Foundation's `array`, `firstObject` and iteration cannot be overridden and read the superclass's
/// own storage. It therefore mirrors the members: from the start, after each change of the
/// relationship, and at each call that finds it behind. What is added, or removed by itself, is mirrored alone;
/// other changes cost time linear in the members.
final class RelationshipOrderedSet: NSMutableOrderedSet {
  private let owner: NSManagedObject
  private let index: Int
  /// The value that is mirrored, and its version then.
  private var source: ToManyValue?
  private var version: UInt32 = 0
  private var isMirroring = false

  /// Returns the set of a relationship that somebody has already, or a new one: two could not both follow.
  static func live(of owner: NSManagedObject, _ index: Int) -> RelationshipOrderedSet {
    guard let live = owner.loadedToMany(index).mirror else {
      return RelationshipOrderedSet(owner: owner, index: index)
    }
    live.follow()
    return live
  }

  private init(owner: NSManagedObject, index: Int) {
    self.owner = owner
    self.index = index
    super.init(capacity: 0)
    follow()
  }

  required init?(coder aDecoder: NSCoder) { return nil }

  required convenience init(arrayLiteral elements: Any...) {
    raise(.invalidArgument, "Use mutableOrderedSetValue(forKey:) to get an ordered relationship.")
  }

  /// Brings the superclass's storage up to date.
  func follow() {
    let value = owner.loadedToMany(index)
    guard source !== value || version != value.version else { return }
    source = value
    version = value.version
    value.mirror = self
    isMirroring = true
    defer { isMirroring = false }
    super.removeAllObjects()
    let objects: [AnyObject] = value.members
    objects.withUnsafeBufferPointer { super.add($0.baseAddress, count: $0.count) }
    checkInvariants(sampledViolation(value))
  }

  /// Takes over a member that the value has just appended.
  func follow(appended object: NSManagedObject) { follow { super.add(object) } }

  /// Takes over a member that the value has just taken in at a position.
  func follow(inserted object: NSManagedObject, at position: Int) {
    follow { super.insert(object, at: position) }
  }

  /// The value has just given up the member at a position.
  func follow(removedFrom position: Int) { follow { super.removeObject(at: position) } }

  /// Takes over the value's last change, if it has followed it up to that.
  private func follow(_ change: () -> Void) {
    guard let source, version &+ 1 == source.version else { return follow() }
    version = source.version
    isMirroring = true
    defer { isMirroring = false }
    change()
    checkInvariants(sampledViolation(source))
  }

  /// The broken promise of a short mirror; of a long one, now and then.
  private func sampledViolation(_ value: ToManyValue) -> String? {
    guard super.count <= 32 || version & 255 == 0 else { return nil }
    let mirrored = (0..<super.count).map { super.object(at: $0) as AnyObject }
    return OrderedMirror.violation(of: mirrored, against: value.members)
  }

  private var members: [NSManagedObject] {
    follow()
    return owner.members(index)
  }

  // MARK: - Reading

  override var count: Int { isMirroring ? super.count : members.count }

  override func object(at position: Int) -> Any {
    let members = members
    requirePosition(position, in: members.indices)
    return members[position]
  }

  override func index(of object: Any) -> Int {
    follow()
    guard let object = object as? NSManagedObject else { return NSNotFound }
    return owner.loadedToMany(index).position(of: object) ?? NSNotFound
  }

  /// While the storage is filled, nothing is there yet: the members are distinct.
  override func contains(_ object: Any) -> Bool {
    guard !isMirroring else { return false }
    follow()
    guard let object = object as? NSManagedObject else { return false }
    return owner.loadedToMany(index).contains(object)
  }

  override func enumerateObjects(_ block: (Any, Int, UnsafeMutablePointer<ObjCBool>) -> Void) {
    NSArray(array: members).enumerateObjects(block)
  }

  override func enumerateObjects(
    at indexes: IndexSet, options: NSEnumerationOptions = [],
    using block: (Any, Int, UnsafeMutablePointer<ObjCBool>) -> Void
  ) {
    NSArray(array: members).enumerateObjects(at: indexes, options: options, using: block)
  }

  override func index(
    of object: Any, inSortedRange range: NSRange, options: NSBinarySearchingOptions = [],
    usingComparator comparator: (Any, Any) -> ComparisonResult
  ) -> Int {
    NSArray(array: members).index(
      of: object, inSortedRange: range, options: options, usingComparator: comparator)
  }

  override func sortedArray(
    options: NSSortOptions = [], usingComparator comparator: (Any, Any) -> ComparisonResult
  ) -> [Any] {
    NSArray(array: members).sortedArray(options: options, usingComparator: comparator)
  }

  override func copy(with zone: NSZone? = nil) -> Any { NSOrderedSet(array: members) }

  override func mutableCopy(with zone: NSZone? = nil) -> Any { NSMutableOrderedSet(array: members) }

  override var description: String { NSArray(array: members).description }

  // MARK: - Adding and removing

  override func insert(_ object: Any, at position: Int) {
    let count = count
    requirePosition(position, in: 0..<count + 1)
    guard position < count else { return append([object]) }
    let object = managed(object)
    if !contains(object) { owner.insert([object], into: index, at: position) }
  }

  override func insert(_ objects: [Any], at positions: IndexSet) {
    edit { members in
      var present = ObjectList(members)
      for (object, position) in zip(objects, positions) where present.insert(managed(object)) {
        requirePosition(position, in: 0..<members.count + 1)
        members.insert(managed(object), at: position)
      }
    }
  }

  override func add(_ object: Any) { append([object]) }

  override func add(_ objects: UnsafePointer<AnyObject>?, count: Int) {
    append(Array(UnsafeBufferPointer(start: objects, count: count)))
  }

  override func addObjects(from array: [Any]) { append(array) }

  override func union(_ other: NSOrderedSet) { append(other.array) }

  override func unionSet(_ other: Set<AnyHashable>) { append(other.map(\.base)) }

  override func remove(_ object: Any) { drop([object]) }

  override func removeObject(at position: Int) { drop([object(at: position)]) }

  override func removeObjects(in array: [Any]) { drop(array) }

  override func removeObjects(at positions: IndexSet) { drop(positions.map(object(at:))) }

  override func removeObjects(in range: NSRange) {
    drop((range.location..<NSMaxRange(range)).map(object(at:)))
  }

  override func removeAllObjects() { edit { $0 = [] } }

  override func minus(_ other: NSOrderedSet) { drop(other.array) }

  override func minusSet(_ other: Set<AnyHashable>) { drop(other.map(\.base)) }

  override func intersect(_ other: NSOrderedSet) { drop(members.filter { !other.contains($0) }) }

  override func intersectSet(_ other: Set<AnyHashable>) {
    drop(members.filter { !other.contains($0) })
  }

  // MARK: - Replacing and ordering

  override func replaceObject(at position: Int, with object: Any) {
    replaceObjects(at: IndexSet(integer: position), with: [object])
  }

  override func setObject(_ object: Any, at position: Int) {
    if position == count { add(object) } else { replaceObject(at: position, with: object) }
  }

  override func replaceObjects(at positions: IndexSet, with objects: [Any]) {
    edit { members in
      for (object, position) in zip(objects, positions) {
        requirePosition(position, in: members.indices)
        members[position] = managed(object)
      }
    }
  }

  override func replaceObjects(
    in range: NSRange, with objects: UnsafePointer<AnyObject>!, count: Int
  ) {
    let new = UnsafeBufferPointer(start: objects, count: count).map(managed)
    edit { members in
      members.replaceSubrange(bounds(range, in: members), with: new)
    }
  }

  override func exchangeObject(at first: Int, withObjectAt second: Int) {
    arrange { members in
      requirePosition(first, in: members.indices)
      requirePosition(second, in: members.indices)
      members.swapAt(first, second)
    }
  }

  /// The position counts what stays.
  override func moveObjects(at positions: IndexSet, to position: Int) {
    arrange { members in
      positions.forEach { requirePosition($0, in: members.indices) }
      let moved = positions.map { members[$0] }
      for index in positions.reversed() { members.remove(at: index) }
      requirePosition(position, in: 0..<members.count + 1)
      members.insert(contentsOf: moved, at: position)
    }
  }

  override func sort(comparator: (Any, Any) -> ComparisonResult) {
    sortRange(NSRange(location: 0, length: count), options: [], usingComparator: comparator)
  }

  override func sort(
    options: NSSortOptions = [], usingComparator comparator: (Any, Any) -> ComparisonResult
  ) {
    sortRange(NSRange(location: 0, length: count), options: options, usingComparator: comparator)
  }

  override func sortRange(
    _ range: NSRange, options: NSSortOptions = [],
    usingComparator comparator: (Any, Any) -> ComparisonResult
  ) {
    arrange { members in
      let bounds = bounds(range, in: members)
      let sorted = NSArray(array: Array(members[bounds]))
        .sortedArray(options: options, usingComparator: comparator)
      members.replaceSubrange(bounds, with: sorted.map(managed))
    }
  }

  override func sort(using sortDescriptors: [NSSortDescriptor]) {
    arrange { $0 = NSArray(array: $0).sortedArray(using: sortDescriptors).map(managed) }
  }

  // MARK: - One tracked change

  private func append(_ values: [Any]) {
    let value = owner.loadedToMany(index)
    let new = values.map(managed).filter { !value.contains($0) }
    if !new.isEmpty { owner.insert(new, into: index, at: nil) }
  }

  /// Removes objects; those that are no members do not matter.
  private func drop(_ values: [Any]) {
    let value = owner.loadedToMany(index)
    // What could not be read may have what is to go: the save will tell.
    let gone = values.compactMap { $0 as? NSManagedObject }
      .filter { value.isPlaceholder || value.contains($0) }
    if gone.count == 1 { return owner.remove(gone, from: index) }
    if !gone.isEmpty { change { owner.remove(gone, from: index) } }
  }

  /// Changes the list of members; nothing is noted when it stays as it is.
  private func edit(_ body: (inout [NSManagedObject]) -> Void) {
    let old = members
    var new = old
    body(&new)
    if !new.elementsEqual(old, by: ===) { change { owner.setMembers(index, to: new) } }
  }

  /// Changes the order of the members alone.
  private func arrange(_ body: (inout [NSManagedObject]) -> Void) {
    let old = members
    var new = old
    body(&new)
    if !new.elementsEqual(old, by: ===) { change { owner.arrangeMembers(index, new) } }
  }

  /// Follows once, after the whole change.
  private func change(_ body: () -> Void) {
    source?.mirror = nil
    body()
    source?.mirror = self
    follow()
  }

  // MARK: - Arguments

  private func managed(_ value: Any) -> NSManagedObject {
    guard let object = value as? NSManagedObject else {
      raise(.invalidArgument, "A relationship holds managed objects; given: \(value).")
    }
    return object
  }

  private func requirePosition(_ position: Int, in positions: Range<Int>) {
    guard positions.contains(position) else {
      raise(
        .range,
        "Position \(position) is outside of the ordered relationship "
          + "'\(owner.layout.properties[index].name)' with \(positions.upperBound) positions.")
    }
  }

  private func bounds(_ range: NSRange, in members: [NSManagedObject]) -> Range<Int> {
    requirePosition(range.location, in: 0..<members.count + 1)
    requirePosition(NSMaxRange(range), in: range.location..<members.count + 1)
    return range.location..<NSMaxRange(range)
  }
}

/// The promise of a live ordered set: its storage is the members of the relationship, in their order.
package enum OrderedMirror {
  /// The broken promise; nil when it holds.
  package static func violation(of mirrored: [AnyObject], against members: [AnyObject]) -> String? {
    if mirrored.count != members.count {
      return "An ordered set mirrors \(mirrored.count) of \(members.count) members."
    }
    if !mirrored.elementsEqual(members, by: ===) {
      return "An ordered set mirrors its members in another order, or other objects."
    }
    return nil
  }
}
