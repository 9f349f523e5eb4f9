// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation

/// The files as a disk has them when the power fails: what was synced is there, of the rest nothing,
/// a beginning or any part.
struct PowerCut {
  /// What becomes of writes that were not synced.
  enum Loss: CaseIterable { case all, end, some }

  /// A file's contents, whatever its names are.
  private final class Node {
    var bytes: Data
    var pending: [PowerLog.Record] = []
    init(_ bytes: Data) { self.bytes = bytes }
  }

  private var names: [String: Node] = [:]
  /// The names as the disk has them: any sync writes the journal of names.
  private var syncedNames: [String: Node] = [:]
  private var dice: UInt64

  /// The state after some records, over the files that were there before the first.
  init(_ log: PowerLog, before cut: Int, over start: [String: Data], seed: UInt64) {
    dice = seed
    names = start.mapValues { Node($0) }
    syncedNames = names
    for record in log.records[..<cut] { apply(record) }
  }

  private mutating func apply(_ record: PowerLog.Record) {
    switch record.kind {
    case "W", "T": node(record.path).pending.append(record)
    case "V": Self.write(record, to: node(record.path))
    case "C": _ = node(record.path)
    case "R": names[record.other] = names.removeValue(forKey: record.path)
    case "L": names[record.other] = names[record.path]
    case "U": names[record.path] = nil
    case "S":
      if let node = names[record.path] {
        for record in node.pending { Self.write(record, to: node) }
        node.pending = []
      }
      syncedNames = names
    default: break
    }
  }

  private mutating func node(_ path: String) -> Node {
    if let node = names[path] { return node }
    let node = Node(Data())
    names[path] = node
    return node
  }

  private static func write(_ record: PowerLog.Record, to node: Node) {
    let end = record.offset + record.bytes.count
    if record.kind == "T" {
      node.bytes = Data(node.bytes.prefix(record.offset))
      node.bytes.append(Data(count: record.offset - node.bytes.count))
      return
    }
    if node.bytes.count < end { node.bytes.append(Data(count: end - node.bytes.count)) }
    node.bytes.replaceSubrange(record.offset..<end, with: record.bytes)
  }

  /// Puts the files into a folder. What maps shares of memory is not on a disk at all: it is made
  /// anew when a store is opened.
  mutating func write(from folder: URL, to image: URL, loss: Loss, namesAreLost: Bool) throws {
    for (path, node) in namesAreLost ? syncedNames : names {
      guard path.hasPrefix(folder.path + "/"), !path.hasSuffix("-shm"), !path.hasSuffix("-lock")
      else { continue }
      lose(node, loss)
      let target = image.appendingPathComponent(String(path.dropFirst(folder.path.count + 1)))
      try FileManager.default.createDirectory(
        at: target.deletingLastPathComponent(), withIntermediateDirectories: true)
      try node.bytes.write(to: target)
    }
  }

  private mutating func lose(_ node: Node, _ loss: Loss) {
    let end = Int(next() % UInt64(node.pending.count + 1))
    for (place, record) in node.pending.enumerated() {
      switch loss {
      case .all: continue
      case .end: if place < end { Self.write(record, to: node) }
      case .some: if next() % 2 == 0 { Self.write(record, to: node) }
      }
    }
    node.pending = []
  }

  /// SplitMix64.
  private mutating func next() -> UInt64 {
    dice &+= 0x9E37_79B9_7F4A_7C15
    var value = dice
    value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
    return value ^ (value >> 31)
  }
}
