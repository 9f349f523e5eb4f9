// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if LMDB
import RowEngine
import StoreInterface

/// Tells whether the owners of a link's pairs are there afterwards: an entry says what its member is,
/// not what its owner is.
final class OwnerLookup {
  private let versions: FileVersions
  private let input: OpaquePointer
  private let root: Int
  private var last: (owner: Int64, stays: Bool)?

  /// - Parameters:
  ///   - link: a link of the source.
  ///   - side: where the owners stand.
  init(_ versions: FileVersions, _ input: OpaquePointer, link: Int, side: LinkSide) {
    self.versions = versions
    self.input = input
    let link = versions.old.schema.links[link]
    root =
      versions.old.schema.entities[side == .first ? link.firstEntity : link.secondEntity].root
  }

  /// Returns true if an owner is an object of an entity of the destination (or its descendants).
  func stays(_ owner: Int64, in entity: Int) throws(StoreError) -> Bool {
    if let last, last.owner == owner { return last.stays }
    let value = try versions.old.rows[root].value(
      of: BigEndian(owner), in: input, store: versions.store)
    let former = value.map(versions.old.records.formats.entity(of:)) ?? -1
    let stays =
      former >= 0
      && versions.rows.references.key(ObjectKey(entity: former, number: owner), in: entity) != nil
    last = (owner, stays)
    return stays
  }
}
#endif
