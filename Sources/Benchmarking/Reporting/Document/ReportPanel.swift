// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

/// Plots of one subject side by side, under a small heading.
public struct ReportPanel: Sendable {
  public var title: String
  public var text: Prose
  public var figures: [ReportFigure]

  public init(_ title: String, text: Prose = "", figures: [ReportFigure]) {
    self.title = title
    self.text = text
    self.figures = figures
  }
}
