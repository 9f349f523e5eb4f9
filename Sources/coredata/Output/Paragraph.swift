// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

/// A text in lines that fit a terminal.
struct Paragraph {
  private let text: String

  init(_ text: String) { self.text = text }

  /// Broken between words; a longer word stands alone.
  func lines(indent: String = "  ", width: Int = 96) -> [String] {
    var lines: [String] = []
    var line = ""
    for word in text.split(separator: " ") {
      if !line.isEmpty, line.count + word.count + 1 > width {
        lines.append(indent + line)
        line = ""
      }
      line += (line.isEmpty ? "" : " ") + word
    }
    return line.isEmpty ? lines : lines + [indent + line]
  }
}
