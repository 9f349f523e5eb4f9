// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import ArgumentParser
import Foundation

/// The command line tool: runs one subcommand and turns every failure into one line and a status.
///
/// Status 0: done; 1: what was asked for failed or is wrong; 2: the arguments make no sense; 3: done,
/// and something is left for people to do.
@main
enum CoreDataTool {
  static func main() {
    do {
      var command = try RootCommand.parseAsRoot()
      try command.run()
    } catch {
      stop(after: error)
    }
  }

  private static func stop(after error: any Error) -> Never {
    if let failure = error as? ToolFailure {
      Terminal.complain(failure.message)
      exit(failure.status)
    }
    let status = RootCommand.exitCode(for: error)
    if status.isSuccess { RootCommand.exit(withError: error) }  // asked for help or the version
    if let code = error as? ExitCode { exit(code.rawValue) }
    if status == .validationFailure {
      Terminal.complain(RootCommand.message(for: error) + " (coredata --help tells more)")
      exit(2)
    }
    Terminal.complain(ErrorText.line(for: error))
    exit(1)
  }
}
