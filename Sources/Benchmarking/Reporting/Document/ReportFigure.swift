// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

/// A plot and the line above it; its figures are set under it as a table, folded.
public enum ReportFigure: Sendable {
  case bars(BarPlot)
  case scaling(ScalingPlot)
  case dots(DotPlot)

  package var plot: any Plot {
    switch self {
    case .bars(let plot): plot
    case .scaling(let plot): plot
    case .dots(let plot): plot
    }
  }
}
