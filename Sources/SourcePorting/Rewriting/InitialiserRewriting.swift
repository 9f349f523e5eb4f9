// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import ClassGenerator

/// Makes overridden initialisers `required` that are so here, and finds classes that lack them.
struct InitialiserRewriting {
  /// The labels of required initialisers, by class.
  private static let required: [(base: String, labels: [[String]])] = [
    ("NSManagedObject", [["entity", "insertInto"], ["context"]]),
    ("NSPersistentStoreCoordinator", [["managedObjectModel"]]),
  ]

  private static let parameterTypes = [
    ["NSEntityDescription", "NSManagedObjectContext?"], ["NSManagedObjectContext"],
    ["NSManagedObjectModel"],
  ]

  private let code: SourceCode
  private(set) var edits: [SourceEdit] = []
  private(set) var remainders: [Remainder] = []

  init(_ code: SourceCode, _ types: TypeIndex) {
    self.code = code
    for (index, type) in code.declarations.enumerated() where type.kind == .class {
      guard let rule = Self.required.first(where: { types.isClass(type, below: $0.base) })
      else { continue }
      let initialisers = code.members(of: index).filter { $0.kind == .`init` }
      for initialiser in initialisers where rule.labels.contains(code.labels(of: initialiser)) {
        require(initialiser, of: type)
      }
      check(type, initialisers: initialisers, labels: rule.labels[0])
    }
  }

  private mutating func require(_ initialiser: Declaration, of type: Declaration) {
    let isRequired = initialiser.modifiers["required"] != nil
    guard let index = initialiser.modifiers["override"] else {
      // A convenience initialiser overrides without saying so.
      if !isRequired, initialiser.modifiers["convenience"] != nil, isOverride(initialiser) {
        insertRequired(initialiser)
        widen(initialiser, to: type)
      }
      return
    }
    var range = code.range(index, through: index)
    if isRequired, let next = code.tokens[index + 1] {
      range = range.lowerBound..<next.range.lowerBound
    }
    change(range, at: index, to: isRequired ? "" : "required")
    widen(initialiser, to: type)
  }

  /// A required initialiser is as accessible as its class.
  private mutating func widen(_ initialiser: Declaration, to type: Declaration) {
    let isOpen = type.modifiers["open"] != nil
    let narrow = ["private", "fileprivate"] + (isOpen ? ["internal", "package"] : [])
    if let index = narrow.lazy.compactMap({ initialiser.modifiers[$0] }).first {
      change(code.range(index, through: index), at: index, to: Self.access(of: type))
    } else if isOpen, initialiser.modifiers["public"] == nil, initialiser.modifiers["open"] == nil {
      let index = initialiser.modifiers["convenience"] ?? initialiser.keyword
      let start = code.range(index, through: index).lowerBound
      change(start..<start, at: index, to: "public ")
    }
  }

  private static func access(of type: Declaration) -> String {
    if type.modifiers["open"] != nil || type.modifiers["public"] != nil { return "public" }
    let isNarrow = type.modifiers["private"] != nil || type.modifiers["fileprivate"] != nil
    return isNarrow ? "fileprivate" : "internal"
  }

  private mutating func change(_ range: Range<Int>, at index: Int, to text: String) {
    edits.append(
      SourceEdit(
        topic: .requiredInitialiser, line: code.line(index), range: range, replacement: text))
  }

  /// Returns true if an initialiser with the labels of a required one has its types as well, and neither fails
  /// nor throws.
  private func isOverride(_ initialiser: Declaration) -> Bool {
    let start = initialiser.nameIndex + 1
    guard code.tokens.at(start, "("), let end = code.tokens.closing(of: start),
      !["throws", "async"].contains(where: { code.tokens.at(end + 1, $0) })
    else { return false }
    let parameters = (start..<end).compactMap { code.tokens[$0]?.text }.joined()
    return Self.parameterTypes.contains { types in
      types.dropLast().allSatisfy { parameters.contains(":\($0),") }
        && parameters.hasSuffix(":\(types[types.count - 1])")
    }
  }

  private mutating func insertRequired(_ initialiser: Declaration) {
    let index = initialiser.keyword
    let start = code.range(index, through: index).lowerBound
    change(start..<start, at: index, to: "required ")
  }

  /// A class with designated initialisers of its own inherits none.
  private mutating func check(
    _ type: Declaration, initialisers: [Declaration], labels: [String]
  ) {
    let designated = initialisers.filter { $0.modifiers["convenience"] == nil }
    guard let first = designated.first,
      !designated.contains(where: { code.labels(of: $0) == labels })
    else { return }
    let name = labels.map { $0 + ":" }.joined()
    remainders.append(
      Remainder(
        topic: .designatedInitialiser, line: code.line(first.keyword),
        reason:
          "'\(type.name)' has designated initialisers of its own: make them convenience ones, "
          + "or add 'required init(\(name))'"))
  }
}
