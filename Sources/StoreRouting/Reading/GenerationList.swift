// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Synchronization

/// The generations that are in use, to be told when a store leaves.
// Sendable: the list is behind the mutex.
final class GenerationList: Sendable {
  private struct Entry {
    weak var generation: Generation?
  }

  private let entries = Mutex<[Entry]>([])

  func add(_ generation: Generation) {
    entries.withLock { entries in
      entries.removeAll { $0.generation == nil }
      entries.append(Entry(generation: generation))
    }
  }

  /// How many generations in use satisfy a condition.
  func count(where condition: (Generation) -> Bool) -> Int {
    entries.withLock { $0.compactMap(\.generation) }.count(where: condition)
  }

  func release(_ ordinal: Int) {
    for generation in entries.withLock({ $0.compactMap(\.generation) }) {
      generation.release(ordinal)
    }
  }
}
