// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import StoreInterface

/// What a batch request has done, store by store: rows that were written or removed, and what users'
/// stores say of theirs.
struct BatchOutcome {
  private enum Part {
    case keys([ObjectKey])
    case answer(BatchAnswer)
  }

  let coordinator: NSPersistentStoreCoordinator
  private var parts: [Part] = []

  init(coordinator: NSPersistentStoreCoordinator) { self.coordinator = coordinator }

  mutating func add(_ written: [ObjectKey]) { parts.append(.keys(written)) }

  mutating func add(_ answer: BatchAnswer) { parts.append(.answer(answer)) }

  /// The merged result (R-PSC-681): all succeeded, the sum, or all IDs in the stores' order.
  func value(_ form: BatchForm) -> Any {
    switch form {
    case .status: isSuccess
    case .objectIDs: ids
    case .count: count
    }
  }

  private var isSuccess: Bool {
    parts.allSatisfy { part in
      if case .answer(.status(false)) = part { false } else { true }
    }
  }

  private var count: Int {
    parts.reduce(0) { sum, part in
      switch part {
      case .keys(let keys): sum + keys.count
      case .answer(let answer): sum + answer.count
      }
    }
  }

  private var ids: [NSManagedObjectID] {
    parts.flatMap { part in
      switch part {
      case .keys(let keys): keys.map(coordinator.objectID(for:))
      case .answer(let answer): answer.ids
      }
    }
  }
}
