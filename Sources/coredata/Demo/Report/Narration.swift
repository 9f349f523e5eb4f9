// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation

/// Tells people, step by step, what the demonstration does; silent for machines.
struct Narration {
  let isQuiet: Bool

  func step(_ name: String, _ text: String) {
    say(name.padding(toLength: 10, withPad: " ", startingAt: 0) + text)
  }

  func say(_ line: String = "") {
    if !isQuiet { Terminal.print(line) }
  }

  func itinerary(_ lines: [ItineraryLine]) {
    var table = TextTable([
      .text("Day"), .text("Stop"), .text("Region"), .text("Country"), .text("Time zone"),
    ])
    table.rows = lines.map {
      [$0.day, $0.place, $0.region ?? "–", $0.country ?? "–", $0.zoneText]
    }
    say()
    table.lines(indent: "          ").forEach(say)
    say()
  }
}
