// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import SourcePorting
import Testing

/// Imports, and modules before names.
@Suite struct ImportTests {
  private static let both = "import CoreData\nimport Foundation\n"

  @Test(
    arguments: [
      ("func f(_ e: NSExpression) {}", ["NSExpression"]),
      ("extension NSExpression {}", ["NSExpression"]),
      ("if p is NSComparisonPredicate {}", ["NSComparisonPredicate"]),
      (
        "let o: NSComparisonPredicate.Operator = .equalTo; let e: [NSExpression] = []",
        ["NSComparisonPredicate", "NSExpression"]
      ),
      ("let e = NSExpression(forKeyPath: \"a\"); NSExpression.register(f)", []),
      ("f(NSExpression.self)", ["NSExpression"]),
      ("typealias NSExpression = CoreData.NSExpression", []),
      ("let t = \"NSExpression\" // NSExpression?", []),
    ])
  func classesThatFoundationHasTooAreImportedByName(code: String, names: [String]) {
    let added = names.map { "import class CoreData.\($0)\n" }.joined()
    let porting = Porting(Self.both + code)
    #expect(porting.text == "import CoreData\n" + added + "import Foundation\n" + code)
    #expect(Porting(porting.text).source.edits.isEmpty)
  }

  @Test func aFileWithoutFoundationNeedsNoSuchImport() {
    let text = "import CoreData\nlet e: NSExpression? = nil\n"
    #expect(Porting(text).text == text)
  }

  @Test func theTestFrameworkBringsFoundation() {
    let text = "import XCTest\nimport CoreData\nlet e: NSExpression? = nil\n"
    let after = "import XCTest\nimport CoreData\nimport class CoreData.NSExpression\n"
    #expect(Porting(text).text == after + "let e: NSExpression? = nil\n")
  }

  @Test func anImportThatIsThereIsNotRepeated() {
    let text = Self.both + "import class CoreData.NSExpression\nlet e: NSExpression? = nil\n"
    #expect(Porting(text).text == text)
  }

  @Test func accessIndentationAndEndsOfLinesAreThoseOfTheImport() {
    let text =
      "import Foundation\r\n  public import CoreData // all\r\npublic let e: NSExpression?\r\n"
    #expect(
      Porting(text).text
        == "import Foundation\r\n  public import CoreData // all\r\n"
        + "  public import class CoreData.NSExpression\r\npublic let e: NSExpression?\r\n")
  }

  @Test func aFileMayEndWithItsImports() {
    let porting = Porting("let e: NSExpression?; import Foundation; import CoreData")
    #expect(
      porting.text
        == "let e: NSExpression?; import Foundation; import CoreData\n"
        + "import class CoreData.NSExpression\n")
  }

  @Test func aSubmoduleIsImportedAsItsModule() {
    #expect(Porting("import CoreData.CoreDataDefines\n").text == "import CoreData\n")
    let scoped = "import class CoreData.NSManagedObject\n"
    #expect(Porting(scoped).text == scoped)
  }

  @Test(
    arguments: [
      ("class T: Foundation.ValueTransformer {}", "class T: CoreData.ValueTransformer {}"),
      ("Foundation.UndoManager()", "CoreData.UndoManager()"),
      ("Foundation.Date()", "Foundation.Date()"),
      ("a.Foundation.ValueTransformer", "a.Foundation.ValueTransformer"),
    ])
  func whatFoundationLacksIsOfThisModule(before: String, after: String) {
    #expect(Porting(Self.both + before).text == Self.both + after)
  }

  @Test func anUnusableClassLosesItsModuleAndIsImported() {
    let porting = Porting(Self.both + "let e: Foundation.NSExpression")
    #expect(
      porting.text
        == "import CoreData\nimport class CoreData.NSExpression\nimport Foundation\n"
        + "let e: NSExpression")
  }

  @Test(
    arguments: [
      "let p = NSPredicate(format: \"a == 1\")",
      "extension NSPredicate { convenience init(a: Int) { self.init(format: \"a == 1\") } }",
      "class T: ValueTransformer {}",
      "let s = NSSortDescriptor(key: \"a\", ascending: true)",
      "let e = NSExpression(forVariable: \"a\")",
    ])
  func whatCameWithFoundationComesWithCoreData(_ code: String) {
    let text = "import Foundation\n" + code
    #expect(
      Porting(text, besides: ["import CoreData"]).text == "import Foundation\nimport CoreData\n"
        + code)
    #expect(Porting(text).text == text)
  }

  @Test func modulesAreToldApartByTheirFolders() {
    let text = "import Foundation\nlet p = NSPredicate(format: \"a\")\n"
    let port = SourcePort([
      ("Sources/Model/A.swift", "import CoreData\n"), ("Sources/Model/Sub/B.swift", text),
      ("Sources/Text/C.swift", text),
    ])
    #expect(port.ported().map(\.edits.count) == [0, 1, 0])
  }
}
