// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

package import Foundation
package import StoreInterface
import Synchronization

/// Reads the notes of a store that is not mounted, if there is one at a place: its UUID and those of
/// its notes whose names begin with a prefix.
package typealias HomeLookup =
  @Sendable (_ place: URL, _ prefix: String) throws -> (
    identifier: String, notes: [StoreNote]
  )

/// The router's settings for saves over several stores, and what it knows of their journal.
package final class Journal: Sendable {
  private struct State {
    var policy = SavePolicy.journaled
    /// The UUID of the store that was chosen as home.
    var home: String?
    var lookup: HomeLookup?
    var observer: (@Sendable (_ ordinal: Int) -> Void)?
    var warning: (@Sendable (String) -> Void)?
  }

  private let state = OrderedMutex(State(), .leaf)
  let schema: StoreSchema
  /// The schema as records refer to it. Made for the first.
  private let described: OrderedMutex<SchemaDescription?> = OrderedMutex(nil, .leaf)

  /// The derivations of saves.
  let derivations: DerivationPlans

  init(_ schema: StoreSchema) {
    self.schema = schema
    derivations = DerivationPlans(schema)
  }

  package var policy: SavePolicy {
    get { state.withLock { $0.policy } }
    set { state.withLock { $0.policy = newValue } }
  }

  /// The UUID of the store that is to be home; nil: the router's own choice.
  package var chosenHome: String? {
    get { state.withLock { $0.home } }
    set { state.withLock { $0.home = newValue } }
  }

  /// Where homes that are not mounted are looked up; nil: nowhere.
  package var lookup: HomeLookup? {
    get { state.withLock { $0.lookup } }
    set { state.withLock { $0.lookup = newValue } }
  }

  /// Called, on any thread, when a store begins or ends to be in trouble.
  package var observer: (@Sendable (_ ordinal: Int) -> Void)? {
    get { state.withLock { $0.observer } }
    set { state.withLock { $0.observer = newValue } }
  }

  /// Called with sentences that somebody should read.
  package var warning: (@Sendable (String) -> Void)? {
    get { state.withLock { $0.warning } }
    set { state.withLock { $0.warning = newValue } }
  }

  func warn(_ sentence: String) { warning?(sentence) }

  /// True if the note of a name is of a journal: it holds for the UUID of the store that has it.
  package static func keeps(noteNamed name: String) -> Bool { name.hasPrefix("journal/") }

  // MARK: - Homes

  /// Returns the store that decides the saves of several: the chosen one, or the first SQLite store,
  /// else LMDB store, else file, in add order (R-PSC-911).
  package func home(among stores: [MountedStore]) -> MountedStore? {
    let candidates = stores.filter(\.mayBeHome)
    if let chosenHome, let chosen = candidates.first(where: { $0.identifier == chosenHome }) {
      return chosen
    }
    return candidates.min { ($0.homeRank, $0.ordinal) < ($1.homeRank, $1.ordinal) }
  }

  /// Returns the home of a save that writes some stores; nil where no journal is needed, or none can
  /// be kept.
  func home(ofSaveTo ordinals: some Sequence<Int>, among stores: [MountedStore]) -> MountedStore? {
    guard policy == .journaled else { return nil }
    let written = Set(ordinals)
    let joining = stores.count { written.contains($0.ordinal) && $0.mayFollow }
    return joining > 1 ? home(among: stores) : nil
  }

  // MARK: - Records

  /// The schema as records refer to it.
  var description: SchemaDescription {
    described.withLock { known in
      let made = known ?? SchemaDescription(schema)
      known = made
      return made
    }
  }
}

extension MountedStore {
  /// True if the store can take part in journaled saves.
  var mayFollow: Bool {
    !isReadOnly && backend.capabilities.contains(MountedStore.follower)
  }

  private static let follower: StoreCapabilities = [.durable, .notes]

  var mayBeHome: Bool { mayFollow && backend.capabilities.contains(.keepsJournal) }

  fileprivate var homeRank: Int {
    let capabilities = backend.capabilities
    if capabilities.contains(.singlePhase) { return 2 }
    return capabilities.contains(.flushing) ? 0 : 1
  }
}
