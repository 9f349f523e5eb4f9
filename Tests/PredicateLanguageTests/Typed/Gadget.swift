// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation

/// An object with a property of each kind; the letters are those of the examples in the standard.
final class Gadget: NSObject {
  var a = 1
  var b = "Hello"
  var c = 2.5
  var d = 4
  var f = true
  var g = [5, 6, 7]
  var h = ["A": 1, "B": 2]
  var i = Date(timeIntervalSinceReferenceDate: 100)
  var j: String?
  var k = UUID()
  var l = Data([1, 2, 3])
  var u = URL(string: "https://example.org/")
  var width = Size.small
  var next: Gadget?
  var rest: [Gadget] = []
  var set: NSSet?

  /// Computed: a key path to it has no name.
  var nameless: Int { a + 1 }

  enum Size: Int, Codable, Sendable { case small, large }
}

/// What is captured, and may be of any type.
struct Captured: Codable, Sendable {
  var a = 1
  var b = [1, 2, 3]
  var c: Int?
}

/// A captured expression: Foundation's own node of a value has to be written to files, and
/// expressions cannot be.
struct Kept: StandardPredicateExpression {
  let expression: Expression<Gadget, Int>

  init(expression: Expression<Gadget, Int>) { self.expression = expression }

  init(from decoder: any Decoder) throws { throw CocoaError(.coderInvalidValue) }

  func encode(to encoder: any Encoder) throws { throw CocoaError(.coderInvalidValue) }

  func evaluate(_ bindings: PredicateBindings) throws -> Expression<Gadget, Int> { expression }
}
