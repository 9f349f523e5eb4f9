// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import ModelFormat

// The parts of a model as JSON; the keys are part of the tool's interface.

extension EntityDocument {
  func json(versionHash: Data?) -> JSONValue {
    [
      "name": .string(name),
      "parent": JSONValue(parentName),
      "abstract": .bool(isAbstract),
      "class": .string(swiftClassName),
      "attributes": .array(attributes.map(\.json)),
      "relationships": .array(relationships.map(\.json)),
      "fetchedProperties": .array(fetchedProperties.map(\.json)),
      "uniquenessConstraints": .array(uniquenessConstraints.map { JSONValue($0) }),
      "indexes": .array(allIndexes.map(\.json)),
      "versionHash": JSONValue(versionHash?.base64EncodedString()),
    ]
  }

  /// The class without the dot that stands for the current module.
  var swiftClassName: String {
    if className.isEmpty { return "NSManagedObject" }
    return className.hasPrefix(".") ? String(className.dropFirst()) : className
  }
}

extension AttributeDocument {
  var json: JSONValue {
    [
      "name": .string(name),
      "type": .string(typeName),
      "optional": .bool(isOptional),
      "transient": .bool(isTransient),
      "scalar": .bool(usesScalarValueType),
      "externalStorage": .bool(allowsExternalBinaryDataStorage),
      "default": JSONValue(defaultText),
      "minimum": JSONValue(minimumText),
      "maximum": JSONValue(maximumText),
      "pattern": JSONValue(regularExpressionString),
      "derived": .bool(isDerived),
      "derivation": JSONValue(derivationExpression),
      "class": JSONValue(customClassName),
      "transformer": JSONValue(valueTransformerName),
      "renamingIdentifier": JSONValue(renamingIdentifier),
      "line": JSONValue(line.number),
    ]
  }

  /// The type as model files spell it; a composite by its own name.
  var typeName: String { compositeName ?? kind.xmlName ?? "Undefined" }
}

extension CompositeDocument {
  var json: JSONValue {
    [
      "name": .string(name), "attributes": .array(attributes.map(\.json)),
      "line": JSONValue(line.number),
    ]
  }
}

extension RelationshipDocument {
  var json: JSONValue {
    [
      "name": .string(name),
      "destination": .string(destinationName),
      "inverse": JSONValue(inverseName),
      "optional": .bool(isOptional),
      "toMany": .bool(isToMany),
      "ordered": .bool(isOrdered),
      "minCount": JSONValue(minCount),
      "maxCount": JSONValue(maxCount),
      "deleteRule": .string(deletionRule.xmlName),
      "line": JSONValue(line.number),
    ]
  }
}

extension FetchedPropertyDocument {
  var json: JSONValue {
    [
      "name": .string(name),
      "entity": JSONValue(fetchRequest?.entityName),
      "predicate": JSONValue(fetchRequest?.predicateString),
      "line": JSONValue(line.number),
    ]
  }
}

extension FetchIndexDocument {
  var json: JSONValue {
    let elements: [JSONValue] = elements.map {
      [
        "property": JSONValue($0.property), "expression": JSONValue($0.expression),
        "type": $0.isRTree ? "RTree" : "Binary", "ascending": .bool($0.isAscending),
      ]
    }
    return [
      "name": .string(name), "elements": .array(elements),
      "predicate": JSONValue(partialIndexPredicate),
    ]
  }
}

extension FetchRequestDocument {
  var json: JSONValue {
    [
      "name": .string(name), "entity": .string(entityName),
      "predicate": JSONValue(predicateString), "fetchLimit": JSONValue(fetchLimit),
      "fetchBatchSize": JSONValue(fetchBatchSize), "resultType": JSONValue(resultType),
      "line": JSONValue(line.number),
    ]
  }
}

extension ModelDiagnostic {
  var json: JSONValue {
    [
      "severity": .string(severity.rawValue), "file": .string(file), "line": JSONValue(line),
      "message": .string(message),
    ]
  }
}
