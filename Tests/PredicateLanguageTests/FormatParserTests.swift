// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import PredicateLanguage
import Testing

/// A format string and the canonical text of what it means.
struct FormatCase: CustomTestStringConvertible, Sendable {
  let format: String
  let canonical: String

  init(_ format: String, _ canonical: String) {
    self.format = format
    self.canonical = canonical
  }

  var testDescription: String { format }
}

@Suite struct FormatParserTests {
  // R-PRED-050, R-PRED-056: keywords in any case, blanks anywhere, keys as written.
  // R-PRED-060, R-PRED-061, R-PRED-062: parentheses, precedence, chains.
  // R-PRED-063, R-PRED-064, R-PRED-066: options, quantifiers, spellings.
  // R-PRED-130, R-PRED-136, R-PRED-137, R-PRED-141: the canonical text.
  @Test(arguments: [
    FormatCase("a==1", "a == 1"),
    FormatCase("  a   =   1 ", "a == 1"),
    FormatCase("a <> 1", "a != 1"),
    FormatCase("a =< 1", "a <= 1"),
    FormatCase("a => 1", "a >= 1"),
    FormatCase("a < 1 and b > 2", "a < 1 AND b > 2"),
    FormatCase("a < 1 && b > 2 || c == 3", "(a < 1 AND b > 2) OR c == 3"),
    FormatCase("a == 1 OR b == 2 AND c == 3", "a == 1 OR (b == 2 AND c == 3)"),
    FormatCase("a == 1 AND (b == 2 or c == 3)", "a == 1 AND (b == 2 OR c == 3)"),
    FormatCase("NOT a == 1 AND b == 2", "(NOT a == 1) AND b == 2"),
    FormatCase("!(a == 1 AND b == 2)", "NOT (a == 1 AND b == 2)"),
    FormatCase("NOT NOT a == 1", "NOT (NOT a == 1)"),
    FormatCase("a == 1 AND b == 2 AND c == 3", "a == 1 AND b == 2 AND c == 3"),
    FormatCase("(a == 1)", "a == 1"),
    FormatCase("((a == 1))", "a == 1"),
    FormatCase("(a + 1) * 2 > b", "(a + 1) * 2 > b"),
    FormatCase("(1 < 0) || (1 > 0)", "1 < 0 OR 1 > 0"),
    FormatCase("((a)) == ((b))", "a == b"),
    FormatCase("truepredicate", "TRUEPREDICATE"),
    FormatCase("FALSEPREDICATE OR a == 1", "FALSEPREDICATE OR a == 1"),
    FormatCase("ANY tags.name == 'x'", "ANY tags.name == \"x\""),
    FormatCase("some age == 21", "ANY age == 21"),
    FormatCase("all age == 21", "ALL age == 21"),
    FormatCase("NONE age == 21", "NOT ANY age == 21"),
    FormatCase("name ==[c] 'x'", "name ==[c] \"x\""),
    FormatCase("name CONTAINS [cd] 'x'", "name CONTAINS[cd] \"x\""),
    FormatCase("name contains[dc] 'x'", "name CONTAINS[cd] \"x\""),
    FormatCase("name CONTAINS[CDL] 'x'", "name CONTAINS[cdl] \"x\""),
    FormatCase("b <[c] 'ABC'", "b <[c] \"ABC\""),
    FormatCase("x IN[cd] {'a', 'b'}", "x IN[cd] {\"a\", \"b\"}"),
    FormatCase("id ==[n] 'q'", "id ==[n] \"q\""),
    FormatCase("a BETWEEN {1, 3}", "a BETWEEN {1, 3}"),
    FormatCase("a beginswith 'x'", "a BEGINSWITH \"x\""),
    FormatCase("a EndsWith 'x'", "a ENDSWITH \"x\""),
    FormatCase("a LIKE 'x*'", "a LIKE \"x*\""),
    FormatCase("a MATCHES 'x.*'", "a MATCHES \"x.*\""),
  ])
  func predicatesReadAsTheirCanonicalText(_ example: FormatCase) throws {
    #expect(try NSPredicate.parse(format: example.format).formatText == example.canonical)
  }

  // R-PRED-051, R-PRED-052, R-PRED-053, R-PRED-054, R-PRED-055, R-PRED-070, R-PRED-071,
  // R-PRED-072, R-PRED-073, R-PRED-074, R-PRED-075
  // R-PRED-131, R-PRED-132, R-PRED-133, R-PRED-138, R-PRED-139, R-PRED-140
  @Test(arguments: [
    FormatCase("\"a\"", "\"a\""),
    FormatCase("'it\\'s'", "\"it's\""),
    FormatCase("'a\"b\\\\c'", "\"a\\\"b\\\\c\""),
    FormatCase("'\\u0041\\x42\\103\\n'", "\"ABC\n\""),
    FormatCase("'%@ %K $x'", "\"%@ %K $x\""),
    FormatCase("'100%%'", "\"100%\""),
    FormatCase("'a%%%%b'", "\"a%%%%b\""),
    FormatCase("42", "42"),
    FormatCase("0x1F", "31"),
    FormatCase("0o17", "15"),
    FormatCase("0b101", "5"),
    FormatCase("25.8", "25.8"),
    FormatCase("1.5e3", "1500"),
    FormatCase("-1", "-1"),
    FormatCase("- 2.5", "-2.5"),
    FormatCase("-a", "a * -1"),
    FormatCase("straße.größe_2", "straße.größe_2"),
    FormatCase("#size", "#size"),
    FormatCase("a.#first", "a.#first"),
    FormatCase("g.@max.#self", "g.@max.#self"),
    FormatCase("#plain", "plain"),
    FormatCase("a.@count", "a.@count"),
    FormatCase("a.@sum.price", "a.@sum.price"),
    FormatCase("@sum.items.price", "items.@sum.price"),
    FormatCase("@avg.self", "@avg.#self"),
    FormatCase("SELF", "SELF"),
    FormatCase("self.a.b", "a.b"),
    FormatCase("$v", "$v"),
    FormatCase("$v.a.b", "$v.a.b"),
    FormatCase("a.d[0]", "(a.d)[0]"),
    FormatCase("(a.d)[0]", "(a.d)[0]"),
    FormatCase("a[0]", "a[0]"),
    FormatCase("b[0][k]", "b[0][k]"),
    FormatCase("a[FIRST]", "a[FIRST]"),
    FormatCase("a[last].name", "a[LAST].name"),
    FormatCase("a[SIZE]", "a[SIZE]"),
    FormatCase("h['A']", "h[\"A\"]"),
    FormatCase("1 << 3", "1 << 3"),
    FormatCase("a & 1 | b ^ 2 >> 1", "a & 1 | b ^ 2 >> 1"),
    FormatCase("~a", "onesComplement:(a)"),
    FormatCase("4 + 5 - 2 ** 3", "4 + 5 - 2 ** 3"),
    FormatCase("(4 + 5) * 2", "(4 + 5) * 2"),
    FormatCase("a - (b - c)", "a - (b - c)"),
    FormatCase("a ** b ** c", "a ** b ** c"),
    FormatCase("(a ** b) ** c", "(a ** b) ** c"),
    FormatCase("NULL", "nil"),
    FormatCase("Nil", "nil"),
    FormatCase("TRUE", "1"),
    FormatCase("yes", "1"),
    FormatCase("NO", "0"),
    FormatCase("{}", "{}"),
    FormatCase("{1, a, 'x'}", "{1, a, \"x\"}"),
    FormatCase("now()", "now()"),
    FormatCase("sum({1, 2})", "sum:({1, 2})"),
    FormatCase("lowercase:(name)", "lowercase:(name)"),
    FormatCase("canonical:(name)", "canonical:(name)"),
    FormatCase("add:to:(1, 2)", "1 + 2"),
    FormatCase("modulus:by:(a, 2)", "modulus:by:(a, 2)"),
    FormatCase("count:(a.b)", "a.b.@count"),
    FormatCase("FUNCTION(a, 'pow:', 3)", "FUNCTION(a, \"pow:\" , 3)"),
    FormatCase("function('a', 'uppercase')", "FUNCTION(\"a\", \"uppercase\")"),
    FormatCase("CAST(x, 'NSNumber')", "CAST(x, \"NSNumber\")"),
    FormatCase("castObject:toType:(x, 'NSString')", "CAST(x, \"NSString\")"),
    FormatCase("objectFrom:withIndex:(a, 1)", "a[1]"),
    FormatCase("TERNARY(a != nil, a, '')", "TERNARY(a != nil, a, \"\")"),
    FormatCase(
      "SUBQUERY(teamsRaw, $t, $t.keyRaw == 'frc7332').@count",
      "SUBQUERY(teamsRaw, $t, $t.keyRaw == \"frc7332\").@count"),
    FormatCase("FETCH(a, b, NO)", "FETCH(a, b, 0)"),
    FormatCase("a UNION b MINUS c INTERSECT d", "a UNION b MINUS c INTERSECT d"),
    FormatCase("a UNION (b MINUS c)", "a UNION (b MINUS c)"),
    FormatCase("ANYKEY", "ANYKEY"),
    FormatCase("$x := 1 + 2", "$x := 1 + 2"),
  ])
  func expressionsReadAsTheirCanonicalText(_ example: FormatCase) {
    #expect(NSExpression(format: example.format).description == example.canonical)
  }

  // R-PRED-060: fifty levels would take minutes if each were tried twice.
  @Test func deepParenthesesAreReadOnce() throws {
    let nested = String(repeating: "(", count: 60) + "a" + String(repeating: ")", count: 60)
    #expect(try NSPredicate.parse(format: nested + " == 1").formatText == "a == 1")
  }

  @Test func absurdNestingIsAnErrorInsteadOfACrash() {
    let nested = String(repeating: "(", count: 50_000) + "a == 1"
    #expect(throws: PredicateFormatError.self) { try NSPredicate.parse(format: nested) }
  }

  // R-PRED-062
  @Test func aChainOfOneOperatorIsOneCompound() throws {
    let node = PredicateNode(NSPredicate(format: "a == 1 AND b == 2 AND c == 3"))
    guard case .and(let children) = node else {
      Issue.record("\(node)")
      return
    }
    #expect(children.count == 3)
  }

  // R-PRED-070
  @Test func selfBeforeAKeyIsLeftOut() {
    #expect(NSExpression(format: "SELF.a") == NSExpression(format: "a"))
  }

  // R-PRED-060: names behind a dot are keys, and the object itself adds none.
  @Test func argumentsBehindADotAreKeys() {
    #expect(NSPredicate(format: "ANY tags.%K == 1", "SELF").formatText == "ANY tags == 1")
    let odd = NSExpression(format: "$source.%K", "$b")
    #expect(odd == NSExpression(node: .path(.variable("source"), ["$b"])))
  }
}
