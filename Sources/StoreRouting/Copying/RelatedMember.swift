// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import StoreInterface

/// One member of a to-many, with its place.
struct RelatedMember {
  let owner: ObjectKey
  let key: ObjectKey
  /// The order key, and the position that it makes; nil for an unordered relationship.
  let order: Int64?
  let rank: Int?
}
