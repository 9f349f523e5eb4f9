// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

/// What describes an attribute beyond any property; shared with inherited copies.
final class AttributeFacets {
  var type = NSAttributeDescription.AttributeType.undefined
  var valueClassName: String?
  var defaultValue: Any?
  var valueTransformerName: String?
  var allowsExternalBinaryDataStorage = false
  var preservesValueInHistoryOnDeletion = false
  var allowsCloudEncryption = false

  init() {}

  func copy() -> AttributeFacets {
    let copy = AttributeFacets()
    copy.type = type
    copy.valueClassName = valueClassName
    copy.defaultValue = defaultValue
    copy.valueTransformerName = valueTransformerName
    copy.allowsExternalBinaryDataStorage = allowsExternalBinaryDataStorage
    copy.preservesValueInHistoryOnDeletion = preservesValueInHistoryOnDeletion
    copy.allowsCloudEncryption = allowsCloudEncryption
    return copy
  }

  func isEqual(to other: AttributeFacets) -> Bool {
    self === other
      || type == other.type && valueClassName == other.valueClassName
        && ContentEquality.equal(defaultValue, other.defaultValue)
        && valueTransformerName == other.valueTransformerName
        && allowsExternalBinaryDataStorage == other.allowsExternalBinaryDataStorage
        && preservesValueInHistoryOnDeletion == other.preservesValueInHistoryOnDeletion
        && allowsCloudEncryption == other.allowsCloudEncryption
  }
}
