// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation

/// An atomic store in one file: what the Binary and the XML store have in common. Written with the
/// public interface alone, as a client store would be.
// Sendable: the coordinator makes one call at a time (R-PSC-417).
class FileStore: NSAtomicStore, JournaledStore, @unchecked Sendable {
  /// How the file is read and written.
  class var format: any FileFormat.Type { XMLFormat.self }

  /// The highest number given to an object; kept in the file, so that none is given twice.
  private var lastNumber = FileHeader.firstNumber - 1
  /// True if a save has looked for what died processes have left beside the file.
  private var isTidy = false

  override var isOneFile: Bool { true }

  override var type: String { Swift.type(of: self).format.type }

  override init(
    persistentStoreCoordinator coordinator: NSPersistentStoreCoordinator?,
    configurationName: String?, at url: URL, options: [AnyHashable: Any]? = nil
  ) {
    super.init(
      persistentStoreCoordinator: coordinator, configurationName: configurationName, at: url,
      options: options)
  }

  // MARK: - Metadata

  /// A place where no file can be written is refused before anything is loaded.
  override func loadMetadata() throws {
    if let url {
      try FileContent.requireFile(url)
      _ = try FileReplacement.destination(of: url)
    }
    try super.loadMetadata()
  }

  override class func metadataForPersistentStore(with url: URL) throws -> [String: Any] {
    guard FileManager.default.fileExists(atPath: url.path) else {
      throw FileProblem(url).missing()
    }
    return try format.header(at: url).complete(type: format.type)
  }

  override class func setMetadata(
    _ metadata: [String: Any]?, forPersistentStoreAt url: URL
  ) throws {
    var header = try format.header(at: url)
    let identifier = metadata?[NSStoreUUIDKey] as? String ?? header.identifier
    let modelArchive = header.modelArchive
    header = FileHeader(
      metadata: metadata ?? [:], identifier: identifier, lastNumber: header.lastNumber)
    header.modelArchive = modelArchive
    try format.replaceHeader(of: url, with: header)
  }

  /// Returns the archive of the model that is kept in a file, deflated; nil for a file without.
  class func modelArchive(at url: URL) throws -> Data? { try format.header(at: url).modelArchive }

  // MARK: - Reading and writing

  override func load() throws {
    guard let url, FileContent.size(of: url) > 0 else { return }
    let assembly = try NodeAssembly(self, file: url)
    let header = try Swift.type(of: self).format.read(url, into: assembly)
    addCacheNodes(Set(try assembly.finish()))
    lastNumber = max(lastNumber, header.lastNumber, assembly.highestNumber)
  }

  override func save() throws {
    guard let url else { return }
    let nodes = cacheNodes()
    let records = RecordList(nodes, names: try recordNames(), store: self)
    // The metadata may name another UUID, for when the store is next added.
    var header = FileHeader(
      metadata: metadata ?? [:], identifier: metadata?[NSStoreUUIDKey] as? String ?? identifier,
      lastNumber: lastNumber)
    header.modelArchive = (persistentStoreCoordinator?.managedObjectModel).map(
      ModelArchiver.deflatedArchive)
    let file = try FileReplacement(url, mode: fileMode)
    try Swift.type(of: self).format.write(header, records, to: file)
    try file.commit()
    if !isTidy { file.removeAbandoned() }
    isTidy = true
  }

  /// Who may read and write the file, its owner always; what is no mode is ignored.
  private var fileMode: UInt32 {
    let wanted = options?[StoreFileModeOption] as? Int ?? 0
    return (0...0o777).contains(wanted) ? UInt32(wanted) & 0o666 | 0o600 : 0o600
  }

  private func recordNames() throws -> RecordNames {
    guard let model = persistentStoreCoordinator?.managedObjectModel else {
      return RecordNames([], spelling: Swift.type(of: self).format.spelling)
    }
    return RecordNames(model.entities, spelling: Swift.type(of: self).format.spelling)
  }

  /// Removes what processes that died while they wrote the file have left beside it. Reads the folder.
  override func removeAbandoned() {
    // A link that leads nowhere has nothing beside its end.
    guard let url, let target = try? FileReplacement.destination(of: url) else { return }
    TemporaryFile.removeAbandoned(beside: target)
  }

  // MARK: - Nodes

  /// Gives out no number that another store has given out, whose objects come here.
  override func continueNumbers(of other: NSPersistentStore) {
    if let other = other as? FileStore { lastNumber = max(lastNumber, other.lastNumber) }
  }

  override func newReferenceObject(for managedObject: NSManagedObject) -> Any {
    lastNumber += 1
    return NSNumber(value: lastNumber)
  }

  override func newCacheNode(for managedObject: NSManagedObject) -> NSAtomicStoreCacheNode {
    // A save that is written again has named its objects before.
    lastNumber = max(lastNumber, number(of: managedObject.objectID))
    let node = NSAtomicStoreCacheNode(objectID: managedObject.objectID)
    updateCacheNode(node, from: managedObject)
    return node
  }

  override func updateCacheNode(
    _ node: NSAtomicStoreCacheNode, from managedObject: NSManagedObject
  ) {
    for (name, attribute) in managedObject.entity.attributesByName where !attribute.isTransient {
      node.setValue(managedObject.value(forKey: name), forKey: name)
    }
    for (name, relationship) in managedObject.entity.relationshipsByName
    where !relationship.isTransient {
      node.setValue(nodes(managedObject.value(forKey: name), relationship), forKey: name)
    }
  }

  private func number(of id: NSManagedObjectID) -> Int64 {
    (referenceObject(for: id) as? NSNumber)?.int64Value ?? 0
  }

  /// Returns the nodes for the objects of a relationship. Objects without a node are of other saves
  /// to come: the framework calls again when all have theirs.
  private func nodes(_ value: Any?, _ relationship: NSRelationshipDescription) -> Any? {
    if let object = value as? NSManagedObject { return cacheNode(for: object.objectID) }
    if let ordered = value as? NSOrderedSet {
      return NSOrderedSet(
        array: ordered.array.compactMap { ($0 as? NSManagedObject).flatMap(node) })
    }
    guard let objects = value as? NSSet else { return nil }
    return Set(objects.allObjects.compactMap { ($0 as? NSManagedObject).flatMap(node) })
  }

  private func node(of object: NSManagedObject) -> NSAtomicStoreCacheNode? {
    cacheNode(for: object.objectID)
  }

  /// Nodes hold each other; without this a removed store would stay in memory.
  override func willRemove(from coordinator: NSPersistentStoreCoordinator?) {
    for node in cacheNodes() { node.propertyCache = nil }
  }
}

/// The store of type `NSBinaryStoreType`.
// Sendable: as its superclass.
final class BinaryFileStore: FileStore, @unchecked Sendable {
  override class var format: any FileFormat.Type { BinaryFormat.self }
}

/// The store of type `NSXMLStoreType`.
// Sendable: as its superclass.
final class XMLFileStore: FileStore, @unchecked Sendable {
  override class var format: any FileFormat.Type { XMLFormat.self }
}

/// How a store's file is laid out.
protocol FileFormat {
  /// The type of stores in this format.
  static var type: String { get }

  /// How names are spelled in the file.
  static var spelling: NameSpelling { get }

  /// Returns true if a file that begins so is of this format; the start has at least
  /// `FileContent.startLength` bytes if the file has.
  static func isOwn(start: Data) -> Bool

  /// Reads the file's description of itself, without its objects. Throws 259 for other content.
  static func header(at url: URL) throws -> FileHeader

  /// Reads the file, record by record. Throws 259 for damage, 134080 for content that does not fit.
  static func read(_ url: URL, into assembly: NodeAssembly) throws -> FileHeader

  /// Writes a file, record by record.
  static func write(
    _ header: FileHeader, _ records: RecordList, to file: FileReplacement
  ) throws

  /// Replaces what the file says of itself, all at once; its records stay, byte for byte.
  static func replaceHeader(of url: URL, with header: FileHeader) throws
}
