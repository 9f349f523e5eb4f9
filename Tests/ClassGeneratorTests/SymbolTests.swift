// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import ClassGenerator
import Foundation
import Testing

/// The symbols of accessors are those that the compiler leaves undefined.
struct SymbolTests {
  /// Names that repeat words, letters of substitutions, and others than ASCII.
  private static let source = """
    import Foundation
    open class NSManagedObject: NSObject {}
    public typealias Tags = [String]
    public protocol Zeta {}
    public protocol Alpha: AnyObject {}
    public enum Mood: Int16 { case good, bad }
    open class PersonNameName: NSManagedObject {
      public enum Kind: Int16 { case a, b }
      @NSManaged public var personName: String?
      @NSManaged public var namePersonName: [String: String]?
      @NSManaged public var name_person_Name: [Int: String]
      @NSManaged public var PersonNameName: PersonNameName?
      @NSManaged public var größe: Double, 名前: String?, ключ_key: Set<PersonNameName>?
      @NSManaged public var `class`: String?, `default`: Int
      @NSManaged public var tags: Tags?, kind: Kind, mood: Mood, mood2: Mood?
      @NSManaged public var a1B2c3: [[String: Any]]?
      @NSManaged public var x, y: Double
      @NSManaged public var implicit: String!, optional: Optional<String>
      @NSManaged public var array: Array<Int>, dictionary: Dictionary<String, Set<Int>>
      @NSManaged public var coding: NSCoding?, zeta: (any Zeta)?, both: (any Zeta & Alpha)?
      @NSManaged public var coding2: (NSCoding & NSObjectProtocol)?
      @NSManaged public var coding3: (NSObject & NSCoding)?
      @NSManaged public var time: TimeInterval, unit: Calendar.Component, indexes: IndexSet?
      @NSManaged public var date: Date?, data: Data?, url: URL?, uuid: UUID?, decimal: Decimal?
      @NSManaged public var number: NSNumber?, exact: NSDecimalNumber?, set: NSSet?
      @NSManaged public var ordered: NSOrderedSet?, object: NSObject?, any: Any?, some: AnyObject?
      @NSManaged public var qualified: Swift.String?, zone: Foundation.TimeZone?
      @NSManaged public var own: Word_Sub.PersonNameName?
      @NSManaged fileprivate var personNameSecret: String?
      @NSManaged private var A41x: [Set<PersonNameName>: Set<PersonNameName>]
      @NSManaged public func addToTagsURLs(_ values: Set<PersonNameName>)
      @NSManaged public func insertIntoTags(_ value: PersonNameName, at idx: Int)
      @NSManaged public func insertIntoTags(_ values: [PersonNameName], at indexes: NSIndexSet)
      @NSManaged public func removeFromTags(at idx: Int)
      @NSManaged public func replaceTags(at index: Int, with tags: PersonNameName)
      @NSManaged fileprivate func removeFromTags(_ values: [PersonNameName])
      public class Class: NSManagedObject {
        @NSManaged public var personNameName: Int32
        @NSManaged public var classes: Set<Class>, tags: [Tags]
      }
    }
    extension PersonNameName {
      public class Inner: PersonNameName.Class {
        @NSManaged public var innerClass: Class?, inner: Inner?, kind: Kind
      }
    }
    extension PersonNameName.Inner { @NSManaged public var more: PersonNameName.Class? }
    public extension PersonNameName.Class { @NSManaged var less: PersonNameName.Inner? }
    """

  // R-CTX-003
  @Test func symbolsAreThoseOfTheCompiler() throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("symbols-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appendingPathComponent("Class_12Name.swift")
    try Self.source.write(to: file, atomically: true, encoding: .utf8)

    let code = ManagedSources(
      module: "Word_Sub", sources: [(file.path, Self.source)], models: []
    ).code()
    #expect(code.diagnostics.isEmpty)
    let made = Set(code.text.matches(of: /@_silgen_name\("([^"]+)"\)/).map { String($0.1) })
    #expect(made.count > 100)
    let compiled = try Self.compile(file)
    let known = Set(compiled.matches(of: /@(\$s[^ :,]+)/).map { String($0.1) })
    #expect(made.subtracting(known) == [])
  }

  /// What the compiler makes of a file, as text.
  private static func compile(_ file: URL) throws -> String {
    let output = file.deletingPathExtension().appendingPathExtension("sil")
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = [
      "swiftc", "-emit-silgen", "-parse-as-library", "-module-name", "Word_Sub", file.path, "-o",
      output.path,
    ]
    try process.run()
    process.waitUntilExit()
    try #require(process.terminationStatus == 0)
    return try String(contentsOf: output, encoding: .utf8)
  }
}
