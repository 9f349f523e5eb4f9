// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import ModelFormat

/// An attribute of an entity that is no composite, or an element of one.
struct Field {
  /// The attribute's name; in composites the names on the way to the element.
  let path: [String]
  let attribute: NSAttributeDescription
  let document: AttributeDocument

  var name: String { path.joined(separator: ".") }
  var kind: AttributeKind { document.kind }

  /// Returns true if the value satisfies the rules of the model.
  func accepts(_ value: Any) -> Bool {
    attribute.validationPredicates.allSatisfy { $0.evaluate(with: value) }
  }

  /// True if the store keeps it, the application sets it, and it compares: good for filters.
  var isComparable: Bool {
    guard path.count == 1, !attribute.isTransient else { return false }
    switch kind {
    case .undefined, .binaryData, .transformable, .objectID, .composite, .uri: return false
    default: return true
    }
  }

  /// True if one value lies before another.
  var hasRanges: Bool { kind != .boolean && kind != .uuid }
}

extension BenchModel {
  /// Returns the attributes that the application sets, one list for each, composites with their
  /// elements.
  func fields(of entity: NSEntityDescription) -> [[Field]] {
    let name = entity.name ?? ""
    let attributes = entity.properties.compactMap { $0 as? NSAttributeDescription }
    return attributes.filter(isSet).compactMap { attribute -> [Field]? in
      guard let document = self.attribute(attribute.name, of: name) else { return nil }
      return fields(attribute, document, path: [attribute.name])
    }
  }

  /// Derived attributes are the store's, and transient ones matter only where saving needs them.
  private func isSet(_ attribute: NSAttributeDescription) -> Bool {
    if attribute is NSDerivedAttributeDescription { return false }
    return !attribute.isTransient || (!attribute.isOptional && attribute.defaultValue == nil)
  }

  private func fields(
    _ attribute: NSAttributeDescription, _ document: AttributeDocument, path: [String]
  ) -> [Field] {
    guard let composite = attribute as? NSCompositeAttributeDescription else {
      return [Field(path: path, attribute: attribute, document: document)]
    }
    let elements = document.compositeName.flatMap(self.document.composite(named:))?.attributes ?? []
    return composite.elements.flatMap { element -> [Field] in
      guard let inner = elements.first(where: { $0.name == element.name }) else { return [] }
      return fields(element, inner, path: path + [element.name])
    }
  }
}
