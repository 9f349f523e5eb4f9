// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation

/// The answer of a client store to a batch request.
enum BatchAnswer {
  case status(Bool)
  case count(Int)
  case objectIDs([NSManagedObjectID])

  var count: Int {
    switch self {
    case .status: 0
    case .count(let count): count
    case .objectIDs(let ids): ids.count
    }
  }

  var ids: [NSManagedObjectID] {
    if case .objectIDs(let ids) = self { ids } else { [] }
  }

  /// Hands the request to the store, whose records are read anew after it. What it answers must
  /// tell what the request asks for; 134060 otherwise.
  static func of(
    _ store: NSPersistentStore, to request: NSPersistentStoreRequest, _ form: BatchForm,
    for context: NSManagedObjectContext
  ) throws -> BatchAnswer {
    let coordinator = context.requiredCoordinator
    defer { (store.backend as? any RequestAnswering)?.forgetRecords() }
    let given = try coordinator.answer(request, of: store, for: context)
    guard let answer = read(given), answer.tells(form, of: store) else {
      throw WrongAnswer.error(
        "execute(_:with:) of \(type(of: store)) answered a \(type(of: request)) with \(given). It "
          + "answers with the request's kind of result, or with what that holds: a Bool, a number, "
          + "or an array of the store's object IDs, as the result type says.", of: store)
    }
    return answer
  }

  private static func read(_ given: Any) -> BatchAnswer? {
    switch given {
    case let result as NSBatchInsertResult: value(result.result ?? true)
    case let result as NSBatchUpdateResult: value(result.result ?? true)
    case let result as NSBatchDeleteResult: value(result.result ?? true)
    default: value(given)
    }
  }

  private static func value(_ given: Any) -> BatchAnswer? {
    if let ids = given as? [NSManagedObjectID] { return .objectIDs(ids) }
    if let list = given as? [Any], list.count == 1 { return value(list[0]) }
    if type(of: given) == Bool.self { return (given as? Bool).map(BatchAnswer.status) }
    guard let number = given as? NSNumber else { return nil }
    // A boxed Bool is a number of its own size.
    let isFlag = String(cString: number.objCType) == "c"
    return isFlag ? .status(number.boolValue) : .count(number.intValue)
  }

  private func tells(_ form: BatchForm, of store: NSPersistentStore) -> Bool {
    switch (self, form) {
    case (.objectIDs(let ids), _): ids.allSatisfy { $0.persistentStore === store }
    case (_, .status), (.count, .count): true
    default: false
    }
  }
}

/// The form of a batch request's result.
enum BatchForm {
  case status, objectIDs, count
}
