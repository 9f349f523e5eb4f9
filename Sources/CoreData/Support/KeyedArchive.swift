// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation

/// An archive of `NSKeyedArchiver`, looked at before Foundation decodes it: Foundation on Linux
/// stops the program where an archive has a class that was not allowed.
struct KeyedArchive {
  /// What keeps an archive from being decoded.
  enum Obstacle: Error {
    /// A class that is not allowed, that this program does not have, or without secure coding.
    case refusedClass(String)
    /// It is no archive, or one that refers to itself or is nested too deeply.
    case unreadable
  }

  private static var collections: [AnyClass] {
    [NSArray.self, NSDictionary.self, NSSet.self, NSOrderedSet.self]
  }

  private let list: BinaryPropertyList
  private let objects: [Int]
  private let root: Int

  /// What an archive of only these classes, and those below them, stands for. What a class of a
  /// client's decodes in turn is for that class to say.
  static func value(_ data: Data, classes: [AnyClass]) throws -> Any? {
    let archive = try KeyedArchive(data)
    try archive.requireStructure()
    try archive.requireClasses(classes)
    return try NSKeyedUnarchiver.unarchivedObject(ofClasses: classes, from: data)
  }

  /// What an archive of any classes with secure coding stands for, by the client's express consent.
  static func consentedValue(_ data: Data) throws -> Any? {
    let archive = try KeyedArchive(data)
    try archive.requireSecureCoding()
    try archive.requireStructure()
    return try trustedValue(data)
  }

  /// What an archive that this process has made stands for.
  static func trustedValue(_ data: Data) throws -> Any? {
    let unarchiver = try NSKeyedUnarchiver(forReadingFrom: data)
    unarchiver.requiresSecureCoding = false
    unarchiver.decodingFailurePolicy = .setErrorAndReturn
    let value = unarchiver.decodeObject(forKey: NSKeyedArchiveRootObjectKey)
    if let error = unarchiver.error { throw error }
    return value
  }

  private init(_ data: Data) throws {
    guard let list = BinaryPropertyList(data), let start = list.dictionary(list.root),
      let top = start["$top"].flatMap(list.dictionary),
      let root = top[NSKeyedArchiveRootObjectKey].flatMap(list.identifier),
      let objects = start["$objects"].flatMap(list.array)
    else { throw Obstacle.unreadable }
    (self.list, self.objects, self.root) = (list, objects, root)
  }

  // MARK: - Classes

  private func requireStructure() throws {
    var structure = ArchiveStructure(list, objects)
    try structure.check()
  }

  /// Follows references without a limit: the structure has been checked before.
  private func requireClasses(_ classes: [AnyClass]) throws {
    var done = Set<Int>()
    try visit(root, classes, &done)
  }

  /// An object and, if it is a collection, its members: they are decoded with the same classes.
  private func visit(_ object: Int, _ classes: [AnyClass], _ done: inout Set<Int>) throws {
    guard objects.indices.contains(object) else { throw Obstacle.unreadable }
    guard done.insert(object).inserted, let content = list.dictionary(objects[object]),
      let named = content["$class"].flatMap(list.identifier)
    else { return }
    guard KeyedArchive.isCollection(try allowedClass(named, classes)) else { return }
    for member in KeyedArchive.members(of: content, in: list) {
      try visit(member, classes, &done)
    }
  }

  /// The objects that a collection refers to.
  static func members(of content: [String: Int], in list: BinaryPropertyList) -> [Int] {
    content.filter { $0.key != "$class" }.values.flatMap { place in
      list.identifier(place).map { [$0] }
        ?? (list.array(place) ?? []).compactMap(list.identifier)
    }
  }

  /// Foundation could not archive the others again without stopping the program.
  private func requireSecureCoding() throws {
    for object in objects {
      guard let name = list.dictionary(object)?["$classname"].flatMap(list.text) else { continue }
      _ = try KeyedArchive.secureClass(name)
    }
  }

  /// The class that this program has for a name in an archive.
  static func knownClass(_ name: String) -> AnyClass? {
    NSKeyedUnarchiver.class(forClassName: name) ?? NSClassFromString(name)
  }

  private static func secureClass(_ name: String) throws -> AnyClass {
    guard let known = knownClass(name),
      (known as? any NSSecureCoding.Type)?.supportsSecureCoding == true
    else { throw Obstacle.refusedClass(name) }
    return known
  }

  private func allowedClass(_ reference: Int, _ classes: [AnyClass]) throws -> AnyClass {
    guard objects.indices.contains(reference),
      let description = list.dictionary(objects[reference]),
      let name = description["$classname"].flatMap(list.text)
    else { throw Obstacle.unreadable }
    let known: AnyClass = try KeyedArchive.secureClass(name)
    guard KeyedArchive.isKind(known, of: classes) else { throw Obstacle.refusedClass(name) }
    return known
  }

  static func isCollection(_ known: AnyClass) -> Bool { isKind(known, of: collections) }

  private static func isKind(_ known: AnyClass, of classes: [AnyClass]) -> Bool {
    let known = known as? NSObject.Type
    return classes.contains { known?.isSubclass(of: $0) == true }
  }
}
