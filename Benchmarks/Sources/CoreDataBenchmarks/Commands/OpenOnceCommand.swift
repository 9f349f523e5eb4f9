// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import ArgumentParser
import Foundation
import Harness

/// `open-once`: the process of case 9b.
struct OpenOnceCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "open-once", abstract: "Open a store, read one employee, exit.",
    shouldDisplay: false)

  @OptionGroup var system: SystemOptions
  @Option(help: "The folder of the store.") var dir: String

  func run() throws { _ = try system.resolved().openOnce(in: URL(fileURLWithPath: dir)) }
}
