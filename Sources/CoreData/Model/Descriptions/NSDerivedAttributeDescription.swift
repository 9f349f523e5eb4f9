// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

public import Foundation
public import class PredicateLanguage.NSExpression

/// An attribute that the store computes while it saves. In memory its value is stale until the
/// object is refreshed, and assigning it has no lasting effect.
nonisolated open class NSDerivedAttributeDescription: NSAttributeDescription {
  /// Shared with inherited copies.
  final class Derivation {
    var expression: NSExpression?

    init(_ expression: NSExpression? = nil) { self.expression = expression }
  }

  final let derivation: Derivation

  /// An attribute without a derivation.
  public override init() {
    derivation = Derivation()
    super.init()
  }

  init(
    facets: PropertyFacets, attribute: AttributeFacets, derivation: Derivation, isInherited: Bool
  ) {
    self.derivation = derivation
    super.init(facets: facets, attribute: attribute, isInherited: isInherited)
  }

  /// A key path, `canonical:`, `uppercase:` or `lowercase:` of one, `@count` or `@sum` over a
  /// to-many relationship, or `now()`.
  open var derivationExpression: NSExpression? {
    get { derivation.expression }
    set {
      facets.freezing.requireMutable()
      derivation.expression = newValue
    }
  }

  open override func copy(with zone: NSZone? = nil) -> Any {
    NSDerivedAttributeDescription(
      facets: facets.copy(), attribute: attribute.copy(),
      derivation: Derivation(derivation.expression), isInherited: false)
  }

  override func inherited() -> NSPropertyDescription {
    NSDerivedAttributeDescription(
      facets: facets, attribute: attribute, derivation: derivation, isInherited: true)
  }

  override func hasEqualContent(_ other: NSPropertyDescription) -> Bool {
    guard let other = other as? NSDerivedAttributeDescription else { return false }
    return super.hasEqualContent(other) && derivationExpression == other.derivationExpression
  }
}
