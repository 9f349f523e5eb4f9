// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

/// A list of distinct objects in order, by identity, with fast membership.
///
/// Appending is a plain array append; the position index is built when a long list is first asked
/// for membership, so that filling a relationship from the other side never hashes.
struct ObjectList {
  private(set) var objects: [NSManagedObject] = []
  private var positions: [ObjectIdentifier: Int]?
  /// False once objects have moved: from then on the index tells membership alone, and positions are
  /// looked for.
  private var hasExactPositions = true
  private static let scanLimit = 8

  init() {}

  init(_ objects: [NSManagedObject]) { self.objects = objects }

  /// The first occurrence of each object.
  init(distinct objects: [NSManagedObject]) {
    for object in objects { insert(object) }
  }

  var isEmpty: Bool { objects.isEmpty }
  var count: Int { objects.count }

  mutating func position(of object: NSManagedObject) -> Int? {
    guard objects.count > ObjectList.scanLimit else { return objects.firstIndex { $0 === object } }
    guard let position = index()[ObjectIdentifier(object)] else { return nil }
    return hasExactPositions ? position : objects.lastPlace(of: object)
  }

  mutating func contains(_ object: NSManagedObject) -> Bool {
    guard objects.count > ObjectList.scanLimit else { return objects.contains { $0 === object } }
    return index()[ObjectIdentifier(object)] != nil
  }

  /// Appends an object that is known not to be in the list.
  mutating func append(_ object: NSManagedObject) {
    if objects.isEmpty { objects.reserveCapacity(4) }
    if positions != nil { positions?[ObjectIdentifier(object)] = objects.count }
    objects.append(object)
  }

  /// Inserts an object that is known not to be in the list.
  mutating func insert(_ object: NSManagedObject, at position: Int) {
    guard position < objects.count else { return append(object) }
    objects.insert(object, at: position)
    positions?[ObjectIdentifier(object)] = position
    hasExactPositions = positions == nil
  }

  /// Removes an object; returns whether it was there. Keeps the order of the rest when asked.
  @discardableResult
  mutating func remove(_ object: NSManagedObject, keepingOrder: Bool) -> Bool {
    guard let position = position(of: object) else { return false }
    if keepingOrder || position == objects.count - 1 {
      objects.remove(at: position)
      positions?[ObjectIdentifier(object)] = nil
      if position < objects.count { hasExactPositions = positions == nil }
    } else {
      objects.swapAt(position, objects.count - 1)
      objects.removeLast()
      positions?[ObjectIdentifier(object)] = nil
      positions?[ObjectIdentifier(objects[position])] = position
    }
    return true
  }

  /// Appends an object unless it is in the list; returns whether it was absent.
  @discardableResult
  mutating func insert(_ object: NSManagedObject) -> Bool {
    guard !contains(object) else { return false }
    append(object)
    return true
  }

  mutating func replaceAll(_ objects: [NSManagedObject]) {
    self.objects = objects
    positions = nil
    hasExactPositions = true
  }

  private mutating func index() -> [ObjectIdentifier: Int] {
    if let positions { return positions }
    let built = Dictionary(
      objects.enumerated().map { (ObjectIdentifier($0.element), $0.offset) },
      uniquingKeysWith: { first, _ in first })
    positions = built
    return built
  }
}
