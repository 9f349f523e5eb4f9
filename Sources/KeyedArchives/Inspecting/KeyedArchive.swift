// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

package import Foundation

/// An archive of `NSKeyedArchiver`, looked at before Foundation decodes it: Foundation on Linux
/// stops the program where an archive has a class that was not allowed, or parts that are none.
///
/// An object that fails in its own initializer fails the archive, wherever it is.
package struct KeyedArchive {
  /// A reason not to decode an archive.
  package enum Obstacle: Error {
    /// A class that is not allowed, that this program does not have, or without secure coding.
    case refusedClass(String)
    /// It is no archive, or one that refers to itself, is nested too deeply or has wrong parts.
    case unreadable
  }

  private static let greatestDepth = 64

  private let data: Data
  private let parts: ArchiveParts
  private let root: Int

  /// Decodes an archive of only these classes, and those below them. A client's class says itself
  /// which classes it decodes in turn.
  package static func value(_ data: Data, classes: [AnyClass]) throws -> Any? {
    let archive = try KeyedArchive(data)
    let structure = try ArchiveStructure(archive.parts, greatestDepth: greatestDepth)
    try archive.requireClasses(classes, structure)
    return try archive.value(structure) { unarchiver in
      unarchiver.requiresSecureCoding = true
      return unarchiver.decodeObject(of: classes, forKey: NSKeyedArchiveRootObjectKey)
    }
  }

  /// Throws the obstacle where an archive has a class besides these and those below them.
  package static func requireClasses(_ classes: [AnyClass], in data: Data) throws {
    let archive = try KeyedArchive(data)
    let structure = try ArchiveStructure(archive.parts, greatestDepth: greatestDepth)
    try archive.requireClasses(classes, structure)
  }

  /// Decodes an archive of any classes with secure coding, by the client's express consent.
  package static func consentedValue(_ data: Data) throws -> Any? {
    let archive = try KeyedArchive(data)
    try archive.requireSecureCoding()
    return try archive.valueOfAnyClass(greatestDepth: greatestDepth)
  }

  /// Decodes an archive of any classes of this program that can be archived, with secure coding or
  /// without.
  package static func codedValue(_ data: Data) throws -> Any? {
    let archive = try KeyedArchive(data)
    try archive.requireCoding()
    return try archive.valueOfAnyClass(greatestDepth: greatestDepth)
  }

  /// Throws the obstacle where an archive of any classes would not be decoded: a class that this program
  /// does not have, an object that is part of itself, one that is nested too deeply.
  package static func requireCoding(in data: Data) throws {
    let archive = try KeyedArchive(data)
    try archive.requireCoding()
    _ = try ArchiveStructure(archive.parts, greatestDepth: greatestDepth)
  }

  /// Decodes an archive that this process has made.
  package static func trustedValue(_ data: Data) throws -> Any? {
    try KeyedArchive(data).valueOfAnyClass(greatestDepth: .max)
  }

  private init(_ data: Data) throws {
    guard let list = BinaryPropertyList(data), let start = list.dictionary(list.root),
      let top = start["$top"].flatMap(list.dictionary),
      let root = top[NSKeyedArchiveRootObjectKey].flatMap(list.identifier),
      let objects = start["$objects"].flatMap(list.array)
    else { throw Obstacle.unreadable }
    (self.data, self.root) = (data, root)
    parts = ArchiveParts(list: list, objects: objects)
  }

  // MARK: - Decoding

  private func valueOfAnyClass(greatestDepth: Int) throws -> Any? {
    let structure = try ArchiveStructure(parts, greatestDepth: greatestDepth)
    return try value(structure) { unarchiver in
      unarchiver.requiresSecureCoding = false
      return unarchiver.decodeObject(forKey: NSKeyedArchiveRootObjectKey)
    }
  }

  private func value(
    _ structure: ArchiveStructure, _ decode: (NSKeyedUnarchiver) -> Any?
  ) throws -> Any? {
    let mayFail = structure.mayFail
    let unarchiver = try NSKeyedUnarchiver(forReadingFrom: mayFail ? structure.joined : data)
    unarchiver.decodingFailurePolicy = .setErrorAndReturn
    if mayFail {
      structure.standIns.forEach { unarchiver.setClass($0.standIn, forClassName: $0.name) }
    }
    let value = CollectionStandIn.use(in: unarchiver) { decode(unarchiver) }
    if let error = unarchiver.error { throw error }
    return value
  }

  // MARK: - Classes

  /// Throws unless all that is decoded is of these classes: the root, and the members of
  /// collections.
  private func requireClasses(_ classes: [AnyClass], _ structure: ArchiveStructure) throws {
    var (open, done) = ([root], Set<Int>())
    while let object = open.popLast() {
      guard parts.objects.indices.contains(object) else { throw Obstacle.unreadable }
      guard done.insert(object).inserted, let content = try parts.content(of: object),
        let place = content["$class"]
      else { continue }
      let known = try structure.knownClass(place)
      try KeyedArchive.requireSecureCoding(known.name)
      guard known.isKind(of: classes) else { throw Obstacle.refusedClass(known.name) }
      // Members are decoded with the same classes.
      if known.isCollection { open += parts.members(of: content) }
    }
  }

  /// Foundation could not archive the others again without stopping the program.
  private func requireSecureCoding() throws {
    for name in parts.objects.indices.compactMap(parts.className) {
      try KeyedArchive.requireSecureCoding(name)
    }
  }

  private func requireCoding() throws {
    for name in parts.objects.indices.compactMap(parts.className)
    where !(KeyedArchive.knownClass(name) is any NSCoding.Type) {
      throw Obstacle.refusedClass(name)
    }
  }

  private static func requireSecureCoding(_ name: String) throws {
    guard (knownClass(name) as? any NSSecureCoding.Type)?.supportsSecureCoding == true else {
      throw Obstacle.refusedClass(name)
    }
  }

  /// The class that this program has for a name in an archive.
  static func knownClass(_ name: String) -> AnyClass? {
    NSKeyedUnarchiver.class(forClassName: name) ?? NSClassFromString(name)
  }
}
