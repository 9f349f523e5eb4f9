// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

extension Drawing {
  /// A tick for what is met and a cross for what is missed, drawn, so that no typeface lacks them.
  mutating func mark(_ isMet: Bool, x: Double, y: Double) {
    if isMet {
      polyline([(x - 4, y), (x - 1, y + 3.5), (x + 4, y - 4)], stroke: Ink.met, width: 1.8)
    } else {
      polyline([(x - 3, y - 3), (x + 3, y + 3)], stroke: Ink.missed, width: 1.8)
      polyline([(x - 3, y + 3), (x + 3, y - 3)], stroke: Ink.missed, width: 1.8)
    }
  }
}
