// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

// Writes to stores with a history in several processes, some of which are killed, and finds out whether
// the histories have no gap and tell all that is in the stores (R-PSC-730…735, R-PSC-857).
//
//   HistoryDriver processes=8 lanes=1 writes=500 kinds=SL [kills=20 pace=100] [seconds=60] [seed=n]
//
// Each process writes on some lanes, each a context of its own, as often as it is told or until the
// time is over; one that is killed is followed by another, as long as there are kills left.

import DriverSupport
import Foundation

let settings = Settings(CommandLine.arguments)
signal(SIGPIPE, SIG_IGN)
if settings.isWorker {
  try Worker(settings).run()
} else {
  exit(try Trial(settings).run() ? 0 : 1)
}
