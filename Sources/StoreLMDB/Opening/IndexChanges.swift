// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if LMDB
import StoreInterface

/// How the indexes that a file keeps differ from those that the store's entities need.
struct IndexChanges {
  /// Indexes of the layout that must be built.
  let missing: [Int]
  /// Databases that nothing needs.
  let obsolete: Set<String>
  /// The indexes that the file has afterwards.
  let names: Set<String>

  var isEmpty: Bool { missing.isEmpty && obsolete.isEmpty }

  init(_ layout: DatabaseLayout, recorded: Set<String>) {
    let wanted = Set(layout.indexes.map(\.name))
    let prefixes = layout.entities.map { KeySpace.indexPrefix(layout.schema.entities[$0]) }
    missing = layout.indexes.indices.filter { !recorded.contains(layout.indexes[$0].name) }
    obsolete = recorded.filter { name in
      !wanted.contains(name) && prefixes.contains(where: name.hasPrefix)
    }
    names = recorded.subtracting(obsolete).union(wanted)
  }
}
#endif
