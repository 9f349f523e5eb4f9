// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import KeyedArchives
import Foundation

/// The file of a binary store: a signature, and binary property lists, the first of which is the
/// header. It is this library's own; Apple's format is not published.
enum BinaryFormat: FileFormat {
  static let type = NSBinaryStoreType
  static let spelling = NameSpelling.exact

  /// How many objects, and about how many bytes of data, go into one part.
  private static let batchCount = 256
  private static let batchSize = 1 << 20

  static func isOwn(start: Data) -> Bool { start.starts(with: BinaryFrame.signature) }

  // MARK: - Header

  static func header(at url: URL) throws -> FileHeader {
    try header(BinaryFile(url), FileProblem(url))
  }

  private static func header(_ file: BinaryFile, _ problem: FileProblem) throws -> FileHeader {
    guard let list = try file.next() as? [String: Any],
      let version = list["version"].flatMap(BinaryValue.integer),
      let metadata = list["metadata"] as? [String: Any],
      let last = list["lastObjectID"].flatMap(BinaryValue.integer),
      (0...FileHeader.greatestNumber).contains(last)
    else { throw problem.unfit("its header is not that of a binary store.") }
    guard version == 1 else {
      throw problem.unfit("it is of version \(version), which is not known.")
    }
    var header = FileHeader(
      metadata: metadata, identifier: list["UUID"] as? String, lastNumber: last)
    header.modelArchive = list["model"] as? Data
    return header
  }

  private static func write(_ header: FileHeader, to file: FileReplacement) throws {
    try file.write(BinaryFrame.signature)
    var list: [String: Any] = [
      "version": 1, "metadata": header.metadata, "lastObjectID": header.lastNumber,
    ]
    list["UUID"] = header.identifier
    list["model"] = header.modelArchive
    try BinaryFrame.write(list, to: file)
  }

  static func replaceHeader(of url: URL, with header: FileHeader) throws {
    let old = try BinaryFile(url)
    _ = try self.header(old, FileProblem(url))
    let file = try FileReplacement(url)
    try write(header, to: file)
    try old.copyRest(to: file)
    try file.commit()
  }

  // MARK: - Writing

  static func write(
    _ header: FileHeader, _ records: RecordList, to file: FileReplacement
  ) throws {
    try write(header, to: file)
    var batch: [[String: Any]] = []
    var size = 0
    try records.forEach { name, node, properties in
      batch.append(record(name, node: node, properties: properties, records: records, size: &size))
      guard batch.count >= batchCount || size >= batchSize else { return }
      try BinaryFrame.write(batch, to: file)
      batch = []
      size = 0
    }
    if !batch.isEmpty { try BinaryFrame.write(batch, to: file) }
    try BinaryFrame.writeEnd(to: file)
  }

  private static func record(
    _ name: String, node: NSAtomicStoreCacheNode, properties: RecordNames.Properties,
    records: RecordList, size: inout Int
  ) -> [String: Any] {
    var values: [String: Any] = [:]
    for place in properties.places {
      guard let value = place.value(of: node),
        let plain = BinaryValue.plain(value, of: place.attribute)
      else { continue }
      if let data = plain as? Data { size += data.count }
      if let text = plain as? String { size += text.utf8.count }
      values[place.path.joined(separator: ".")] = plain
    }
    var links: [String: [String]] = [:]
    for relationship in properties.ordered {
      let names = records.destinations(of: node, relationship)
      if !names.isEmpty { links[relationship.name] = names }
      size += names.count * 8
    }
    return [
      "entity": node.objectID.entity.name ?? "", "id": name, "values": values, "links": links,
    ]
  }

  // MARK: - Reading

  static func read(_ url: URL, into assembly: NodeAssembly) throws -> FileHeader {
    let file = try BinaryFile(url)
    let header = try header(file, assembly.problem)
    while let part = try file.next() {
      guard let batch = part as? [Any] else {
        throw assembly.problem.unfit("a part is no list of objects.")
      }
      for record in batch { try read(record, into: assembly) }
    }
    return header
  }

  private static func read(_ record: Any, into assembly: NodeAssembly) throws {
    guard let record = record as? [String: Any], let entity = record["entity"] as? String,
      let name = record["id"] as? String, let values = record["values"] as? [String: Any],
      let links = record["links"] as? [String: Any]
    else { throw assembly.problem.unfit("a part has something other than objects.") }
    let draft = try assembly.draft(of: entity, named: name)
    for (name, plain) in values { try set(plain, name: name, draft: draft, assembly: assembly) }
    for (relationship, names) in links {
      try link(relationship, names: names, draft: draft, problem: assembly.problem)
    }
  }

  private static func set(
    _ plain: Any, name: String, draft: NodeAssembly.Draft, assembly: NodeAssembly
  ) throws {
    let problem = assembly.problem
    guard let place = draft.properties.attributes[name] else {
      throw problem.unfit(
        "\(draft.name) has the attribute '\(name)', which its entity "
          + "'\(draft.node.objectID.entity.name ?? "")' does not have.")
    }
    guard let value = try value(plain, place: place, draft: draft, assembly: assembly) else {
      throw problem.unfit(
        "'\(name)' of \(draft.name) has a value of another type, one out of its range, or data "
          + "that its transformer does not decode.")
    }
    place.set(value, in: draft.node)
  }

  private static func value(
    _ plain: Any, place: RecordNames.Place, draft: NodeAssembly.Draft,
    assembly: NodeAssembly
  ) throws -> Any? {
    do {
      return try BinaryValue.value(plain, of: place.attribute, assembly.decodingClasses)
    } catch KeyedArchive.Obstacle.refusedClass(let refused) {
      throw assembly.problem.unfit(
        "'\(place.path.joined(separator: "."))' of \(draft.name) has an object of the class "
          + "\(refused), which may not be decoded. List the class in "
          + "NSBinaryStoreSecureDecodingClasses; it must be part of this program and adopt "
          + "NSSecureCoding.")
    } catch {
      return nil  // no archive that could be decoded
    }
  }

  private static func link(
    _ name: String, names: Any, draft: NodeAssembly.Draft, problem: FileProblem
  ) throws {
    guard let relationship = draft.properties.relationships[name] else {
      throw problem.unfit(
        "\(draft.name) has the relationship '\(name)', which its entity "
          + "'\(draft.node.objectID.entity.name ?? "")' does not have.")
    }
    guard let names = names as? [String], draft.link(relationship, to: names) else {
      throw problem.unfit("'\(name)' of \(draft.name) is no list of IDs.")
    }
  }
}
