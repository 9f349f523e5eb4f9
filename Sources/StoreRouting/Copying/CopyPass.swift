// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import StoreInterface

/// One run through a source: what has been read goes to the output and into the digest.
final class CopyPass {
  let reader: ContentReader
  private(set) var digest: ContentDigest
  private(set) var floor: NumberFloor
  private let schema: StoreSchema
  private let scope: ContentDigest.Scope
  private let total: Int
  private var output: CopyOutput
  private let progress: CopyProgressHandler
  private let noteMissing: MissingValueHandler

  init(
    schema: StoreSchema, reader: ContentReader, figures: StoreFigures,
    scope: ContentDigest.Scope, output: CopyOutput, progress: @escaping CopyProgressHandler,
    noteMissing: @escaping MissingValueHandler
  ) {
    self.noteMissing = noteMissing
    self.schema = schema
    self.reader = reader
    self.scope = scope
    self.output = output
    self.progress = progress
    digest = ContentDigest(schema, scope: scope)
    floor = NumberFloor(schema, figures)
    total = figures.entities.reduce(0) { $0 + $1.rows }
  }

  /// Tells how far the copy is; false: it shall end.
  func report(_ phase: CopyProgress.Phase) -> Bool {
    let done = digest.rowCount
    return progress(CopyProgress(phase: phase, done: done, total: max(done, total)))
  }

  // MARK: - Rows

  func copyRows() throws(StoreCopyError) {
    guard report(.rows) else { throw .cancelled }
    try gather { step throws(StoreError) in
      try reader.readRows { key, row in
        add(key, row)
        return step(.rows)
      }
    }
    try endBatch(.rows)
  }

  private func add(_ key: ObjectKey, _ row: Row) {
    digest.add(key, row)
    floor.note(key.number, row.entity)
    MissingValue.find(in: row, schema.entities[row.entity], noteMissing)
    output.add(ObjectKey(entity: row.entity, number: key.number), row)
  }

  // MARK: - Links

  /// Pairs come with the first side's orders. Those of the second side follow, when all pairs are
  /// there.
  func copyLinks() throws(StoreCopyError) {
    let relationships = reader.relationships(scope)
    for relationship in relationships {
      try gather(relationship) { member in
        digest.add(member, of: relationship)
        add(member, of: relationship)
      }
    }
    for relationship in relationships {
      guard let index = link(of: relationship)?.index, schema.links[index].isReflexive,
        schema.links[index].isFirstOrdered
      else { continue }
      try gather(relationship) { setOrder(of: $0, in: index) }
    }
  }

  private func gather(
    _ relationship: RelationshipReference, _ body: (RelatedMember) -> Void
  ) throws(StoreCopyError) {
    try gather { step throws(StoreError) in
      try reader.readMembers(of: relationship) { member in
        body(member)
        return step(.links)
      }
    }
    try endBatch(.links)
  }

  private func link(of relationship: RelationshipReference) -> (index: Int, side: LinkSide)? {
    let toMany = schema.entities[relationship.entity].toManys[relationship.toMany]
    guard case .link(let index, let side) = toMany.storage else { return nil }
    return (index, side)
  }

  private func add(_ member: RelatedMember, of relationship: RelationshipReference) {
    guard let (index, side) = link(of: relationship) else { return }
    let link = schema.links[index]
    if side == .second {
      setOrder(of: member, in: index)
    } else if !link.isReflexive || member.owner.number <= member.key.number {
      // The second order follows; a number in its place saves the store looking for the end.
      let place = link.isSecondOrdered ? member.order ?? member.owner.number : nil
      output.add(
        LinkChange(
          link: index, kind: .add, first: member.owner, second: member.key,
          orderInFirst: member.order, orderInSecond: place))
    }
  }

  /// Says where a member stands that is the pair's first object.
  private func setOrder(of member: RelatedMember, in link: Int) {
    guard let order = member.order,
      !schema.links[link].isReflexive || member.owner.number > member.key.number
    else { return }
    output.setOrder(order, link: link, first: member.key, second: member.owner)
  }

  // MARK: - Batches

  /// Runs a reading that hands its results to the output, which is written whenever it is full.
  private func gather(
    _ read: ((CopyProgress.Phase) -> Bool) throws(StoreError) -> Void
  ) throws(StoreCopyError) {
    var failure: StoreCopyError?
    do {
      try read { phase in
        guard output.isFull else { return true }
        do throws(StoreCopyError) {
          try endBatch(phase)
          return true
        } catch {
          failure = error
          return false
        }
      }
    } catch {
      throw .source(error)
    }
    if let failure { throw failure }
  }

  private func endBatch(_ phase: CopyProgress.Phase) throws(StoreCopyError) {
    try output.endBatch()
    guard report(phase) else { throw .cancelled }
  }

  /// Writes what is left, with the metadata.
  func finish(_ metadata: StoreMetadata?) throws(StoreCopyError) {
    try output.write(metadata: metadata)
  }
}
