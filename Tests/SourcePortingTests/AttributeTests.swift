// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import SourcePorting
import Testing

/// `@objc` and its kin.
@Suite struct AttributeTests {
  @Test(
    arguments: [
      (
        "@objc(Person)\npublic class Person: NSManagedObject {}\n",
        "public class Person: NSManagedObject {}\n"
      ),
      ("@objc(Person) public class Person {}", "public class Person {}"),
      ("@objcMembers final class A: NSObject {}", "final class A: NSObject {}"),
      ("class A {\n  @objc func f() {}\n}\n", "class A {\n  func f() {}\n}\n"),
      (
        "class A {\n    @objc(addCars:)\n    @NSManaged public func addToCars(_ values: NSSet)\n}",
        "class A {\n    @NSManaged public func addToCars(_ values: NSSet)\n}"
      ),
      ("class A { @NSManaged @objc var b: Int }", "class A { @NSManaged var b: Int }"),
      ("class A { @objc @NSManaged var b: Int }", "class A { @NSManaged var b: Int }"),
      ("class A {\n  @nonobjc @objc\n  var b: Int\n}", "class A {\n  @nonobjc\n  var b: Int\n}"),
      (
        "class A {\n  var b: Int { @objc(isB) get { 1 } }\n}",
        "class A {\n  var b: Int { get { 1 } }\n}"
      ),
      ("@objc\tpublic enum Kind: Int16 { case a }", "public enum Kind: Int16 { case a }"),
      ("@objc // for the model\nclass A {}", "// for the model\nclass A {}"),
      ("@objc(\n  Person\n)\nclass Person {}", "class Person {}"),
      ("@objc\r\nclass A {}\r\n", "class A {}\r\n"),
      (
        "@available(iOS 13, *) @objc @MainActor class A {}",
        "@available(iOS 13, *) @MainActor class A {}"
      ),
      ("@objc extension A { @objc func f() {} }", "extension A { func f() {} }"),
    ])
  func itIsTakenAway(before: String, after: String) {
    #expect(Porting(before).text == after)
    #expect(Porting(before).remaining.isEmpty)
    #expect(Porting(after).source.edits.isEmpty)
  }

  @Test(
    arguments: [
      "// @objc class A\n/* @objc(B) */ class B {}",
      "let text = \"@objc(Person)\"\nlet raw = #\"@objc \"quoted\"\"#\n",
      "let text = \"\"\"\n  @objc(Person)\n  class Person {}\n  \"\"\"\n",
      "#if os(macOS)\n@objc(Person)\n#endif\nclass Person {}",
      "#if canImport(ObjectiveC)\n@objc class A {}\n#else\nclass A {}\n#endif",
      "#if os(Linux)\nclass A {}\n#else\n@objcMembers class A {}\n#endif",
      "@objcish class A {}\n@nonobjc class B {}",
    ])
  func otherTextStays(_ text: String) {
    #expect(Porting(text).text == text)
    #expect(Porting(text).source.edits.isEmpty)
  }

  @Test func bothBranchesOfACommonConditionAreChanged() {
    let porting = Porting(
      "#if DEBUG\n@objc class A {}\n#else\n@objc class A: B {}\n#endif\n@objc class C {}")
    #expect(porting.text == "#if DEBUG\nclass A {}\n#else\nclass A: B {}\n#endif\nclass C {}")
  }

  @Test func aClassOfAnotherNameIsReportedAndKeepsItAsAComment() {
    let porting = Porting(
      "import CoreData\n\n@objc(MOPerson)\nfinal class Person: NSManagedObject {}\n")
    #expect(
      porting.text
        == "import CoreData\n\n/* @objc(MOPerson) */\nfinal class Person: NSManagedObject {}\n")
    #expect(porting.remaining == ["4 renamed-class"])
    #expect(porting.reasons.contains("'Person' was 'MOPerson'"))
  }

  @Test(
    arguments: [
      ("@objc protocol P {}", "protocol P: AnyObject {}"),
      ("@objc\npublic protocol P: Q {}", "public protocol P: AnyObject, Q {}"),
      ("@objc protocol P: NSObjectProtocol {}", "protocol P: NSObjectProtocol {}"),
      ("@objc protocol P: class {}", "protocol P: class {}"),
    ])
  func aProtocolStaysOneOfObjects(before: String, after: String) {
    #expect(Porting(before).text == after)
  }

  @Test func aProtocolWithOptionalRequirementsIsLeft() {
    let text = "@objc protocol P {\n  @objc func f()\n  @objc optional func g()\n}\n"
    let porting = Porting(text + "@objc class A {}")
    #expect(porting.text == text + "class A {}")
    #expect(porting.remaining == ["1 objc-protocol"])
  }
}
