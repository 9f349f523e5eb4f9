// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

/// One colour for each series, the same in every plot of a report.
///
/// Ours are blue and green, other libraries warm, engines without objects grey. The hues differ in
/// lightness too, for print and for eyes that do not tell red from green.
package struct Palette: Sendable {
  private var colours: [String: String] = [:]

  /// Colours for the names; those known keep theirs, the others take what is left, in order.
  package init(_ names: [String] = []) {
    var spare = Self.spare[...]
    for name in names where colours[name] == nil {
      colours[name] = Self.known[name] ?? spare.popFirst() ?? "#6b6b6b"
    }
  }

  package func colour(of name: String) -> String {
    colours[name] ?? Self.known[name] ?? "#6b6b6b"
  }

  /// The same for words, dark enough to read on paper.
  package func textColour(of name: String) -> String {
    Self.textColours[colour(of: name)] ?? colour(of: name)
  }

  private static let textColours = [
    "#dd9143": "#9c5a12", "#8c8c8c": "#6b6b6b", "#3f8fd2": "#22699f", "#e07b4f": "#a8431a",
  ]
  private static let known = [
    "Core Data · SQLite": "#1d4f91", "SQLite": "#1d4f91",
    "Core Data · LMDB": "#0b8071", "LMDB": "#0b8071",
    "Core Data · In-memory": "#6f57b5", "In-memory": "#6f57b5",
    "Core Data · three stores": "#3f8fd2", "three stores": "#3f8fd2",
    "GRDB by hand": "#bd4b1d", "GRDB Codable": "#dd9143",
    "SQLAlchemy": "#a3315c", "Django": "#7c7a17",
    "GRDB by hand, tuned": "#e07b4f", "GRDB with duties": "#8a5a44",
    "raw SQLite": "#3d3d3d", "raw SQLite, tuned": "#5c5c5c", "raw LMDB": "#8c8c8c",
  ]
  private static let spare = [
    "#1d4f91", "#bd4b1d", "#0b8071", "#a3315c", "#6f57b5", "#7c7a17", "#3f8fd2", "#dd9143",
    "#4c6b3c", "#8a5a44",
  ]
}
