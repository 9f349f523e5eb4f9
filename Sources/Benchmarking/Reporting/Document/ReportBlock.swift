// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

/// A part of a section.
public indirect enum ReportBlock: Sendable {
  /// A paragraph.
  case prose(Prose)
  /// Points, each a line or two.
  case list([Prose])
  /// The few numbers that matter most, large.
  case headline([Headline])
  /// The recommended choices, with their reasons.
  case advice([Advice])
  /// A table, its caption above.
  case table(ReportTable, caption: Prose)
  /// Columns, each as wide as it must be, as far as the page has room for them.
  case beside([[ReportBlock]])
  /// Columns of equal width where the page is wide enough, else one under the other.
  case columns([[ReportBlock]])
  /// Plots of one subject side by side, under a heading of their own.
  case panel(ReportPanel)
}
