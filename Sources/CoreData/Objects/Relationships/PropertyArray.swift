// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation

/// The live array behind `mutableArrayValue(forKey:)`: each call reads the property, or sets it as a
/// whole with a tracked change. Costs time linear in the elements.
final class PropertyArray: NSMutableArray {
  private let owner: NSManagedObject
  private let key: String

  /// - Parameter key: an ordered relationship, or an attribute that holds an array.
  init(owner: NSManagedObject, key: String) {
    self.owner = owner
    self.key = key
    super.init(capacity: 0)
    _ = elements
  }

  required init?(coder aDecoder: NSCoder) { return nil }

  required init(objects: UnsafePointer<AnyObject>?, count: Int) {
    raise(.invalidArgument, "Use mutableArrayValue(forKey:) to get an ordered property.")
  }

  required convenience init(arrayLiteral elements: Any...) {
    raise(.invalidArgument, "Use mutableArrayValue(forKey:) to get an ordered property.")
  }

  private var elements: [Any] {
    get {
      switch owner.value(forKey: key) {
      case nil: return []
      case let array as [Any]: return array
      case let set as NSOrderedSet: return set.array
      default:
        raise(
          .invalidArgument,
          "The property '\(key)' of \(owner.entity.name ?? "an entity") has no order. Use "
            + "mutableSetValue(forKey:) for a relationship.")
      }
    }
    set { owner.setValue(newValue, forKey: key) }
  }

  // MARK: - What all other methods are made of

  override var count: Int { elements.count }

  override func object(at index: Int) -> Any {
    let elements = elements
    require(index, in: elements.indices)
    return elements[index]
  }

  override func insert(_ anObject: Any, at index: Int) {
    var elements = elements
    require(index, in: 0..<elements.count + 1)
    elements.insert(anObject, at: index)
    self.elements = elements
  }

  override func add(_ anObject: Any) { elements.append(anObject) }

  override func removeObject(at index: Int) {
    var elements = elements
    require(index, in: elements.indices)
    elements.remove(at: index)
    self.elements = elements
  }

  override func removeLastObject() { _ = elements.popLast() }

  override func replaceObject(at index: Int, with anObject: Any) {
    var elements = elements
    require(index, in: elements.indices)
    elements[index] = anObject
    self.elements = elements
  }

  // MARK: - What Foundation does by its own storage

  override func exchangeObject(at idx1: Int, withObjectAt idx2: Int) {
    var elements = elements
    require(idx1, in: elements.indices)
    require(idx2, in: elements.indices)
    elements.swapAt(idx1, idx2)
    self.elements = elements
  }

  override func replaceObjects(
    in range: NSRange, withObjectsFrom otherArray: [Any], range otherRange: NSRange
  ) {
    require(otherRange.location, in: 0..<otherArray.count + 1)
    require(NSMaxRange(otherRange), in: otherRange.location..<otherArray.count + 1)
    replaceObjects(
      in: range, withObjectsFrom: Array(otherArray[otherRange.location..<NSMaxRange(otherRange)]))
  }

  override func replaceObjects(in range: NSRange, withObjectsFrom otherArray: [Any]) {
    var elements = elements
    require(range.location, in: 0..<elements.count + 1)
    require(NSMaxRange(range), in: range.location..<elements.count + 1)
    elements.replaceSubrange(range.location..<NSMaxRange(range), with: otherArray)
    self.elements = elements
  }

  override func replaceObjects(at indexes: IndexSet, with objects: [Any]) {
    var elements = elements
    for (index, object) in zip(indexes, objects) {
      require(index, in: elements.indices)
      elements[index] = object
    }
    self.elements = elements
  }

  override func removeAllObjects() { elements = [] }

  override func setArray(_ otherArray: [Any]) { elements = otherArray }

  override func sort(
    _ compare: (Any, Any, UnsafeMutableRawPointer?) -> Int, context: UnsafeMutableRawPointer?
  ) {
    sort { ComparisonResult(rawValue: compare($0, $1, context).signum()) ?? .orderedSame }
  }

  override func sort(comparator: (Any, Any) -> ComparisonResult) {
    sort(options: [], usingComparator: comparator)
  }

  override func sort(
    options: NSSortOptions = [], usingComparator comparator: (Any, Any) -> ComparisonResult
  ) {
    elements = NSArray(array: elements).sortedArray(options: options, usingComparator: comparator)
  }

  override func sort(using sortDescriptors: [NSSortDescriptor]) {
    elements = NSArray(array: elements).sortedArray(using: sortDescriptors)
  }

  private func require(_ index: Int, in range: Range<Int>) {
    if !range.contains(index) {
      raise(.range, "The index \(index) is beyond the elements of '\(key)'.")
    }
  }
}
