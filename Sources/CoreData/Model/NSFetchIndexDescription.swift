// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

public import Foundation

/// An index of an entity. Indexes speed fetches up; they change no results and no version hash.
nonisolated open class NSFetchIndexDescription: NSObject, NSCopying {
  final let freezing = Freezing()
  @Anchored final var owner: NSEntityDescription?

  /// An index over the elements, in their order.
  public init(name: String, elements: [NSFetchIndexElementDescription]?) {
    self.name = name
    self.elements = elements ?? []
    super.init()
    adoptElements()
  }

  /// The name, unique in the entity.
  open var name: String {
    willSet { freezing.requireMutable() }
  }

  /// What is indexed, in order.
  open var elements: [NSFetchIndexElementDescription] {
    willSet { freezing.requireMutable() }
    didSet { adoptElements() }
  }

  /// The entity that has the index.
  open var entity: NSEntityDescription? { owner }

  /// Restricts the index to the objects that match; `nil`, the default, indexes all.
  open var partialIndexPredicate: NSPredicate? {
    willSet { freezing.requireMutable() }
  }

  /// An equal index of no entity.
  open func copy(with zone: NSZone? = nil) -> Any {
    let elements = elements.compactMap { $0.copy() as? NSFetchIndexElementDescription }
    let copy = NSFetchIndexDescription(name: name, elements: elements)
    copy.partialIndexPredicate = partialIndexPredicate
    return copy
  }

  open override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? NSFetchIndexDescription else { return false }
    return name == other.name && elements == other.elements
      && partialIndexPredicate == other.partialIndexPredicate
  }

  open override var hash: Int { name.hashValue }

  private func adoptElements() {
    for element in elements { element.index = self }
  }
}
