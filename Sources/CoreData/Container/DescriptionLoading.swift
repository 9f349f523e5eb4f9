// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Dispatch
import Foundation

/// Adds the stores of descriptions and reports each to a block.
enum DescriptionLoading {
  static func add(
    _ description: NSPersistentStoreDescription, to coordinator: NSPersistentStoreCoordinator,
    _ report: @escaping (NSPersistentStoreDescription, (any Error)?) -> Void
  ) {
    guard description.shouldAddStoreAsynchronously else {
      return report(description, open(description, in: coordinator))
    }
    let work = Transferable((description, report))
    DispatchQueue.global().async {
      let (description, report) = work.value
      report(description, open(description, in: coordinator))
    }
  }

  private static func open(
    _ description: NSPersistentStoreDescription, in coordinator: NSPersistentStoreCoordinator
  ) -> (any Error)? {
    do {
      try coordinator.addPersistentStore(
        ofType: description.type, configurationName: description.configuration,
        at: description.url, options: description.options)
      return nil
    } catch {
      return error
    }
  }
}
