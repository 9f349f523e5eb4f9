// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if LMDB
import Foundation
import StoreInterface

/// The pairs of a link, kept once for each direction.
///
/// Key: the owner's and the member's number, big-endian. Value: the member's entity as the file
/// numbers it, four bytes, and for an ordered side the member's order key, eight bytes.
// Sendable: the databases are filled in by the opening, before any other thread knows the layout.
final class LinkLayout: @unchecked Sendable {
  let isReflexive: Bool
  let isOneSided: Bool
  let isFirstOrdered: Bool
  let isSecondOrdered: Bool
  let firstName: String
  let secondName: String
  /// The hierarchies' subtrees of the two sides.
  let firstSubtree: Range<Int>
  let secondSubtree: Range<Int>
  var first = Database.absent
  var second = Database.absent

  init(_ link: LinkSchema, in schema: StoreSchema) {
    isReflexive = link.isReflexive
    isOneSided = link.isOneSided
    isFirstOrdered = link.isFirstOrdered
    isSecondOrdered = link.isReflexive ? link.isFirstOrdered : link.isSecondOrdered
    firstName = KeySpace.link(link, .first, in: schema)
    secondName = isReflexive ? firstName : KeySpace.link(link, .second, in: schema)
    firstSubtree = schema.entities[link.firstEntity].subtree
    secondSubtree = schema.entities[link.secondEntity].subtree
  }

  /// Where the members of a side's owners are. A reflexive link has both directions in one place.
  func database(_ side: LinkSide) -> Database { side == .first ? first : second }

  func isOrdered(_ side: LinkSide) -> Bool { side == .first ? isFirstOrdered : isSecondOrdered }
}
#endif
