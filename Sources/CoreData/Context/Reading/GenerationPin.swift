// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import StoreInterface
import StoreRouting

/// Which state of its stores a context reads.
enum GenerationPin {
  /// Whatever is there; the default.
  case newest
  /// The one that is the newest at the next read.
  case newestAtNextRead
  case pinned(NSQueryGenerationToken, Generation)
  /// All stores as of one save, while a block runs.
  case snapshot(Generation)
}

/// Query generations (R-CTX-835…841).
extension NSManagedObjectContext {
  /// Returns the generation to read; nil for whatever is there. Pins the context if that is due.
  final func currentGeneration() throws -> Generation? {
    switch reader.pin {
    case .newest: return nil
    case .pinned(_, let generation), .snapshot(let generation): return generation
    case .newestAtNextRead: return try pinToNewest()
    }
  }

  /// Returns the pin for another context that is to read the same; asked at the root.
  final func presentPin() throws -> GenerationPin {
    if let parentContext {
      return try parentContext.queue.sync { try parentContext.presentPin() }
    }
    _ = try currentGeneration()
    return reader.pin
  }

  /// A context whose stores have no generations stays unpinned, silently.
  private final func pinToNewest() throws -> Generation? {
    guard !reader.isInSnapshot else { return try pinToSnapshot() }
    guard let generation = try coordinatorForRequest().makeGeneration() else {
      reader.unpin()
      return nil
    }
    reader.pin(to: GenerationTokens.token(of: generation), generation)
    return generation
  }

  private final func pinToSnapshot() throws -> Generation? {
    guard let generation = try coordinatorForRequest().makeGeneration(of: .keepableSnapshots) else {
      reader.unpin()
      return nil
    }
    reader.pin(toSnapshot: generation)
    return generation
  }

  final func pin(to token: NSQueryGenerationToken?) throws {
    guard parentContext == nil else {
      throw CocoaError.make(
        exception: .invalidArgument,
        reason: "A context below another one reads through its parent: set the query generation "
          + "of the context at the root.")
    }
    guard let token else { return reader.choose(.newest) }
    guard token.identifier != nil else { return reader.choose(.newestAtNextRead) }
    guard let generation = token.generation, try coordinatorForRequest().canRead(generation) else {
      throw CocoaError.make(
        .persistentStoreOperation,
        reason: "The query generation has expired, lacks a store that was removed, or belongs to "
          + "another coordinator.")
    }
    reader.choose(.pinned(token, generation))
  }

  /// A pinned context reads the newest state from its next read on: after a merge or a reset.
  final func advanceGeneration() {
    reader.request?.renew()
    reader.advance()
  }

  /// The same at once, for a save, also where the first read is yet to come: the state that the save
  /// has made is announced. Without effect when it cannot be had.
  final func advanceGenerationNow() {
    reader.request?.renew()
    if case .newest = reader.pin, !reader.isInSnapshot { return }
    reader.advance()
    do { _ = try currentGeneration() } catch {
      Log.warning("Could not move a context to the state it has saved: \(error)")
    }
  }

  /// Pins the context if that is due; without effect when the newest state cannot be had.
  final func pinIfDue() {
    guard case .newestAtNextRead = reader.pin else { return }
    do { _ = try currentGeneration() } catch {
      Log.warning("Could not move a context to the state it has merged: \(error)")
    }
  }

  /// The token of the pinned state.
  final var generationToken: NSQueryGenerationToken? {
    switch reader.chosenPin {
    case .newest, .snapshot: nil
    case .newestAtNextRead: .current
    case .pinned(let token, _): token
    }
  }
}

extension NSPersistentStoreCoordinator {
  final func makeGeneration(
    of ability: StoreCapabilities = .queryGenerations
  ) throws -> Generation? {
    try translating { () throws(RoutingError) in try router.makeGeneration(of: ability) }
  }

  /// Returns true if a generation is of this coordinator's stores, all of them still there.
  final func canRead(_ generation: Generation) -> Bool {
    generation.isOf(router) && generation.stores.isSubset(of: router.stores.map(\.ordinal))
  }
}
