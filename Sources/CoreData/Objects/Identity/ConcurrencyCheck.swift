// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import StoreInterface

/// The confinement check of `-com.apple.CoreData.ConcurrencyDebug 1`; one comparison when off.
enum ConcurrencyCheck {
  static let isEnabled = DebugSwitches.concurrencyDebug

  @inline(__always)
  static func require(_ context: NSManagedObjectContext, _ operation: @autoclosure () -> String) {
    if isEnabled { check(context, operation()) }
  }

  fileprivate static func check(_ context: NSManagedObjectContext, _ operation: String) {
    guard !context.queue.isCurrent else { return }
    raise(
      .internalInconsistency,
      "__Multithreading_Violation_AllThatIsLeftToUsIsHonor__: \(operation) outside the queue of "
        + "context '\(context.name ?? "unnamed")'. Use perform or performAndWait.")
  }
}

extension NSManagedObjectContext {
  /// Returns the context itself, to be used on its queue only.
  @inline(__always)
  final func confined(_ operation: StaticString = #function) -> Self {
    if ConcurrencyCheck.isEnabled { ConcurrencyCheck.check(self, "\(operation)") }
    return self
  }
}

extension NSManagedObject {
  /// Returns the object itself, to be used on its context's queue only.
  @inline(__always)
  final func confined(_ operation: StaticString = #function) -> Self {
    if ConcurrencyCheck.isEnabled { checkQueue("\(operation)") }
    return self
  }

  private final func checkQueue(_ operation: String) {
    guard flags.contains(.guarded), let context = map?.livingContext else { return }
    ConcurrencyCheck.check(context, "\(operation) of a \(layout.schema.name)")
  }
}
