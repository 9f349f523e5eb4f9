// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

public import Foundation
public import class PredicateLanguage.NSExpression

/// An attribute that the store computes while it saves, in the transaction that changes what it
/// depends on: also when objects change whose relationships lead here, and in batch requests.
///
/// An object has the new value once it is refreshed (R-MOD-128); other contexts find it when they fetch
/// or fire a fault, and predicates and sort descriptors see what is stored. Assigning it has no
/// lasting effect (R-MOD-129). A value that the store has derived is no conflict for who saves the
/// object. Every store derives, but incremental ones (R-MOD-130). A save costs a query more for each
/// relationship between a change and the values that depend on it; in an SQLite store triggers do it.
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

  /// A key path such as `author.name`; `canonical:`, `uppercase:` or `lowercase:` of one; `@count`,
  /// `@sum`, `@min`, `@max` or `@avg` over a to-many relationship, as `pages.@count`,
  /// `pages.wordCount.@sum` or `sum:(pages.wordCount)`; arithmetic of these; or `now()`, the moment of
  /// the save that has inserted or updated the object.
  ///
  /// The default is nil: an attribute that is stored as it is set. An expression that no store can
  /// keep up, or whose value does not fit the attribute's type, is an error when a store is added
  /// (R-MOD-126, R-MOD-131).
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
