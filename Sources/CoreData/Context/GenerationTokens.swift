// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import StoreRouting
import Synchronization

/// The tokens of this process.
enum GenerationTokens {
  private struct Entry {
    weak var generation: Generation?
  }

  static let current = NSQueryGenerationToken(identifier: nil, generation: nil)

  private static let entries = Mutex<[UUID: Entry]>([:])

  static func token(of generation: Generation) -> NSQueryGenerationToken {
    let identifier = UUID()
    entries.withLock { entries in
      entries = entries.filter { $0.value.generation != nil }
      entries[identifier] = Entry(generation: generation)
    }
    return NSQueryGenerationToken(identifier: identifier, generation: generation)
  }

  static func generation(_ identifier: UUID) -> Generation? {
    entries.withLock { $0[identifier]?.generation }
  }
}
