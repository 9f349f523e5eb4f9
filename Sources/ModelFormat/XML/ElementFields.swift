// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

/// The attributes of one element, taken one by one; what nobody took is reported and kept.
struct ElementFields {
  let element: Element
  let log: DiagnosticLog
  private var remaining: [String: String]

  init(_ element: Element, _ log: DiagnosticLog) {
    self.element = element
    self.log = log
    remaining = element.attributes
  }

  /// The element's name in diagnostics: its tag, and its name if it has one.
  var subject: String {
    element.attributes["name"].map { "<\(element.name) name=\"\($0)\">" } ?? "<\(element.name)>"
  }

  mutating func text(_ name: String) -> String? { remaining.removeValue(forKey: name) }

  /// Returns the text, or `nil` when it is absent or empty.
  mutating func filledText(_ name: String) -> String? {
    text(name).flatMap { $0.isEmpty ? nil : $0 }
  }

  /// Returns the text; its absence is an error, and then it is empty.
  mutating func requiredText(_ name: String) -> String {
    if let text = filledText(name) { return text }
    log.error("\(subject) has no \(name)", at: element.line)
    return ""
  }

  /// `YES` or `NO`; absent is NO.
  mutating func flag(_ name: String) -> Bool { optionalFlag(name) ?? false }

  /// `YES` or `NO`, which Xcode's templates for CloudKit write as `true` and `false`; `nil` when absent.
  mutating func optionalFlag(_ name: String) -> Bool? {
    guard let text = text(name) else { return nil }
    let isTrue = ["YES", "true"].contains(text)
    if !isTrue, !["NO", "false"].contains(text) {
      warn("expected YES or NO for \(name) of \(subject), found '\(text)'")
    }
    return isTrue
  }

  mutating func integer(_ name: String) -> Int? { number(name, expected: "an integer") { Int($0) } }

  /// Returns a whole number that is not negative.
  mutating func count(_ name: String) -> Int? {
    number(name, expected: "a count") { text in Int(text).flatMap { $0 < 0 ? nil : $0 } }
  }

  mutating func double(_ name: String) -> Double? {
    number(name, expected: "a number") { Double($0) }
  }

  /// Returns the value that a closed vocabulary has for the text; an unknown text is a warning.
  mutating func choice<Value>(_ name: String, _ value: (String) -> Value?) -> Value? {
    guard let text = filledText(name) else { return nil }
    let chosen = value(text)
    if chosen == nil { warn("unknown \(name) '\(text)' of \(subject)") }
    return chosen
  }

  /// Returns the attributes nobody took, for the writer. Those not listed as known are warned of.
  func rest(known: Set<String> = []) -> [String: String] {
    for name in remaining.keys.sorted() where !known.contains(name) {
      warn("unknown attribute '\(name)' of \(subject) is ignored")
    }
    return remaining
  }

  /// Warns of the children whose names are not listed.
  func warnOfChildren(otherThan known: Set<String>) {
    for child in element.children where !known.contains(child.name) {
      log.warning("unknown element <\(child.name)> in \(subject) is ignored", at: child.line)
    }
  }

  private mutating func number<Value>(
    _ name: String, expected: String, value: (String) -> Value?
  ) -> Value? {
    guard let text = filledText(name) else { return nil }
    let parsed = value(text)
    if parsed == nil { warn("expected \(expected) for \(name) of \(subject), found '\(text)'") }
    return parsed
  }

  private func warn(_ message: String) { log.warning(message, at: element.line) }
}
