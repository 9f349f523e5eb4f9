// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import ClassGenerator

/// Makes `#keyPath(Person.address.street)` the text `"address.street"`.
struct KeyPathRewriting {
  private let code: SourceCode
  private let types: TypeIndex
  private(set) var edits: [SourceEdit] = []
  private(set) var remainders: [Remainder] = []

  init(_ code: SourceCode, _ types: TypeIndex) {
    self.code = code
    self.types = types
    let modules = code.modules
    for index in code.tokens.indices
    where code.tokens.all[index].kind == .macro && code.tokens.all[index].text == "#keyPath" {
      rewrite(index, modules)
    }
  }

  private mutating func rewrite(_ index: Int, _ modules: Set<String>) {
    let tokens = code.tokens
    guard tokens.at(index + 1, "("), let end = tokens.closing(of: index + 1),
      let names = names(from: index + 2, to: end)
    else {
      remainders.append(
        Remainder(
          topic: .keyPath, line: code.line(index),
          reason: "write the key path as a text: the argument of #keyPath is not just names"))
      return
    }
    let keys = names[typeCount(names, modules)...]
    edits.append(
      SourceEdit(
        topic: .keyPath, line: code.line(index), range: code.range(index, through: end),
        replacement: "\"\(keys.joined(separator: "."))\""))
  }

  /// Returns the names between two indexes; nil if there is something else.
  private func names(from start: Int, to end: Int) -> [String]? {
    var names: [String] = []
    var index = start
    while let name = code.tokens.name(index) {
      names.append(name)
      index = code.tokens.afterAngles(index + 1)
      if index == end { return names }
      guard code.tokens.at(index, ".") else { return nil }
      index += 1
    }
    return nil
  }

  /// How many of the first names are a module's and types'. The last one is a property's.
  private func typeCount(_ names: [String], _ modules: Set<String>) -> Int {
    var count = 0
    if names.count > 2, modules.contains(names[0]), !types.declares(names[0]) { count = 1 }
    while count < names.count - 1, isType(names[count], after: count > 0 ? names[count - 1] : nil) {
      count += 1
    }
    return count
  }

  /// Types that are not among the sources are known by their capital; so are those within types
  /// that are not.
  private func isType(_ name: String, after owner: String?) -> Bool {
    let isCapital = name.first?.isUppercase == true
    guard let owner else { return isCapital || types.declares(name) }
    return types.declares(owner) ? types.declares(name, in: owner) : isCapital
  }
}
