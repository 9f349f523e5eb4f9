// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import SourcePorting
import Testing

/// `#keyPath` and `#selector`.
@Suite struct PortedKeyPathTests {
  @Test(
    arguments: [
      ("#keyPath(Person.name)", "\"name\""),
      ("#keyPath(name)", "\"name\""),
      ("#keyPath(Person.address.street)", "\"address.street\""),
      ("#keyPath(Model.Person.cars.maker)", "\"cars.maker\""),
      ("#keyPath(Library.Shelf.title)", "\"title\""),
      ("#keyPath(Library.Index)", "\"Index\""),
      ("#keyPath(Library.Index.title)", "\"Index.title\""),
      ("#keyPath(Self.name)", "\"name\""),
      ("#keyPath( Person . name )", "\"name\""),
      ("#keyPath(Person.`default`)", "\"default\""),
      ("#keyPath(URL)", "\"URL\""),
      ("#keyPath(\n  Person.name\n)", "\"name\""),
      ("#keyPath(Box<Person>.content)", "\"content\""),
      ("#keyPath(NSManagedObject.objectID)", "\"objectID\""),
    ])
  func aKeyPathBecomesAText(before: String, after: String) {
    let other = "class Library: NSObject { class Shelf: NSObject {}; var Index: Shelf }"
    let porting = Porting("let key = \(before)\n", besides: [other])
    #expect(porting.text == "let key = \(after)\n")
    #expect(porting.remaining.isEmpty)
    #expect(Porting(porting.text, besides: [other]).source.edits.isEmpty)
  }

  @Test func aModuleWithASmallNameIsKnownByItsImport() {
    let text =
      "import models\nlet keys = [#keyPath(models.Person.name), #keyPath(address.Street.name)]"
    #expect(Porting(text).text == "import models\nlet keys = [\"name\", \"address.Street.name\"]")
  }

  @Test(
    arguments: [
      (#""\(#keyPath(Person.name)) == %@""#, #""\("name") == %@""#),
      (
        #""\(#keyPath(A.b)) BEGINSWITH \(#keyPath(A.c.d))""#,
        #""\("b") BEGINSWITH \("c.d")""#
      ),
      ("#\"\\#(#keyPath(A.b)) \\(#keyPath(A.b))\"#", "#\"\\#(\"b\") \\(#keyPath(A.b))\"#"),
      (#""\(f("x \(#keyPath(A.b))"))""#, #""\(f("x \("b")"))""#),
      ("\"\"\"\n  \\(#keyPath(A.b))\n  \"\"\"", "\"\"\"\n  \\(\"b\")\n  \"\"\""),
    ])
  func codeWithinStringsIsCode(before: String, after: String) {
    #expect(Porting("let text = \(before)\n").text == "let text = \(after)\n")
  }

  @Test(
    arguments: [
      "let text = \"#keyPath(Person.name)\"", "// #keyPath(Person.name)",
      "/* /* #keyPath(A.b) */ #keyPath(A.b) */ let a = 1", "let x = #/#keyPath(A.b)/#",
      "#if canImport(UIKit)\nlet key = #keyPath(A.b)\n#endif",
    ])
  func textStays(_ text: String) {
    #expect(Porting(text).text == text)
  }

  @Test func whatIsNotJustNamesIsLeft() {
    let porting = Porting("let a = #keyPath(A.b[0])\n")
    #expect(porting.text == "let a = #keyPath(A.b[0])\n")
    #expect(porting.remaining == ["1 key-path"])
  }

  @Test(
    arguments: [
      ("NSString.localizedStandardCompare(_:)", "localizedStandardCompare:"),
      ("NSString.caseInsensitiveCompare", "caseInsensitiveCompare:"),
      ("NSString.compare(_:) as (NSString) -> (String) -> ComparisonResult", "compare:"),
      ("NSNumber.compare(_:)", "compare:"),
    ])
  func aComparisonBecomesASelector(method: String, name: String) {
    let porting = Porting("sort(selector: #selector(\(method)))")
    #expect(porting.text == "sort(selector: Selector(\"\(name)\"))")
    #expect(porting.remaining.isEmpty)
  }

  @Test func theTextOfAGetterIsTheName() {
    let porting = Porting("sort(key: NSStringFromSelector(#selector(getter: Person.name)), 1)")
    #expect(porting.text == "sort(key: \"name\", 1)")
    #expect(porting.remaining.isEmpty)
  }

  @Test func aFileProtectionBecomesAText() {
    let porting = Porting("a.setOption(FileProtectionType.complete as NSObject, forKey: key)")
    #expect(
      porting.text == "a.setOption(FileProtectionType.complete.rawValue as NSObject, forKey: key)")
    #expect(porting.remaining.isEmpty)
    let other = "let type: FileProtectionType = .complete; let a = FileProtectionType.none"
    #expect(Porting(other).text == other)
  }

  @Test(
    arguments: [
      "NSPredicate(format: text, arguments: getVaList(list))",
      "withVaList(list) { NSPredicate(format: text, arguments: $0) }",
      "withVaList(list) { list in return NSPredicate(format: text, arguments: list) }",
    ])
  func aListOfArgumentsBecomesAnArray(_ call: String) {
    let porting = Porting("let a = \(call)")
    #expect(porting.text == "let a = NSPredicate(format: text, argumentArray: list)")
    #expect(porting.remaining.isEmpty)
  }

  @Test(
    arguments: [
      (
        "delegate?.controllerWillChangeContent?(self)",
        "delegate?.controllerWillChangeContent(self)"
      ),
      ("delegate?.controllerDidChangeContent?(c)", "delegate?.controllerDidChangeContent(c)"),
      (
        "d?.controller?(self, didChange: o, at: a, for: t, newIndexPath: b)",
        "d?.controller(self, didChange: o, at: a, for: t, newIndexPath: b)"
      ),
      (
        "let t = d?.controller?(c, sectionIndexTitleForSectionName: n)",
        "let t = d?.controller(c, sectionIndexTitleForSectionName: n)"
      ),
      ("delegate?.controller?(c, willShow: view)", "delegate?.controller?(c, willShow: view)"),
      ("controllerWillChangeContent?(self)", "controllerWillChangeContent?(self)"),
      (
        "var controllerDidChangeContent: (() -> Void)?; h.controllerDidChangeContent?()",
        "var controllerDidChangeContent: (() -> Void)?; h.controllerDidChangeContent?()"
      ),
    ])
  func optionalCallsOfADelegateBecomeCalls(before: String, after: String) {
    #expect(Porting(before).text == after)
  }

  @Test(
    arguments: [
      "withVaList(list) { NSString(format: text, arguments: $0) }",
      "withVaList(list) { NSPredicate(format: text, arguments: $0).description }",
      "NSString(format: text, arguments: getVaList(list))",
      "log(NSPredicate(value: true), arguments: getVaList(list))",
      "a.withVaList(list) { NSPredicate(format: text, arguments: $0) }",
    ])
  func anotherListOfArgumentsIsLeft(_ call: String) {
    #expect(Porting("let a = \(call)").text == "let a = \(call)")
  }

  @Test(
    arguments: [
      "#selector(contextDidSave(_:))", "#selector(NSString.compare(_:options:))",
      "#selector(getter: Person.name)", "#selector(NSNumber.localizedCompare(_:))",
    ])
  func anotherSelectorIsLeft(_ selector: String) {
    let porting = Porting("let a = 1\nlet b = \(selector)")
    #expect(porting.source.edits.isEmpty)
    #expect(porting.remaining == ["2 selector"])
  }
}
