// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

/// What a section is made of, in order.
public enum ReportBlock: Sendable {
  /// A paragraph.
  case prose(Prose)
  /// Points, each a line or two.
  case list([Prose])
  /// The few numbers that matter most, large.
  case headline([Headline])
  /// What to choose, and why.
  case advice([Advice])
  /// A table, its caption above.
  case table(ReportTable, caption: Prose)
  /// Plots of one subject side by side, under a heading of their own.
  case panel(ReportPanel)
}
