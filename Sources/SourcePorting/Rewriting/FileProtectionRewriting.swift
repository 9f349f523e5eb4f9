// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import ClassGenerator

/// Makes `FileProtectionType.complete as NSObject`, the usual option of a store, a text: Foundation on Linux bridges
/// texts only.
struct FileProtectionRewriting {
  private(set) var edits: [SourceEdit] = []

  init(_ code: SourceCode) {
    let tokens = code.tokens
    for index in tokens.all.indices
    where tokens.at(index, "FileProtectionType", ".") && tokens.at(index + 3, "as", "NSObject") {
      guard let name = tokens.name(index + 2) else { continue }
      edits.append(
        SourceEdit(
          topic: .fileProtection, line: code.line(index),
          range: code.range(index, through: index + 2),
          replacement: "FileProtectionType.\(name).rawValue"))
    }
  }
}
