// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import CoreDataTestSupport

/// What an object was like each time that its publisher sent.
final class Watch {
  private var seen: [String?] = []
  private var subscription: AnyCancellable?

  init(
    _ object: NSManagedObject,
    _ read: @escaping (NSManagedObject) -> String? = { $0.string("firstName") }
  ) {
    subscription = object.objectWillChange.sink { [weak self, unowned object] _ in
      self?.seen.append(read(object))
    }
  }

  func cancel() { subscription?.cancel() }

  /// What was seen since this was last asked.
  func take() -> [String?] {
    defer { seen = [] }
    return seen
  }
}
