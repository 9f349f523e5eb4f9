// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

// Saves and reads while system calls fail, and says what happened, a line each:
//
//   opened | unopened TEXT | ack N | refused N TEXT | retried N | stuck N TEXT | read | unread TEXT
//   calls N | store I last N | store I broken TEXT
//
// Run by FaultTests with settings in the environment: FAULT_FOLDER, FAULT_STORES (letters of
// Layout), FAULT_STEP (create, save, read, recover, check), FAULT_SAVES, FAULT_AT, FAULT_ACTION,
// FAULT_CALLS, FAULT_PERSIST, FAULT_RETRY, FAULT_MORE, FAULT_MIX, FAULT_ONLY, FAULT_DIES,
// FAULT_ORDER, FAULT_LOG, FAULT_DURABILITY.

import CFaults
import CoreData
import Foundation

let settings = Settings(ProcessInfo.processInfo.environment)
faults_watch(settings.layout.folder.path)
if let log = settings.log { faults_log(log) }
Run(settings).run()
