// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import PredicateLanguage

/// The entities of transactions and changes, in a model of their own, which nobody can change. They
/// name what history requests may ask for; their objects are no managed objects.
enum HistoryEntities {
  static var transaction: NSEntityDescription { shared.value.transaction }
  static var change: NSEntityDescription { shared.value.change }

  private struct Entities {
    let model: NSManagedObjectModel
    let transaction: NSEntityDescription
    let change: NSEntityDescription
  }

  // Transferable: frozen.
  private static let shared = Transferable(made())

  static func request(of entity: NSEntityDescription) -> NSFetchRequest<any NSFetchRequestResult> {
    let request = NSFetchRequest<any NSFetchRequestResult>()
    request.entity = entity
    return request
  }

  private static func made() -> Entities {
    let transaction = entity(
      "Transaction",
      [
        (HistoryField.author, .stringAttributeType), (HistoryField.bundleID, .stringAttributeType),
        (HistoryField.contextName, .stringAttributeType),
        (HistoryField.processID, .stringAttributeType),
        (HistoryField.storeID, .stringAttributeType), (HistoryField.timestamp, .dateAttributeType),
        (HistoryField.token, .integer64AttributeType),
        (HistoryField.transactionNumber, .integer64AttributeType),
      ])
    let change = entity(
      "Change",
      [
        (HistoryField.changeID, .integer64AttributeType),
        (HistoryField.changeType, .integer64AttributeType),
        (HistoryField.changedEntity, .integer64AttributeType),
        (HistoryField.changedObjectID, .objectIDAttributeType),
      ])
    let changes = NSRelationshipDescription()
    changes.name = HistoryField.changes
    changes.destinationEntity = change
    let owner = NSRelationshipDescription()
    owner.name = HistoryField.transaction
    owner.destinationEntity = transaction
    owner.maxCount = 1
    changes.inverseRelationship = owner
    owner.inverseRelationship = changes
    transaction.properties.append(changes)
    change.properties.append(owner)
    let model = NSManagedObjectModel()
    model.entities = [transaction, change]
    transaction.freezeFlags()
    change.freezeFlags()
    model.freezing.freeze()
    return Entities(model: model, transaction: transaction, change: change)
  }

  private static func entity(
    _ name: String, _ attributes: [(name: String, type: NSAttributeType)]
  ) -> NSEntityDescription {
    let entity = NSEntityDescription()
    entity.name = name
    entity.properties = attributes.map { field in
      let attribute = NSAttributeDescription()
      attribute.name = field.name
      attribute.attributeType = field.type
      return attribute
    }
    return entity
  }
}

/// The names of the fields of transactions and changes.
enum HistoryField {
  static let author = "author"
  static let bundleID = "bundleID"
  static let contextName = "contextName"
  static let processID = "processID"
  static let storeID = "storeID"
  static let timestamp = "timestamp"
  static let token = "token"
  static let transactionNumber = "transactionNumber"
  static let changes = "changes"
  static let changeID = "changeID"
  static let changeType = "changeType"
  static let changedEntity = "changedEntity"
  static let changedObjectID = "changedObjectID"
  static let transaction = "transaction"
  /// The name of an entity, by which entities are compared; no client's word.
  static let changedEntityName = "changedEntityName"

  static let ofTransactions: Set = [
    author, bundleID, contextName, processID, storeID, timestamp, token, transactionNumber, changes,
  ]
  static let ofChanges: Set = [changeID, changeType, changedEntity, changedObjectID, transaction]
}
