// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import SourcePorting
import Testing

/// Changes as text.
@Suite struct DiffTests {
  private func diff(_ text: String) -> String {
    UnifiedDiff(Porting(text).source, name: "Model/File.swift").text
  }

  private let head = "--- a/Model/File.swift\n+++ b/Model/File.swift\n"

  @Test func nothingChangesNothing() {
    #expect(diff("class A {}\n").isEmpty)
  }

  @Test func aLineIsReplacedAndOneTakenAway() {
    let text = "1\n2\n3\n4\n@objc\nclass A {\n  @objc var b = 1\n}\n8\n9\n"
    #expect(
      diff(text)
        == head + "@@ -2,9 +2,8 @@\n 2\n 3\n 4\n-@objc\n class A {\n-  @objc var b = 1\n"
        + "+  var b = 1\n }\n 8\n 9\n")
  }

  @Test func distantChangesAreApartAndLaterLinesAreShifted() {
    let gap = (1...8).map { "\($0)\n" }.joined()
    #expect(
      diff("@objc\n\(gap)let a = #keyPath(A.b)\n")
        == head + "@@ -1,4 +1,3 @@\n-@objc\n 1\n 2\n 3\n"
        + "@@ -7,4 +6,4 @@\n 6\n 7\n 8\n-let a = #keyPath(A.b)\n+let a = \"b\"\n")
  }

  @Test func linesArePutIn() {
    let text = "import CoreData\nimport Foundation\n@objc\nlet e: NSExpression\n"
    #expect(
      diff(text)
        == head + "@@ -1,4 +1,4 @@\n import CoreData\n+import class CoreData.NSExpression\n"
        + " import Foundation\n-@objc\n let e: NSExpression\n")
  }

  @Test func anEndWithoutALineBreakIsMarked() {
    #expect(
      diff("@objc class A {}")
        == head + "@@ -1,1 +1,1 @@\n-@objc class A {}\n\\ No newline at end of file\n"
        + "+class A {}\n\\ No newline at end of file\n")
    #expect(diff("@objc\n") == head + "@@ -1,1 +0,0 @@\n-@objc\n")
  }

  @Test func severalChangesOfALineAreOne() {
    #expect(
      diff("f(#keyPath(A.b), #keyPath(\n  A.c))\n")
        == head + "@@ -1,2 +1,1 @@\n-f(#keyPath(A.b), #keyPath(\n-  A.c))\n+f(\"b\", \"c\")\n")
  }
}
