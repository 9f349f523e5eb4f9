// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

public import Foundation

/// An attribute of an entity: a value of a declared type.
nonisolated open class NSAttributeDescription: NSPropertyDescription {
  final let attribute: AttributeFacets

  /// An attribute of undefined type without a default value.
  public override init() {
    attribute = AttributeFacets()
    super.init()
  }

  init(facets: PropertyFacets, attribute: AttributeFacets, isInherited: Bool) {
    self.attribute = attribute
    super.init(facets: facets, isInherited: isInherited)
  }

  /// The type of values. Setting it sets `attributeValueClassName` too.
  open var type: AttributeType {
    get { attribute.type }
    set {
      let facets = mutableAttribute()
      facets.type = newValue
      facets.valueClassName = newValue.valueClassName
    }
  }

  /// The type of values in its older spelling.
  open var attributeType: NSAttributeType {
    get { type.legacy }
    set { type = AttributeType(newValue) }
  }

  /// The name of the class of values; worth setting for transformable attributes only.
  open var attributeValueClassName: String? {
    get { attribute.valueClassName }
    set { mutableAttribute().valueClassName = newValue }
  }

  /// The value of new objects, set before `awakeFromInsert`; `nil` by default.
  open var defaultValue: Any? {
    get { attribute.defaultValue }
    set { mutableAttribute().defaultValue = newValue }
  }

  /// The name of the registered transformer of a transformable attribute.
  open var valueTransformerName: String? {
    get { attribute.valueTransformerName }
    set { mutableAttribute().valueTransformerName = newValue }
  }

  /// Whether large data may lie in files beside the store; false by default.
  open var allowsExternalBinaryDataStorage: Bool {
    get { attribute.allowsExternalBinaryDataStorage }
    set { mutableAttribute().allowsExternalBinaryDataStorage = newValue }
  }

  /// Whether history keeps the value of a deleted object; false by default.
  open var preservesValueInHistoryOnDeletion: Bool {
    get { attribute.preservesValueInHistoryOnDeletion }
    set { mutableAttribute().preservesValueInHistoryOnDeletion = newValue }
  }

  /// Kept, without effect.
  open var allowsCloudEncryption: Bool {
    get { attribute.allowsCloudEncryption }
    set { mutableAttribute().allowsCloudEncryption = newValue }
  }

  open override func copy(with zone: NSZone? = nil) -> Any {
    NSAttributeDescription(
      facets: facets.copy(), attribute: attribute.copy(), isInherited: false)
  }

  override func inherited() -> NSPropertyDescription {
    NSAttributeDescription(facets: facets, attribute: attribute, isInherited: true)
  }

  override func hasEqualContent(_ other: NSPropertyDescription) -> Bool {
    guard let other = other as? NSAttributeDescription else { return false }
    return super.hasEqualContent(other) && attribute.isEqual(to: other.attribute)
  }

  final func mutableAttribute() -> AttributeFacets {
    facets.freezing.requireMutable()
    return attribute
  }
}
