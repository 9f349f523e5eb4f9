// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import SourcePorting
import Testing

/// What is left for people, and what is not.
@Suite struct RemainingTests {
  @Test(
    arguments: [
      ("extension A {\n  override func f() {}\n}", ["2 override-in-extension"]),
      ("extension A {\n  override class func entity() -> E {}\n}", ["2 override-in-extension"]),
      ("extension A {\n  class B: C {\n    override func f() {}\n  }\n}", []),
      ("class A: B {\n  override func f() {}\n}", []),
      ("let a = b as! NSFetchRequest<Person>", ["1 request-cast"]),
      ("let a = b as? NSFetchRequest<NSManagedObject>", ["1 request-cast"]),
      ("class S: NSIncrementalStore { let a = b as? NSFetchRequest<NSFetchRequestResult> }", []),
      ("import Combine\nimport SwiftUI", ["1 apple-platform", "2 apple-platform"]),
      ("import os.log", ["1 apple-platform"]),
      ("#if canImport(Combine)\nimport Combine\n#endif\nimport Foundation", []),
      ("class A {\n  @objc dynamic var b = 1\n}", ["2 dynamic"]),
      ("let o = a.observe(\\.name) { _, _ in }", ["1 key-value-observing"]),
      (
        "a.addObserver(self, forKeyPath: \"name\", options: [], context: nil)",
        ["1 key-value-observing"]
      ),
      ("center.addObserver(forName: nil, object: nil, queue: nil) { _ in }", []),
      ("let e = NSExpression(forKeyPath: \"a\"); observe(5); a.value(forKeyPath: \"b\")", []),
      ("autoreleasepool {\n  save()\n}", ["1 autorelease-pool"]),
      ("try pool.autoreleasepool { }", []),
      ("objc_sync_enter(self)", ["1 objc-runtime"]),
      (
        "try NSKeyedArchiver.archivedData(withRootObject: model, requiringSecureCoding: true)",
        ["1 coding"]
      ),
      (
        "try NSKeyedUnarchiver.unarchivedObject(ofClass: NSManagedObjectModel.self, from: d)",
        ["1 coding"]
      ),
      ("try NSKeyedArchiver.archivedData(withRootObject: color, requiringSecureCoding: true)", []),
      (
        "let s: NSSet = [a]\nlet t: NSSet? = [a]\nlet u = [a, b] as NSSet",
        ["1 set-literal", "2 set-literal", "3 set-literal"]
      ),
      ("let s = sets[0] as NSSet\nlet t: NSSet = f([a])\nlet u = NSSet(array: [a])", []),
      (
        "class A {\n  @objc func validateName(_ v: AutoreleasingUnsafeMutablePointer<AnyObject?>) throws {}\n}",
        ["2 validation-method"]
      ),
      ("func validateName(_ name: String) {}\nfunc validate(_ v: Int) {}", []),
      ("let c = NSPersistentCloudKitContainer(name: \"A\")", ["1 absent-symbol"]),
      ("struct NSPersistentCloudKitContainer {}\nlet c = NSPersistentCloudKitContainer()", []),
      ("let c = \"NSPersistentCloudKitContainer\" // NSPersistentCloudKitContainer", []),
      ("#if os(iOS)\nlet c = NSPersistentCloudKitContainer(name: \"A\")\n#endif", []),
      ("let s = \"\\(a as! NSFetchRequest<A>)\"", ["1 request-cast"]),
    ])
  func itIsListedWithItsLine(text: String, remaining: [String]) {
    #expect(Porting(text).remaining == remaining)
  }

  @Test func whatAnExtensionDeclaresCannotBeOverridden() {
    let text = """
      class A: Base {
        override class var entityName: String { "A" }
        override func title(of key: String) -> String { "" }
        override func title() -> String { "" }
        override func body() {}
      }
      """
    let others = [
      "class Base: NSManagedObject { func body() {} }",
      "extension NSManagedObject {\n  @objc class var entityName: String { \"\" }\n  @objc func body() {}\n}",
      "extension Base { @objc func title(of key: String) -> String { key } }",
    ]
    let porting = Porting(text, besides: others)
    #expect(porting.remaining == ["2 override-in-extension", "3 override-in-extension"])
    #expect(porting.reasons.contains("what an extension of 'NSManagedObject' declares"))
  }

  @Test func aPlaceIsNamedOnce() {
    let text = "let c: NSPersistentCloudKitContainer = NSPersistentCloudKitContainer(name: \"A\")"
    #expect(Porting(text).remaining == ["1 absent-symbol"])
  }

  @Test func labelsAreNoDeclarations() {
    let text =
      "class A: NSManagedObject {\n  func f(class name: String, in extension: B) { override() }\n}"
    #expect(Porting(text).remaining.isEmpty)
  }

  // MARK: - Initialisers

  private static let managed = "class Base: NSManagedObject {}\n"

  @Test(
    arguments: [
      (
        "override init(entity: NSEntityDescription, insertInto context: NSManagedObjectContext?) {}",
        "required init(entity: NSEntityDescription, insertInto context: NSManagedObjectContext?) {}"
      ),
      (
        "override public required init(entity: E, insertInto c: C<A, B>?) {}",
        "public required init(entity: E, insertInto c: C<A, B>?) {}"
      ),
      ("convenience override init(context: C) {}", "convenience required init(context: C) {}"),
      (
        "convenience init(context moc: NSManagedObjectContext) {}",
        "convenience required init(context moc: NSManagedObjectContext) {}"
      ),
      (
        "private override init(entity: E, insertInto c: C?) {}",
        "internal required init(entity: E, insertInto c: C?) {}"
      ),
      (
        "fileprivate convenience init(context: NSManagedObjectContext) {}",
        "internal convenience required init(context: NSManagedObjectContext) {}"
      ),
      ("convenience init(context: C) {}", "convenience init(context: C) {}"),
      (
        "convenience init?(context: NSManagedObjectContext) {}",
        "convenience init?(context: NSManagedObjectContext) {}"
      ),
      (
        "public convenience required init(context: C) {}",
        "public convenience required init(context: C) {}"
      ),
      ("convenience init(name: String) {}", "convenience init(name: String) {}"),
    ])
  func whatIsRequiredHereIsWrittenSo(before: String, after: String) {
    let porting = Porting("class A: Base { \(before) }", besides: [Self.managed])
    #expect(porting.text == "class A: Base { \(after) }")
    #expect(porting.remaining.isEmpty)
  }

  @Test(arguments: [
    ("public final", "public"), ("open", "public"), ("private", "fileprivate"),
    ("final", "internal"),
  ])
  func aRequiredInitialiserIsAsAccessibleAsItsClass(ofClass: String, access: String) {
    let start = "\(ofClass) class A: NSManagedObject { "
    let porting = Porting(start + "private override init(entity: E, insertInto c: C?) {} }")
    #expect(porting.text == start + "\(access) required init(entity: E, insertInto c: C?) {} }")
  }

  @Test(arguments: [
    (
      "override init(entity: E, insertInto c: C?) {}",
      "required public init(entity: E, insertInto c: C?) {}"
    ),
    (
      "internal override init(entity: E, insertInto c: C?) {}",
      "public required init(entity: E, insertInto c: C?) {}"
    ),
    (
      "convenience init(context: NSManagedObjectContext) {}",
      "public convenience required init(context: NSManagedObjectContext) {}"
    ),
    (
      "public override init(entity: E, insertInto c: C?) {}",
      "public required init(entity: E, insertInto c: C?) {}"
    ),
  ])
  func requiredInitialisersOfOpenClassesArePublic(before: String, after: String) {
    let porting = Porting("open class A: NSManagedObject { \(before) }")
    #expect(porting.text == "open class A: NSManagedObject { \(after) }")
  }

  @Test func aDesignatedInitialiserHidesTheRequiredOnes() {
    let text = "class A: Base {\n  init(name: String) { super.init(entity: e, insertInto: nil) }\n}"
    #expect(Porting(text, besides: [Self.managed]).remaining == ["2 designated-initialiser"])
    #expect(Porting(text).remaining.isEmpty)
    let cousin = "private class Base {\n  init(name: String) {}\n}"
    #expect(Porting(cousin, besides: [Self.managed]).remaining.isEmpty)
    let coordinator = "class A: NSPersistentStoreCoordinator {\n  init(name: String) {}\n}"
    #expect(Porting(coordinator).remaining == ["2 designated-initialiser"])
  }
}
