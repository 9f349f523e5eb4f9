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
    let job = Job(description: description, coordinator: coordinator, report: report)
    DispatchQueue.global().async { job.run() }
  }

  /// An addition that runs on another thread.
  // Sendable: handed over to the one thread that runs it.
  private final class Job: @unchecked Sendable {
    private let description: NSPersistentStoreDescription
    private let coordinator: NSPersistentStoreCoordinator
    private let report: (NSPersistentStoreDescription, (any Error)?) -> Void

    init(
      description: NSPersistentStoreDescription, coordinator: NSPersistentStoreCoordinator,
      report: @escaping (NSPersistentStoreDescription, (any Error)?) -> Void
    ) {
      self.description = description
      self.coordinator = coordinator
      self.report = report
    }

    func run() { report(description, DescriptionLoading.open(description, in: coordinator)) }
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
