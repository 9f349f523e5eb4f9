// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

/// Rows under headings.
public struct ReportTable: Sendable {
  /// A heading and the side its cells stand at; columns alike in `group` get a heading over all.
  public struct Column: Sendable {
    public var title: String
    public var isNumeric: Bool
    public var group: String?

    public static func text(_ title: String, group: String? = nil) -> Column {
      Column(title: title, isNumeric: false, group: group)
    }
    public static func number(_ title: String, group: String? = nil) -> Column {
      Column(title: title, isNumeric: true, group: group)
    }
  }

  /// A text, quiet or strong, or a verdict as a mark.
  public struct Cell: Sendable {
    public enum Weight: Sendable { case plain, quiet, strong }

    public var text: String
    public var weight: Weight
    /// True is drawn as a tick, false as a cross, both with a word for who cannot see it.
    public var verdict: Bool?

    public init(_ text: String, weight: Weight = .plain, verdict: Bool? = nil) {
      self.text = text
      self.weight = weight
      self.verdict = verdict
    }

    public static func verdict(_ isMet: Bool?) -> Cell { Cell("", verdict: isMet) }
  }

  public var columns: [Column]
  /// Cells that a row lacks are empty.
  public var rows: [[Cell]]

  public init(_ columns: [Column], rows: [[Cell]] = []) {
    self.columns = columns
    self.rows = rows
  }
}
