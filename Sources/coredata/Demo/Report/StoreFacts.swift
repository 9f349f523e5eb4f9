// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData

/// The facts that the demonstration tells about one store.
struct StoreFacts {
  let role: StoreRole
  let file: String?
  let bytes: Int
  let uuid: String
  let entities: [StoreEntityFigures]
  /// Objects per second while this run put objects in; nil when it put none in.
  let importRate: Double?

  init(_ role: StoreRole, _ store: NSPersistentStore, importRate: Double?) throws {
    self.role = role
    file = role.fileName.flatMap { _ in store.url?.path }
    bytes = try store.byteCount()
    uuid = store.identifier
    entities = try store.entityFigures()
    self.importRate = importRate
  }

  var rows: Int { entities.reduce(0) { $0 + $1.rows } }

  var json: JSONValue {
    let figures: [JSONValue] = entities.map {
      ["name": .string($0.name), "rows": JSONValue($0.rows), "nextID": JSONValue($0.nextID)]
    }
    return [
      "name": .string(role.name), "configuration": .string(role.configuration),
      "type": .string(role.type), "file": JSONValue(file), "bytes": JSONValue(bytes),
      "uuid": .string(uuid), "entities": .array(figures), "importRate": JSONValue(importRate),
    ]
  }
}
