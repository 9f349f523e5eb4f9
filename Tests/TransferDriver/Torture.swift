// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import DriverSupport
import Foundation

/// The parent: some lanes beside each other, for so long or so many kills.
struct Torture {
  private let settings: Settings
  init(_ settings: Settings) { self.settings = settings }

  /// Returns whether nothing was wrong.
  func run() -> Bool {
    say("seed \(settings.seed)")
    let (start, tally) = (Date(), Tally())
    let end = start.addingTimeInterval(settings.seconds)
    let lanes = (0..<settings.lanes).map { number in
      Lane(settings, number: number, tally: tally, end: end)
    }
    // They wait much of their time: threads of their own, whatever the number of cores.
    let group = DispatchGroup()
    for lane in lanes {
      group.enter()
      Thread.detachNewThread {
        var lane = lane
        lane.run()
        group.leave()
      }
    }
    group.wait()
    tally.report(seed: settings.seed, seconds: Date().timeIntervalSince(start))
    return tally.isSound
  }
}
