// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

package import Foundation

/// A store, as the router sees it. Users never see it; adapters make client stores look so.
///
/// A backend is opened by a function of its own module from a ``StoreConfiguration``. All members
/// may be called on any thread. Keys that go in and come out have store ordinal zero.
package protocol StoreBackend: AnyObject, Sendable {
  /// Constant for the life of the store.
  var capabilities: StoreCapabilities { get }

  /// False if the store had no note when it was opened, and has written none since: nobody need look
  /// for what was left in it. True where that is not known.
  var mayHaveNotes: Bool { get }

  /// The committed metadata, as last read or written by this process.
  var metadata: StoreMetadata { get }

  /// Returns a consistent view of the committed state. Any number may be open; each must be ended.
  /// A snapshot holds engine resources, so keep it only while reading.
  func beginRead() throws(StoreError) -> any StoreSnapshot

  /// The same for who wants to know whether what was written is there: nothing that is only
  /// remembered counts. May cost as much as reading the store anew.
  func beginReadingBack() throws(StoreError) -> any StoreSnapshot

  /// Begins an image of the newest committed state; nil for a store of which there is no file that
  /// says it all: that is copied by its rows.
  ///
  /// - Parameter isHeld: true: the image shows the state of this moment, whoever has to wait. False:
  ///   a store in which readers keep writers waiting may show a later one, that of its last part.
  func beginImage(isHeld: Bool) throws(StoreError) -> (any StoreImage)?

  /// Begins the one write transaction: waits for another to end, up to the configured timeout. The
  /// transaction must be used and ended on the calling thread.
  func beginWrite() throws(StoreError) -> any StoreTransaction

  /// Reserves `count` consecutive numbers for new objects of a hierarchy, given by its root
  /// entity, and returns the first. Durable before it returns; numbers are never given out twice,
  /// in any process, whatever happens to the objects. Must not be called while this thread holds a
  /// transaction of the store.
  func reserveNumbers(_ count: Int, root: Int) throws(StoreError) -> Int64

  /// Tells whether other durable stores are written beside this one, so that a power failure must
  /// not take back the commits of one alone. Counts from the next transaction on; a durability that
  /// the store was opened with comes first.
  func setCompanions(_ hasCompanions: Bool)

  /// Returns the store's own name for the object of a number: the number as a text, where numbers
  /// mean the same in every process.
  func name(of number: Int64, root: Int) -> String

  /// Returns the number that stands in this process for the object of a name.
  func number(named name: String, root: Int) -> Int64

  /// Where the store is; nil for one without a place.
  var location: URL? { get }

  /// Returns a number that is another one after every commit to the store, whoever has made it; nil
  /// for a store that cannot tell. One thread at a time; as cheap as beginning a snapshot.
  func changeCount() throws(StoreError) -> UInt64?

  /// The files in which commits by others show, as absolute paths without links; they need not be
  /// there yet. None for a store without.
  var writtenFiles: [String] { get }

  /// The name that all stores of the process have in common that see each other's commits; nil for
  /// a store of its own.
  var sharedName: String? { get }

  /// Looks through the whole of the store's files for what reading rows does not show, with the
  /// engine's own means.
  ///
  /// - Parameters:
  ///   - isRepairing: true: makes indexes anew, and removes pairs and files of no use.
  ///   - goesOn: asked now and then, on this thread; false ends it, and what it returns is of no use.
  func checkFiles(
    isRepairing: Bool, while goesOn: @escaping () -> Bool
  ) throws(StoreError) -> [FileFinding]

  /// Returns the number that the counter of each entity's hierarchy gives next, by entity, whatever
  /// numbers rows have.
  func counters() throws(StoreError) -> [Int: Int64]

  /// The row counts and the next free number, for reports. Entities ascending by index.
  func statistics() throws(StoreError) -> StoreFigures

  /// The places that the store takes, by their purpose; nothing for a store without a file. Opens no
  /// transaction that writes.
  ///
  /// - Parameter isThorough: true: also what only a walk over files or pages tells.
  func sizes(isThorough: Bool) throws(StoreError) -> StoreSizes

  /// The store's figures and its way to those who watch, if it tells something by itself.
  var monitor: StoreMonitor? { get }

  /// Does what is good for the file and not necessary; without effect in stores that have no such
  /// thing. Waits for nobody.
  func perform(_ upkeep: StoreUpkeep) throws(StoreError)

  /// Does what a migration has left for later, in transactions of their own.
  ///
  /// - Parameter steps: how many at most.
  /// - Returns: true if something is still left.
  func finishMigration(steps: Int) throws(StoreError) -> Bool

  /// True if a migration has left something for later; as of the last transaction of this process.
  var hasUnfinishedMigration: Bool { get }

  /// Releases everything. Idempotent; snapshots and transactions must have ended. Afterwards
  /// every member that can throw throws `.closed`.
  func close()
}

extension StoreBackend {
  package var mayHaveNotes: Bool { true }
  package func beginReadingBack() throws(StoreError) -> any StoreSnapshot { try beginRead() }
  package func beginImage(isHeld: Bool) throws(StoreError) -> (any StoreImage)? { nil }
  package func setCompanions(_ hasCompanions: Bool) {}
  package func perform(_ upkeep: StoreUpkeep) throws(StoreError) {}
  package func finishMigration(steps: Int) throws(StoreError) -> Bool { false }
  package var hasUnfinishedMigration: Bool { false }
  package func name(of number: Int64, root: Int) -> String { String(number) }
  package func number(named name: String, root: Int) -> Int64 { Int64(name) ?? 0 }
  package var location: URL? { nil }
  package func changeCount() throws(StoreError) -> UInt64? { nil }
  package var writtenFiles: [String] { [] }
  package func checkFiles(
    isRepairing: Bool, while goesOn: @escaping () -> Bool
  ) throws(StoreError) -> [FileFinding] { [] }
  package func counters() throws(StoreError) -> [Int: Int64] {
    try Dictionary(
      statistics().entities.map { ($0.entity, $0.nextNumber) }, uniquingKeysWith: max)
  }
  package var sharedName: String? { writtenFiles.first }
  package var monitor: StoreMonitor? { nil }
  package func sizes(isThorough: Bool) throws(StoreError) -> StoreSizes {
    StoreSizes(main: try statistics().bytes)
  }
}

/// The bytes that a store takes.
package struct StoreSizes: Sendable, Equatable {
  /// The file itself.
  package var main: Int
  /// The log beside it.
  package var log = 0
  /// Values in files of their own; nil if nobody has looked.
  package var blobs: Int?
  /// The part of the file that is unused; nil if nobody has looked, or none can know.
  package var free: Int?

  package init(main: Int) { self.main = main }
}

/// A service to a file that has been in use for long.
package enum StoreUpkeep: String, Sendable, CaseIterable {
  /// The figures are renewed by which the engine chooses indexes.
  case analyze = "ANALYZE"
  /// The file is written anew, without pages that are not in use.
  case vacuum = "VACUUM"
}

/// Figures about an open store.
package struct StoreFigures: Sendable {
  package struct Entity: Sendable {
    package var entity: Int
    /// Objects of exactly this entity.
    package var rows: Int
    /// The number the next object of the hierarchy would get.
    package var nextNumber: Int64

    package init(entity: Int, rows: Int, nextNumber: Int64) {
      self.entity = entity
      self.rows = rows
      self.nextNumber = nextNumber
    }
  }

  package var entities: [Entity]
  /// Bytes on disk, with logs; 0 for a store without a file.
  package var bytes: Int

  package init(entities: [Entity], bytes: Int) {
    self.entities = entities
    self.bytes = bytes
  }
}
