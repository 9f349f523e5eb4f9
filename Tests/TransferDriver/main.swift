// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

// Moves money between accounts in stores of several kinds while the processes that do it are killed,
// and finds out whether any of it was lost, doubled or done by half (R-PSC-910, R-PSC-857).
//
//   TransferDriver seconds=60 [kills=10000] [seed=n] [kinds=SLB] [lanes=4]
//
// The seed gives the kinds of stores, the plans of the savers and when they are killed. How the savers
// get on with each other it cannot give.

import Foundation

let settings = Settings(CommandLine.arguments)
signal(SIGPIPE, SIG_IGN)
switch settings.role {
case "found": try Saver(settings).found()
case "save": Saver(settings).run()
default: exit(Torture(settings).run() ? 0 : 1)
}
