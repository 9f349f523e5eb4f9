// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

/// A stored to-many relationship while its entity is compiled.
struct ToManyDraft {
  let name: String
  let declaredBy: Int
  let destination: Int
  let isOrdered: Bool
  let inverse: NSRelationshipDescription?
}
