// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if LMDB
import RowEngine
import StoreInterface

/// The parts that reading and writing rows of one concrete entity needs, gathered so that a row
/// costs one look-up.
final class RecordPlan: Sendable {
  struct LinkEnd: Sendable {
    let link: LinkLayout
    let side: LinkSide
  }

  let entity: Int
  /// As the file numbers it.
  let number: UInt32
  let root: Int
  let subtree: Range<Int>
  let rows: Database
  let indexes: [IndexLayout]
  /// Links on a side of which rows of the entity may stand.
  let links: [LinkEnd]
  /// For merging rows.
  let rowLayout: RowLayout

  init(_ entity: EntitySchema, _ layout: DatabaseLayout) {
    self.entity = entity.index
    number = layout.numbers.number(of: entity.index) ?? .max
    root = entity.root
    subtree = entity.subtree
    rows = layout.rows[entity.root]
    indexes = layout.indexesOfEntity[entity.index].map { layout.indexes[$0] }
    links = layout.linksOfEntity[entity.index].compactMap { link, side in
      layout.links[link].map { LinkEnd(link: $0, side: side) }
    }
    rowLayout = RowLayout(entity)
  }
}
#endif
