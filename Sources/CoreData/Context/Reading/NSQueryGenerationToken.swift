// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

public import Foundation
import StoreRouting
import Synchronization

/// A state of a coordinator's stores that contexts can be pinned to.
///
/// While a token is held, the SQLite stores keep that state readable. An archived token is valid
/// within the process, for as long as somebody holds the original; afterwards setting it throws.
// Sendable: immutable; generations lock themselves.
nonisolated
  open class NSQueryGenerationToken: NSObject, NSCopying, NSSecureCoding, @unchecked Sendable
{
  /// Stands for the newest state at the next read of the context that it is set on. Equal to no
  /// other token.
  open class var current: NSQueryGenerationToken { GenerationTokens.current }

  /// True.
  public static var supportsSecureCoding: Bool { true }

  private static let key = "generation"

  /// `nil` for ``current``.
  final let identifier: UUID?
  /// `nil` for ``current``, and for what was decoded too late.
  final let generation: Generation?

  init(identifier: UUID?, generation: Generation?) {
    self.identifier = identifier
    self.generation = generation
  }

  /// Reads a token. One that nobody in the process holds any more cannot be set on a context.
  public required init?(coder: NSCoder) {
    let text = coder.decodeObject(of: NSString.self, forKey: NSQueryGenerationToken.key)
    identifier = text.flatMap { UUID(uuidString: $0 as String) }
    generation = identifier.flatMap(GenerationTokens.generation)
  }

  /// Writes the token's UUID.
  open func encode(with coder: NSCoder) {
    coder.encode(
      (identifier?.uuidString ?? "current") as NSString, forKey: NSQueryGenerationToken.key)
  }

  /// Returns the token itself.
  open func copy(with zone: NSZone? = nil) -> Any { self }

  /// Returns true if the other is a token of the same state of the same stores, whichever contexts are
  /// pinned; all of ``current`` are equal. Tokens of different coordinators are not equal.
  open override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? NSQueryGenerationToken else { return false }
    guard let generation, let others = other.generation else {
      return identifier == other.identifier
    }
    return generation.isOfSameState(as: others)
  }

  /// A hash of the state.
  open override var hash: Int { generation?.stateHash ?? identifier.hashValue }
}

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
