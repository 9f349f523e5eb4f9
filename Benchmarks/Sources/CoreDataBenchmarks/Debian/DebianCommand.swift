// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import ArgumentParser

/// `debian`: the work on Debian's package index.
struct DebianCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "debian", abstract: "Measure work on Debian's package index.",
    discussion: """
      The index is that of this machine, or of a file: 60,000 packages of 2,000 maintainers in 60 \
      sections, with 400,000 dependencies.
      """,
    subcommands: [DebianRunCommand.self, DebianWorkerCommand.self],
    defaultSubcommand: DebianRunCommand.self)
}
