// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import Synchronization

/// The events that a coordinator's observer has been told.
final class EventLog: Sendable {
  private let told = Mutex<[StoreTraceEvent]>([])

  func note(_ event: StoreTraceEvent) { told.withLock { $0.append(event) } }

  var events: [StoreTraceEvent] { told.withLock { $0 } }

  func of(_ kind: StoreTraceEvent.Kind) -> [StoreTraceEvent] { events.filter { $0.kind == kind } }

  func clear() { told.withLock { $0 = [] } }
}

extension NSPersistentStoreCoordinator {
  /// Notes what is done from now on.
  func log(_ detail: StoreTraceDetail = []) -> EventLog {
    let log = EventLog()
    trace(detail) { log.note($0) }
    return log
  }
}
