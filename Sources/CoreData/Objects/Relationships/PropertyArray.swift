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

  private func require(_ index: Int, in range: Range<Int>) {
    if !range.contains(index) {
      raise(.range, "The index \(index) is beyond the elements of '\(key)'.")
    }
  }
}
