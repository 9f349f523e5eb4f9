// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import Foundation
import RecordProtocol

/// The answer to a fetch request, by its result type.
struct HTTPFetch {
  let request: NSFetchRequest<any NSFetchRequestResult>
  let store: HTTPStore
  let context: NSManagedObjectContext?

  func answer() throws -> [Any] {
    guard let question = HTTPQuery(request) else { return [] }
    let keys = try store.keys(question.query)
    switch request.resultType {
    case .countResultType: return [NSNumber(value: keys.count)]
    case .managedObjectIDResultType: return keys.compactMap(store.id)
    case .dictionaryResultType: return try keys.compactMap(dictionary)
    default:
      let ids = keys.compactMap(store.id)
      return context.map { context in ids.map { context.object(with: $0) } } ?? ids
    }
  }

  private func dictionary(_ key: RecordKey) throws -> [String: Any]? {
    guard let record = try store.record(key.key), let entity = store.id(key)?.entity else {
      return nil
    }
    let wanted = request.propertiesToFetch.map { Set($0.compactMap(name)) }
    let values = try HTTPRecord(store: store).nodeValues(record, of: entity)
    return values.filter { name, value in !(value is NSNull) && wanted?.contains(name) ?? true }
  }

  private func name(_ property: Any) -> String? {
    property as? String ?? (property as? NSPropertyDescription)?.name
  }
}
