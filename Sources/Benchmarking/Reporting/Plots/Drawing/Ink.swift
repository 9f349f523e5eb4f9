// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

/// The colours that belong to no series: text, rules, paper.
enum Ink {
  static let text = "#222222"
  static let quiet = "#666666"
  static let rule = "#8f8f8a"
  static let grid = "#e6e4dc"
  static let paper = "#fffefa"
  static let met = "#2c7a3f"
  static let missed = "#b3261e"
}
