// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation

/// The confinement check of `-com.apple.CoreData.ConcurrencyDebug 1`; one comparison when off.
enum ConcurrencyCheck {
  static let isEnabled = DebugSwitches.concurrencyDebug

  @inline(__always)
  static func require(_ context: NSManagedObjectContext, _ operation: @autoclosure () -> String) {
    if isEnabled { check(context, operation()) }
  }

  private static func check(_ context: NSManagedObjectContext, _ operation: String) {
    guard !context.queue.isCurrent else { return }
    raise(
      .internalInconsistency,
      "__Multithreading_Violation_AllThatIsLeftToUsIsHonor__: \(operation) outside the queue of "
        + "context '\(context.name ?? "unnamed")'. Use perform or performAndWait.")
  }
}
