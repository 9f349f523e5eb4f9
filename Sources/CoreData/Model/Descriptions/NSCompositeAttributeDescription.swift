// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

public import Foundation

/// An attribute made of further attributes. Its value is a dictionary by their names; `nil`
/// means that all of them are `nil`.
nonisolated open class NSCompositeAttributeDescription: NSAttributeDescription {
  /// Shared with inherited copies.
  final class Composition {
    var elements: [NSAttributeDescription]

    init(_ elements: [NSAttributeDescription] = []) { self.elements = elements }

    /// The same with copies of the elements.
    func copy() -> Composition {
      Composition(elements.compactMap { $0.copy() as? NSAttributeDescription })
    }
  }

  final let composition: Composition

  /// A composite without elements.
  public override init() {
    composition = Composition()
    super.init()
    super.type = .composite
  }

  init(
    facets: PropertyFacets, attribute: AttributeFacets, composition: Composition,
    isInherited: Bool
  ) {
    self.composition = composition
    super.init(facets: facets, attribute: attribute, isInherited: isInherited)
  }

  /// The attributes it is made of; composites may nest, derived attributes are refused.
  open var elements: [NSAttributeDescription] {
    get { composition.elements }
    set {
      facets.freezing.requireMutable()
      if let derived = newValue.first(where: { $0 is NSDerivedAttributeDescription }) {
        raise(
          .invalidArgument,
          "The composite attribute '\(name)' cannot contain the derived '\(derived.name)'.")
      }
      composition.elements = newValue
    }
  }

  /// Every attribute that is no composite itself, with the path of names to it, depth first.
  final var leaves: [(path: [String], attribute: NSAttributeDescription)] {
    elements.flatMap { element in
      guard let nested = element as? NSCompositeAttributeDescription else {
        return [(path: [element.name], attribute: element)]
      }
      return nested.leaves.map { (path: [element.name] + $0.path, attribute: $0.attribute) }
    }
  }

  /// The paths that the leaves had in an earlier version of the model, this attribute's name included,
  /// in the order of the leaves.
  final var formerLeafPaths: [[String]] {
    elements.flatMap { element in
      let paths =
        (element as? NSCompositeAttributeDescription)?.formerLeafPaths
        ?? [[element.renamingIdentifier ?? element.name]]
      return paths.map { [renamingIdentifier ?? name] + $0 }
    }
  }

  open override func copy(with zone: NSZone? = nil) -> Any {
    NSCompositeAttributeDescription(
      facets: facets.copy(), attribute: attribute.copy(), composition: composition.copy(),
      isInherited: false)
  }

  override func inherited() -> NSPropertyDescription {
    NSCompositeAttributeDescription(
      facets: facets, attribute: attribute, composition: composition, isInherited: true)
  }

  override func hasEqualContent(_ other: NSPropertyDescription) -> Bool {
    guard let other = other as? NSCompositeAttributeDescription else { return false }
    return super.hasEqualContent(other) && elements == other.elements
  }
}
