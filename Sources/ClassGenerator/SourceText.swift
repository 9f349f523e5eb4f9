// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

/// Swift source being written, two spaces a level.
struct SourceText {
  private(set) var text = ""
  private var depth = 0

  mutating func line(_ line: String = "") {
    text += line.isEmpty ? "\n" : String(repeating: "  ", count: depth) + line + "\n"
  }

  mutating func block(_ opening: String, _ content: (inout SourceText) -> Void) {
    line(opening + " {")
    depth += 1
    content(&self)
    depth -= 1
    line("}")
  }
}
