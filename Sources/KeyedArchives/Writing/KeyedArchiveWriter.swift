// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

package import Foundation

/// Makes the archive of a graph, as `NSKeyedArchiver` of Apple's platforms would: a binary property
/// list with the objects in a list, which refer to one another by number.
///
/// Foundation on Linux archives only objects of its own and of the program's classes; this one takes
/// class names from anywhere. Cost: O(size of the graph), whatever its depth.
package struct KeyedArchiveWriter {
  private static let version = 100_000
  private static let nothing = "$null"

  /// An object whose fields are being followed.
  private struct Visit {
    let number: Int
    let node: ArchiveNode
    var next = 0
    let children: [ArchiveNode]
  }

  private var list = PropertyListWriter()
  /// By number; the first is null.
  private var objects: [Int?] = []
  private var plain: [ArchiveNode.Plain: Int] = [:]
  private var numbers: [ObjectIdentifier: Int] = [:]
  private var nodes: [(number: Int, node: ArchiveNode)] = []
  private var classes: [[String]: Int] = [:]
  private var visits: [Visit] = []

  private init() { objects.append(list.add(.text(KeyedArchiveWriter.nothing))) }

  /// Returns the archive of a graph.
  package static func data(root: ArchiveNode) -> Data {
    var writer = KeyedArchiveWriter()
    let number = writer.number(of: root)
    while !writer.visits.isEmpty { writer.step() }
    for (number, node) in writer.nodes { writer.objects[number] = writer.written(node) }
    return writer.data(root: number)
  }

  // MARK: - Numbers

  /// The number of an object; one that is new is followed next. Its class comes after all that it
  /// leads to.
  private mutating func number(of node: ArchiveNode) -> Int {
    if case .plain(let value) = node.content { return number(of: value) }
    if let known = numbers[ObjectIdentifier(node)] { return known }
    objects.append(nil)
    let number = objects.count - 1
    numbers[ObjectIdentifier(node)] = number
    nodes.append((number, node))
    visits.append(
      Visit(number: number, node: node, children: KeyedArchiveWriter.children(of: node)))
    return number
  }

  private mutating func number(of value: ArchiveNode.Plain) -> Int {
    if let known = plain[value] { return known }
    objects.append(list.add(value))
    plain[value] = objects.count - 1
    return objects.count - 1
  }

  private mutating func step() {
    let last = visits.count - 1
    guard visits[last].next < visits[last].children.count else {
      note(visits.removeLast().node.classNames)
      return
    }
    visits[last].next += 1
    _ = number(of: visits[last].children[visits[last].next - 1])
  }

  private mutating func note(_ names: [String]) {
    guard classes[names] == nil else { return }
    objects.append(
      list.addDictionary([
        ("$classname", list.add(.text(names[0]))),
        ("$classes", list.addArray(names.map { list.add(.text($0)) })),
      ]))
    classes[names] = objects.count - 1
  }

  private static func children(of node: ArchiveNode) -> [ArchiveNode] {
    node.fields.flatMap { part -> [ArchiveNode] in
      switch part.field {
      case .node(let child): child.map { [$0] } ?? []
      case .nodes(let children): children
      default: []
      }
    }
  }

  // MARK: - Content

  private mutating func written(_ node: ArchiveNode) -> Int {
    var members = node.fields.map { (key: $0.key, value: written($0.field)) }
    members.append((key: "$class", value: list.add(reference: classes[node.classNames] ?? 0)))
    return list.addDictionary(members)
  }

  private mutating func written(_ field: ArchiveNode.Field) -> Int {
    switch field {
    case .boolean(let value): list.add(.boolean(value))
    case .integer(let value): list.add(.integer(Int64(value)))
    case .real(let value): list.add(.real(value))
    case .data(let data): list.add(data)
    case .node(let node): list.add(reference: node.map { number(of: $0) } ?? 0)
    case .nodes(let nodes): list.addArray(nodes.map { list.add(reference: number(of: $0)) })
    }
  }

  private mutating func data(root: Int) -> Data {
    let top = list.addDictionary([("root", list.add(reference: root))])
    let archive = list.addDictionary([
      ("$version", list.add(.integer(Int64(KeyedArchiveWriter.version)))),
      ("$archiver", list.add(.text("NSKeyedArchiver"))),
      ("$top", top),
      ("$objects", list.addArray(objects.compactMap { $0 })),
    ])
    return list.data(root: archive)
  }
}
