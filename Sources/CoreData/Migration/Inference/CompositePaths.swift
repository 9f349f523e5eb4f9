// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

/// The stored leaves of an attribute, each under the name of its column.
enum CompositePaths {
  struct Leaf {
    let path: String
    let attribute: NSAttributeDescription
  }

  /// Returns the attribute itself, or the leaves of a composite.
  static func leaves(of attribute: NSAttributeDescription) -> [Leaf] {
    guard let composite = attribute as? NSCompositeAttributeDescription else {
      return [Leaf(path: attribute.name, attribute: attribute)]
    }
    return composite.leaves.map {
      Leaf(path: ([attribute.name] + $0.path).joined(separator: "."), attribute: $0.attribute)
    }
  }

  /// Returns where the leaves of an attribute were before, by their paths.
  static func sources(
    of attribute: NSAttributeDescription, in former: NSAttributeDescription
  ) -> [String: Leaf] {
    guard let composite = attribute as? NSCompositeAttributeDescription,
      let formerComposite = former as? NSCompositeAttributeDescription
    else {
      let isPlain = !(attribute is NSCompositeAttributeDescription)
      return isPlain ? [attribute.name: Leaf(path: former.name, attribute: former)] : [:]
    }
    let matching = ElementMatching(
      from: formerComposite.elements, to: composite.elements, name: \.name,
      identifier: { $0.renamingIdentifier ?? "" })
    var result: [String: Leaf] = [:]
    for element in composite.elements {
      guard let source = matching.sources[element.name] else { continue }
      for (path, leaf) in sources(of: element, in: source) {
        result["\(attribute.name).\(path)"] = Leaf(
          path: "\(former.name).\(leaf.path)", attribute: leaf.attribute)
      }
    }
    return result
  }
}
