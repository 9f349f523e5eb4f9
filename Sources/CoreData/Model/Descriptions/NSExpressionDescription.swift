// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

public import Foundation
public import class PredicateLanguage.NSExpression

/// A computed column of a fetch that returns dictionaries: its name becomes the key. Never part
/// of an entity.
nonisolated open class NSExpressionDescription: NSPropertyDescription {
  /// The expression that is computed for each row or group.
  open var expression: NSExpression? {
    willSet { facets.freezing.requireMutable() }
  }

  /// The type of the result; undefined, the default, lets the store's value decide.
  open var resultType = NSAttributeDescription.AttributeType.undefined {
    willSet { facets.freezing.requireMutable() }
  }

  /// The type of the result in its older spelling.
  open var expressionResultType: NSAttributeType {
    get { resultType.legacy }
    set { resultType = NSAttributeDescription.AttributeType(newValue) }
  }

  public override init() { super.init() }

  override init(facets: PropertyFacets, isInherited: Bool) {
    super.init(facets: facets, isInherited: isInherited)
  }

  open override func copy(with zone: NSZone? = nil) -> Any {
    let copy = NSExpressionDescription(facets: facets.copy(), isInherited: false)
    copy.expression = expression
    copy.resultType = resultType
    return copy
  }

  override func hasEqualContent(_ other: NSPropertyDescription) -> Bool {
    guard let other = other as? NSExpressionDescription else { return false }
    return super.hasEqualContent(other) && expression == other.expression
      && resultType == other.resultType
  }
}
