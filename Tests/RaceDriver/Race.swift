// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
package import CoreDataTestSupport
import Foundation
import Synchronization

/// Many threads, each with contexts of its own, over one coordinator.
package struct Race: Sendable {
  package let name: String
  /// The stacks it runs on.
  package let kinds: [StackKind]
  /// Throws what went wrong with the data.
  package let run: @Sendable (StackKind) throws -> Void

  package static let all = [mergingAndDying, losingNoRows, hearingOfWrites]

  // R-CTX-901, R-CTX-902, R-CTX-781, R-CTX-907
  package static let mergingAndDying = Race(
    name: "contexts that merge and die on other threads",
    kinds: StackKind.singles + StackKind.all.dropFirst(StackKind.singles.count).prefix(1)
  ) { try MergingRace($0).run() }

  // R-CTX-901
  package static let losingNoRows = Race(
    name: "eight contexts lose no rows", kinds: StackKind.all
  ) { try WritingRace($0).run() }

  // R-PSC-770, R-PSC-830
  package static let hearingOfWrites = Race(
    name: "observers of remote changes read while stores come and go", kinds: StackKind.singles
  ) { try RemoteRace($0).run() }
}

/// What went wrong in a race.
struct RaceFailure: Error, CustomStringConvertible {
  let description: String

  static func require(_ isTrue: Bool, _ description: @autoclosure () -> String) throws {
    guard isTrue else { throw RaceFailure(description: description()) }
  }
}

/// The errors of several threads.
final class RaceErrors: Sendable {
  private let errors = Mutex<[String]>([])

  /// Whether a block succeeds; an error is kept.
  func noted(_ block: () throws -> Void) -> Bool {
    do {
      try block()
      return true
    } catch {
      errors.withLock { $0.append("\(error)") }
      return false
    }
  }

  /// Throws what the threads met with.
  func rethrow() throws {
    let errors = errors.withLock { $0 }
    try RaceFailure.require(errors.isEmpty, errors.prefix(3).joined(separator: "; "))
  }
}
