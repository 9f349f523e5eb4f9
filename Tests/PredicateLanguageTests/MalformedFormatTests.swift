// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import PredicateLanguage
import Testing

/// A format string that must not be read, and where the error lies.
struct MalformedFormat: CustomTestStringConvertible, Sendable {
  let format: String
  let position: Int

  init(_ format: String, at position: Int) {
    self.format = format
    self.position = position
  }

  var testDescription: String { format }
}

@Suite struct MalformedFormatTests {
  // R-PRED-009, R-PRED-050, R-PRED-053, R-PRED-065, R-PRED-081
  @Test(arguments: [
    MalformedFormat("", at: 0),
    MalformedFormat("   ", at: 3),
    MalformedFormat("1", at: 1),
    MalformedFormat("age", at: 3),
    MalformedFormat("TRUE", at: 4),
    MalformedFormat("0 || 1", at: 2),
    MalformedFormat("a ==", at: 4),
    MalformedFormat("a == 1 AND", at: 10),
    MalformedFormat("== 1", at: 0),
    MalformedFormat("a == 1 b == 2", at: 7),
    MalformedFormat("(a == 1", at: 7),
    MalformedFormat("a == 1)", at: 6),
    MalformedFormat("a == (1", at: 7),
    MalformedFormat("a == 'x", at: 5),
    MalformedFormat("a == \"x", at: 5),
    MalformedFormat("a == '\\u00zz'", at: 10),
    MalformedFormat("x.0 == 1", at: 2),
    MalformedFormat("x. == 1", at: 3),
    MalformedFormat("a ? b", at: 2),
    MalformedFormat("SELF LIKE 'a'?'b'", at: 13),
    MalformedFormat("a ==[x] 1", at: 5),
    MalformedFormat("a ==[] 1", at: 5),
    MalformedFormat("a ==[c 1", at: 7),
    MalformedFormat("a IN {1, 2", at: 10),
    MalformedFormat("a IN {1,, 2}", at: 8),
    MalformedFormat("$ == 1", at: 1),
    MalformedFormat("# == 1", at: 1),
    MalformedFormat("a.@ == 1", at: 3),
    MalformedFormat("a == %z", at: 5),
    MalformedFormat("a == %", at: 5),
    MalformedFormat("a == %k", at: 5),
    MalformedFormat("size == 1", at: 0),
    MalformedFormat("a == first", at: 5),
    MalformedFormat("AND == 1", at: 0),
    MalformedFormat("NOT", at: 3),
    MalformedFormat("ANY", at: 3),
    MalformedFormat("a[1 == 2", at: 4),
    MalformedFormat("nosuch:(1) == 1", at: 0),
    MalformedFormat("add:to:(1) == 1", at: 0),
    MalformedFormat("SUBQUERY(a, b, c == 1).@count > 0", at: 12),
    MalformedFormat("SUBQUERY(a, $b, c).@count > 0", at: 17),
    MalformedFormat("TERNARY(a, 1, 2) == 1", at: 9),
    MalformedFormat("CAST(a, b) == 1", at: 8),
    MalformedFormat("FUNCTION(a, b) == 1", at: 12),
    MalformedFormat("a % 2 == 0", at: 2),
    MalformedFormat("a == 0x", at: 7),
    MalformedFormat("a == b == c", at: 7),
    MalformedFormat("a == 1 && ", at: 10),
    MalformedFormat("a ! b", at: 2),
    MalformedFormat("a; b", at: 1),
  ])
  func aMalformedFormatIsAnErrorWithItsPosition(_ example: MalformedFormat) {
    let error = #expect(throws: PredicateFormatError.self) {
      try NSPredicate.parse(format: example.format)
    }
    #expect(error?.reason == .syntax)
    #expect(error?.position == example.position, "\(error?.description ?? "")")
  }

  // R-PRED-009
  @Test func theErrorQuotesTheFormat() {
    let error = #expect(throws: PredicateFormatError.self) {
      try NSPredicate.parse(format: "a ==")
    }
    #expect(
      error?.description
        == "Unable to parse the format string \"a ==\" at position 4: expected an expression.")
  }

  // R-PRED-010
  @Test func tooFewArgumentsAreAnError() {
    let error = #expect(throws: PredicateFormatError.self) {
      try NSPredicate.parse(format: "a == %@ AND b == %@", arguments: [1])
    }
    #expect(
      error?.description
        == "Insufficient arguments for conversion characters specified in format string.")
  }

  // R-PRED-010
  @Test func tooManyArgumentsAreIgnored() throws {
    #expect(
      try NSPredicate.parse(format: "a == %@", arguments: [1, 2]).formatText == "a == 1")
  }

  // R-PRED-227
  @Test(arguments: ["12 == 12", "TRUEPREDICATE", "a AND b", ""])
  func anExpressionIsNotReadFromAPredicate(_ format: String) async {
    await #expect(processExitsWith: .failure) { [format] in
      _ = NSExpression(format: format)
    }
  }

  // R-PRED-009
  @Test func theInitialiserTrapsOnAMalformedFormat() async {
    await #expect(processExitsWith: .failure) {
      _ = NSPredicate(format: "a ==")
    }
  }
}
