// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

public import CoreData
import Foundation

/// A whole store in one CSV file; see ``CSVDocument`` for the format.
///
/// Objects are named by numbers that the file counts. Every type of attribute and relationship is
/// stored; uniqueness constraints are not enforced, so the coordinator refuses entities with some.
public final class CSVStore: NSAtomicStore, @unchecked Sendable {
  public static let storeType = "CSV"
  /// In the user info of an error about a file's content: the line, an `Int`.
  public static let lineKey = "CSVLine"

  // Used by the coordinator's calls alone, which come one at a time.
  private var next = 1

  public override var type: String { CSVStore.storeType }

  // MARK: - Metadata

  public override class func metadataForPersistentStore(with url: URL) throws -> [String: Any] {
    try reading(url, CSVDocument.metadata) ?? [:]
  }

  public override class func setMetadata(
    _ metadata: [String: Any]?, forPersistentStoreAt url: URL
  ) throws {
    var document = try reading(url) { try CSVDocument($0) } ?? CSVDocument()
    document.metadata = metadata ?? [:]
    try document.data.write(to: url, options: .atomic)
  }

  /// What a file says; nil of one that is empty.
  private static func reading<T>(_ url: URL, _ read: ([UInt8]) throws -> T) throws -> T? {
    let bytes = [UInt8](try Data(contentsOf: url))
    do { return bytes.isEmpty ? nil : try read(bytes) } catch let error as CSVError {
      throw error.corruption(of: url)
    }
  }

  // MARK: - Loading

  public override func load() throws {
    guard let url, FileManager.default.fileExists(atPath: url.path) else { return }
    let loaded: [Int: NSAtomicStoreCacheNode]? = try CSVStore.reading(url) { bytes in
      try nodes(of: try CSVDocument(bytes))
    }
    addCacheNodes(Set((loaded ?? [:]).values))
  }

  /// First all nodes, then their values, which lead from one to another.
  private func nodes(of document: CSVDocument) throws -> [Int: NSAtomicStoreCacheNode] {
    var nodes: [Int: NSAtomicStoreCacheNode] = [:]
    let entities = try document.sections.map(entity)
    for (section, entity) in zip(document.sections, entities) {
      for record in section.records {
        guard let number = record.text(0).flatMap(Int.init), number > 0, number < document.next
        else { throw CSVError(record.line, "A line begins with the object's number.") }
        let id = objectID(for: entity, withReferenceObject: number)
        guard nodes.updateValue(NSAtomicStoreCacheNode(objectID: id), forKey: number) == nil else {
          throw CSVError(record.line, "There are two objects with the number \(number).")
        }
      }
    }
    for (section, entity) in zip(document.sections, entities) {
      let columns = try columns(of: section, entity)
      for record in section.records {
        guard let node = record.text(0).flatMap(Int.init).flatMap({ nodes[$0] }) else { continue }
        try CSVNode(node: node, store: self).read(record, columns: columns, nodes: nodes)
      }
    }
    next = document.next
    return nodes
  }

  private func entity(of section: CSVDocument.Section) throws -> NSEntityDescription {
    let model = persistentStoreCoordinator?.managedObjectModel
    guard let entity = model?.entitiesByName[section.name], !entity.isAbstract else {
      throw CSVError(section.header.line, "The model has no objects of '\(section.name)'.")
    }
    return entity
  }

  private func columns(
    of section: CSVDocument.Section, _ entity: NSEntityDescription
  ) throws -> [CSVColumn] {
    let header = section.header
    guard header.text(0) == CSVColumn.reference else {
      throw CSVError(header.line, "The first column must be '\(CSVColumn.reference)'.")
    }
    let known = CSVColumn.all(of: entity)
    return try header.fields.dropFirst().map { field in
      guard let column = known.first(where: { $0.name == field.text }) else {
        throw CSVError(header.line, "'\(section.name)' has no property '\(field.text)'.")
      }
      return column
    }
  }

  // MARK: - Saving

  /// The number is in the file with the object, and the count too, so that it never comes again.
  public override func newReferenceObject(for managedObject: NSManagedObject) -> Any {
    defer { next += 1 }
    return next
  }

  func number(of node: NSAtomicStoreCacheNode) -> Int {
    (referenceObject(for: node.objectID) as? NSNumber)?.intValue ?? 0
  }

  public override func newCacheNode(for managedObject: NSManagedObject) -> NSAtomicStoreCacheNode {
    let node = NSAtomicStoreCacheNode(objectID: managedObject.objectID)
    updateCacheNode(node, from: managedObject)
    return node
  }

  public override func updateCacheNode(
    _ node: NSAtomicStoreCacheNode, from managedObject: NSManagedObject
  ) {
    let entity = managedObject.entity
    for (name, attribute) in entity.attributesByName where !attribute.isTransient {
      node.setValue(managedObject.value(forKey: name), forKey: name)
    }
    for (name, relationship) in entity.relationshipsByName where !relationship.isTransient {
      node.setValue(destination(managedObject.value(forKey: name)), forKey: name)
    }
  }

  /// The nodes of related objects.
  private func destination(_ value: Any?) -> Any? {
    switch value {
    case let object as NSManagedObject: cacheNode(for: object.objectID)
    case let ordered as NSOrderedSet: NSOrderedSet(array: nodes(of: ordered.array))
    case let set as Set<NSManagedObject>: Set(nodes(of: Array(set)))
    default: nil
    }
  }

  private func nodes(of objects: [Any]) -> [NSAtomicStoreCacheNode] {
    objects.compactMap { ($0 as? NSManagedObject).flatMap { cacheNode(for: $0.objectID) } }
  }

  public override func save() throws {
    var document = CSVDocument()
    document.metadata = metadata ?? [:]
    document.next = next
    let nodes = Dictionary(grouping: cacheNodes(), by: \.objectID.entity)
    document.sections = nodes.map(section).sorted { $0.name < $1.name }
    try url.map { try document.data.write(to: $0, options: .atomic) }
  }

  private func section(
    _ entity: NSEntityDescription, _ nodes: [NSAtomicStoreCacheNode]
  ) -> CSVDocument.Section {
    let columns = CSVColumn.all(of: entity)
    return CSVDocument.Section(
      name: entity.name ?? "",
      header: CSVRecord(([CSVColumn.reference] + columns.map(\.name)).map { .init($0) }),
      records: nodes.sorted { number(of: $0) < number(of: $1) }.map {
        CSVNode(node: $0, store: self).record(columns)
      })
  }
}
