// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import Foundation

/// One store's file made of another's, by a backup: what `backup` and `restore` do.
struct StoreFileCopy {
  private let source: String
  private let destination: String
  private let type: String
  private let identifier: String
  private let bytes: Int
  private let seconds: Double

  static func make(
    of stack: ReadingStack, at source: String, to destination: String, _ options: BackupOptions,
    title: String, isQuiet: Bool
  ) throws -> StoreFileCopy {
    let begin = ContinuousClock.now
    let target = URL(fileURLWithPath: destination)
    let coordinator = stack.coordinator
    // Used by the work alone until that has ended.
    nonisolated(unsafe) let store = coordinator.persistentStores[0]
    try InterruptibleWork.run(title, on: destination, isQuiet: isQuiet) { progress in
      try await coordinator.backup(store, to: target, options: options, progress: progress)
    }
    let report = try StoreFileReport.inspect(target)
    return StoreFileCopy(
      source: source, destination: destination, type: report.type, identifier: report.identifier,
      bytes: report.bytes, seconds: begin.duration(to: .now) / .seconds(1))
  }

  var json: JSONValue {
    [
      "source": .string(source), "destination": .string(destination), "type": .string(type),
      "uuid": .string(identifier), "bytes": JSONValue(bytes), "seconds": .number(seconds),
    ]
  }

  /// A sentence that begins with a verb.
  func line(_ verb: String) -> String {
    "\(verb) \(source) to \(destination) (\(type), \(Figures.bytes(bytes))) in "
      + "\(Figures.seconds(seconds))."
  }
}
