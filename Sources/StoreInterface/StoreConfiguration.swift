// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

package import Foundation

/// The parameters with which a backend opens or creates a store.
package struct StoreConfiguration: Sendable {
  /// The file (or for some stores the folder); nil for a store without one.
  package var url: URL?
  /// The whole model.
  package var schema: StoreSchema
  /// The entities that the store holds, ascending; ancestors of a held entity count as held.
  package var entities: [Int]
  /// Identity and dictionary for a store that is created by this opening. Made when they are first asked
  /// for: mostly the store is there.
  package var newMetadata: StoreMetadata {
    get { madeMetadata.value }
    set { madeMetadata = MadeOnce { newValue } }
  }
  private var madeMetadata: MadeOnce<StoreMetadata>
  package var isReadOnly = false
  /// True if a store of another version of the model may be opened: what it lacks is null or empty.
  package var ignoresVersion = false
  /// Entities whose version hash does not tell if the file is of this version: the file must be
  /// Apple's, with just the tables and columns that the entities have, else opening throws
  /// `.schemaMismatch`.
  package var comparedEntities: [Int] = []
  /// Seconds to wait for locks before a `.timeout` error.
  package var timeout: Double = 240
  /// The saves that a power failure may take; nil: what suits the store and those beside it, see
  /// ``StoreBackend/setCompanions(_:)``.
  package var durability: Durability?
  /// True if no other process is to have the store's file open meanwhile. Without effect where nothing
  /// is locked, and for a store that is opened for reading.
  package var isExclusive = false
  /// True if a log that the engine has beside the file is left there, empty, when the store is closed
  /// (R-PSC-073); nil: if one was there before.
  package var keepsLog: Bool?
  /// The fate of the store's history.
  package var history = HistoryChoice.untold
  /// Engine settings by name (SQLite: pragmas).
  package var settings: [String: String] = [:]
  /// How many requests to serve at once; nil: any number.
  package var requestLimit: Int?
  /// Who may read and write the files that are made, as permission bits.
  package var fileMode: UInt32 = StoreConfiguration.ownersOnly
  /// How many numbers to reserve at once (R-PSC-330).
  package var numberBlockSize = 1
  /// Returns the archive of the model, deflated: it is kept with the store, so that the store can be
  /// read without the model. Called when a file is made or migrated; nil: none is kept.
  package var modelArchive: (@Sendable () -> Data)?
  /// The look into the file, for the opening to go on with; nil: it is opened anew.
  package var visit: (any StoreVisit)?
  /// The store's figures, and who is told what it does.
  package var monitor = StoreMonitor()

  package static let ownersOnly: UInt32 = 0o600

  package init(
    url: URL?, schema: StoreSchema, entities: [Int], newMetadata: StoreMetadata
  ) {
    self.init(url: url, schema: schema, entities: entities) { newMetadata }
  }

  package init(
    url: URL?, schema: StoreSchema, entities: [Int],
    newMetadata: @escaping @Sendable () -> StoreMetadata
  ) {
    self.url = url
    self.schema = schema
    self.entities = entities
    madeMetadata = MadeOnce(newMetadata)
  }
}

/// The choices of a store that is opened as to a history of its changes.
package enum HistoryChoice: Sendable {
  /// None is begun; a store that has one is opened for reading, or there would be a gap in it.
  case untold
  /// Every commit is recorded.
  case recorded
  /// None is begun; what a store has of one is removed.
  case dropped
}
