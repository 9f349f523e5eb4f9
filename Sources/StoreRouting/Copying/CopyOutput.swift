// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import StoreInterface

/// Gathers rows and links and writes them to a destination, some thousand a transaction; to one that
/// writes everything at every commit, in a single one.
struct CopyOutput {
  private struct Pair: Hashable {
    let link: Int
    let first: Int64
    let second: Int64
  }

  private let destination: any StoreBackend
  private let schema: StoreSchema
  private let limits: StoreCopy.Limits
  private let isWhole: Bool
  private let takesFiles: Bool
  private let refusal: ((Conflict) -> StoreCopyError)?
  private var changes = ChangeSet()
  /// The number of entries since the last end of a batch.
  private var entries = 0
  private var bytes = 0
  /// The number of entries written since pages were released.
  private var written = 0
  /// Where pairs lie in the change set, when there is only one.
  private var places: [Pair: Int] = [:]

  /// - Parameter refusal: the error of a row that breaks a constraint; nil: that of a copy.
  init(
    destination: any StoreBackend, schema: StoreSchema, limits: StoreCopy.Limits,
    refusal: ((Conflict) -> StoreCopyError)? = nil
  ) {
    self.refusal = refusal
    self.destination = destination
    self.schema = schema
    self.limits = limits
    isWhole = destination.capabilities.contains(.wholeSaves)
    takesFiles = destination.capabilities.contains(.externalValues)
  }

  /// True if a batch is complete.
  var isFull: Bool { entries >= limits.rows || bytes > limits.bytes }

  mutating func add(_ key: ObjectKey, _ row: Row) {
    // Values that lie in files stay there until the destination takes them.
    let row = takesFiles ? row : row.withContents(of: schema.entities[row.entity])
    changes.inserts.append(RowInsert(key: key, row: row))
    entries += 1
    bytes += row.byteCount
  }

  mutating func add(_ pair: LinkChange) {
    if isWhole {
      places[Pair(link: pair.link, first: pair.first.number, second: pair.second.number)] =
        changes.links.count
    }
    changes.links.append(pair)
    entries += 1
  }

  /// Says where the object of the other side of a pair stands among those of this one: of the second,
  /// unless told otherwise.
  mutating func setOrder(
    _ order: Int64, link: Int, first: ObjectKey, second: ObjectKey, of side: LinkSide = .second
  ) {
    entries += 1
    let pair = Pair(link: link, first: first.number, second: second.number)
    if let place = places[pair] {
      if side == .first {
        changes.links[place].orderInFirst = order
      } else {
        changes.links[place].orderInSecond = order
      }
    } else if side == .first {
      changes.links.append(
        LinkChange(link: link, kind: .add, first: first, second: second, orderInFirst: order))
    } else if schema.links[link].isReflexive {
      changes.links.append(
        LinkChange(link: link, kind: .add, first: second, second: first, orderInFirst: order))
    } else {
      changes.links.append(
        LinkChange(link: link, kind: .add, first: first, second: second, orderInSecond: order))
    }
  }

  /// Ends a batch; writes it, unless everything belongs into one.
  mutating func endBatch() throws(StoreCopyError) {
    entries = 0
    bytes = 0
    if !isWhole { try write() }
  }

  /// Writes what has been gathered.
  mutating func write(
    metadata: StoreMetadata? = nil, notes: [StoreNote] = []
  ) throws(StoreCopyError) {
    changes.metadata = metadata
    changes.notes = notes
    changes.keepsAllOwners = true
    guard !changes.isEmpty else { return }
    changes.inserts.sort { $0.key < $1.key }
    changes.links.sort { ($0.link, $0.first, $0.second) < ($1.link, $1.first, $1.second) }
    let conflicts: [Conflict]
    do { conflicts = try commit() } catch { throw .destination(error) }
    if let conflict = conflicts.first { throw refusal?(conflict) ?? error(of: conflict) }
    changes = ChangeSet()
    places = [:]
  }

  /// Now and then.
  private mutating func release(_ reader: any StoreSnapshot) {
    written += changes.inserts.count + changes.links.count
    guard written >= ContentReader.releaseCount else { return }
    written = 0
    reader.releasePages()
  }

  private mutating func commit() throws(StoreError) -> [Conflict] {
    let transaction = try destination.beginWrite()
    defer { transaction.rollback() }
    let conflicts = try transaction.apply(changes)
    guard conflicts.isEmpty else { return conflicts }
    if destination.capabilities.contains(.derives) {
      let moments = schema.moments(of: changes.inserts)
      if !moments.isEmpty { _ = try transaction.apply(moments) }  // no versions: no conflicts
    }
    release(transaction.reader)
    try transaction.prepare()
    try transaction.commit()
    return []
  }

  private func error(of conflict: Conflict) -> StoreCopyError {
    switch conflict {
    case .version(let key, _, _, _): .conflict(entityName: schema.entities[key.entity].name)
    case .uniqueness(let entity, _, _, _, _): .conflict(entityName: schema.entities[entity].name)
    }
  }
}
