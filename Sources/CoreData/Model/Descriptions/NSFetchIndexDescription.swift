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

  /// The indexed properties and expressions, in order.
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

  /// A text that names the entity, the index and its elements.
  open override var description: String {
    let partial = partialIndexPredicate.map { "; where \($0)" } ?? ""
    return "<\(Self.self): \(owner?.name ?? "-").\(name) "
      + "(\(elements.map(\.text).joined(separator: ", "))\(partial))>"
  }

  /// Returns an equal index of no entity.
  open func copy(with zone: NSZone? = nil) -> Any {
    let elements = elements.compactMap { $0.copy() as? NSFetchIndexElementDescription }
    let copy = NSFetchIndexDescription(name: name, elements: elements)
    copy.partialIndexPredicate = partialIndexPredicate
    return copy
  }

  /// Returns true if the other is an index of equal name, elements and predicate.
  open override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? NSFetchIndexDescription else { return false }
    return name == other.name && elements == other.elements
      && partialIndexPredicate == other.partialIndexPredicate
  }

  /// A hash of the name.
  open override var hash: Int { name.hashValue }

  private func adoptElements() {
    for element in elements { element.index = self }
  }
}

/// One element of an index: a property, or an expression description, and its order.
nonisolated open class NSFetchIndexElementDescription: NSObject, NSCopying {
  final weak var index: NSFetchIndexDescription?
  final var element: NSPropertyDescription?
  /// The name of a property that is looked up in the index's entity; for elements made by name.
  final let givenName: String?

  /// An ascending element.
  public init(property: NSPropertyDescription, collationType: NSFetchIndexElementType) {
    element = property
    givenName = nil
    self.collationType = collationType
    super.init()
  }

  init(propertyName: String, collationType: NSFetchIndexElementType, isAscending: Bool) {
    givenName = propertyName
    self.collationType = collationType
    self.isAscending = isAscending
    super.init()
  }

  /// The property or expression description.
  open var property: NSPropertyDescription? {
    element ?? givenName.flatMap { index?.entity?.propertiesByName[$0] }
  }

  /// The property's name.
  open var propertyName: String? { element?.name ?? givenName }

  /// How values are ordered.
  open var collationType: NSFetchIndexElementType {
    willSet { index?.freezing.requireMutable() }
  }

  /// True if the order ascends; true by default.
  open var isAscending = true {
    willSet { index?.freezing.requireMutable() }
  }

  /// The property and its order, and the kind of index if it is not by value.
  final var text: String {
    let kind = collationType == .rTree ? " range" : ""
    return "\(propertyName ?? "-")\(isAscending ? "" : " descending")\(kind)"
  }

  /// A text that names the property and its order.
  open override var description: String { "<\(Self.self): \(text)>" }

  /// The index that has the element.
  open var indexDescription: NSFetchIndexDescription? { index }

  /// Returns an equal element of no index.
  open func copy(with zone: NSZone? = nil) -> Any {
    let copy = NSFetchIndexElementDescription(
      propertyName: propertyName ?? "", collationType: collationType, isAscending: isAscending)
    copy.element = element
    return copy
  }

  /// Returns true if the other is an element of the same property name, kind and direction.
  open override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? NSFetchIndexElementDescription else { return false }
    return propertyName == other.propertyName && collationType == other.collationType
      && isAscending == other.isAscending
  }

  /// A hash of the property's name.
  open override var hash: Int { propertyName.hashValue }
}

/// How an index orders an element.
public enum NSFetchIndexElementType: UInt, Sendable {
  /// By value.
  case binary = 0
  /// As a range of a spatial index.
  case rTree = 1
}
