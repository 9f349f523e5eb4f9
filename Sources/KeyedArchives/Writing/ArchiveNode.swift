// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

package import Foundation

/// An object on its way into a keyed archive: a plain value, or fields under keys with the name of a
/// class of any framework. Its identity is kept: what several refer to is written once.
///
/// Not thread-safe: a graph belongs to whoever puts it together.
package final class ArchiveNode {
  /// A value that is an object by itself.
  package enum Plain: Hashable {
    case text(String)
    case boolean(Bool)
    case integer(Int64)
    case real(Double)
  }

  /// The content under a key.
  package enum Field {
    case boolean(Bool)
    case integer(Int)
    case real(Double)
    case data(Data)
    /// Another object; nil is the archive's null.
    case node(ArchiveNode?)
    case nodes([ArchiveNode])
  }

  enum Content {
    case plain(Plain)
    case instance
  }

  let content: Content
  /// The class and those above it; empty for a plain value.
  let classNames: [String]
  private(set) var fields: [(key: String, field: Field)] = []

  /// A plain value. Equal ones become one object.
  package init(_ plain: Plain) {
    content = .plain(plain)
    classNames = []
  }

  /// An object without fields yet, of a class that ``ArchiveLineage`` may know.
  package init(class name: String) {
    content = .instance
    classNames = ArchiveLineage.of(name)
  }

  /// Adds a field. Objects are numbered in the order in which fields lead to them.
  package func add(_ key: String, _ field: Field) { fields.append((key, field)) }

  /// Adds a text; nil is the archive's null.
  package func add(_ key: String, text: String?) {
    add(key, .node(text.map { ArchiveNode(.text($0)) }))
  }

  /// Adds true; what is false has no field (R-MOD-305).
  package func add(_ key: String, ifTrue value: Bool) { if value { add(key, .boolean(true)) } }
}

// MARK: - Collections

extension ArchiveNode {
  /// An array, or another of the collections without keys.
  package static func collection(
    _ members: [ArchiveNode], class name: String = "NSMutableArray"
  ) -> ArchiveNode {
    let node = ArchiveNode(class: name)
    node.add("NS.objects", .nodes(members))
    return node
  }

  /// A dictionary; the order of the pairs stays.
  package static func dictionary(
    _ pairs: [(key: ArchiveNode, value: ArchiveNode)], class name: String = "NSMutableDictionary"
  ) -> ArchiveNode {
    let node = ArchiveNode(class: name)
    node.add("NS.keys", .nodes(pairs.map(\.key)))
    node.add("NS.objects", .nodes(pairs.map(\.value)))
    return node
  }
}
