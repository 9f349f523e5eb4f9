// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import KeyedArchives
import XMLParsing

/// The objects of the source of a mapping model, which is an XML store: texts and links by name.
struct MappingRecords {
  struct Record {
    let type: String
    let id: String
    var texts: [String: String] = [:]
    var links: [String: [String]] = [:]
  }

  private let records: [String: Record]
  private let order: [String]

  init(_ xml: Data) throws(ArchivedGraph.Damage) {
    let reader = MappingRecordReader()
    do {
      try XMLPass.run(over: xml, telling: reader)
    } catch {
      throw MappingRecords.damage(error as? XMLSyntaxError)
    }
    guard reader.isStore else { throw ArchivedGraph.Damage("it is no mapping model") }
    order = reader.records.map(\.id)
    records = Dictionary(
      reader.records.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
  }

  private static func damage(_ error: XMLSyntaxError?) -> ArchivedGraph.Damage {
    switch error?.problem {
    case .declaredEntity: ArchivedGraph.Damage("it declares entities, which mapping models do not")
    case .declaration:
      ArchivedGraph.Damage("its document type has declarations of its own, unlike mapping models'")
    case .notUTF8: ArchivedGraph.Damage("it has bytes that are no UTF-8 text")
    case .encoding: ArchivedGraph.Damage("its encoding is another than UTF-8")
    case .noMemory: ArchivedGraph.Damage("there is not enough memory")
    default: ArchivedGraph.Damage("it is no well-formed XML at line \(error?.line ?? 1)")
    }
  }

  /// Returns the first object of a type; nil without one.
  func first(_ type: String) -> Record? {
    order.lazy.compactMap { records[$0] }.first { $0.type == type }
  }

  /// Returns the objects that one refers to; those that are missing or of another type are an error.
  func linked(
    _ name: String, from record: Record, type: String
  ) throws(ArchivedGraph.Damage) -> [Record] {
    var found: [Record] = []
    for id in record.links[name] ?? [] {
      guard let linked = records[id], linked.type == type else {
        throw ArchivedGraph.Damage("\(name) of \(record.id) refers to \(id), which is no \(type)")
      }
      found.append(linked)
    }
    return found
  }
}

/// Reads the objects of an XML store. Confined to the thread that parses.
private final class MappingRecordReader: XMLHandler {
  private(set) var records: [MappingRecords.Record] = []
  private(set) var isStore = false
  private var open: MappingRecords.Record?
  private var attribute: String?
  private var text = ""

  func begin(_ name: String, _ attributes: [String: String], line: Int) {
    switch name {
    case "database": isStore = true
    case "object":
      open = MappingRecords.Record(
        type: (attributes["type"] ?? "").uppercased(), id: attributes["id"] ?? "")
    case "attribute": attribute = attributes["name"]?.lowercased()
    case "relationship": link(attributes)
    default: break
    }
    text = ""
  }

  private func link(_ attributes: [String: String]) {
    guard let name = attributes["name"]?.lowercased() else { return }
    let ids = (attributes["idrefs"] ?? "").split(whereSeparator: \.isWhitespace).map(String.init)
    open?.links[name] = ids
  }

  func text(_ piece: UnsafeRawBufferPointer) {
    if attribute != nil { text += String(decoding: piece, as: UTF8.self) }
  }

  func end(_ name: String) {
    switch name {
    case "attribute":
      if let attribute {
        open?.texts[attribute] = XMLEscaping.unescaped(text, .swappedUnits)
      }
      attribute = nil
    case "object":
      if let open { records.append(open) }
      open = nil
    default: break
    }
  }
}
