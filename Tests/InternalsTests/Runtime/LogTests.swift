// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

@testable import CoreData
import Foundation
import Testing

/// What the library says of itself.
@Suite struct LogTests {
  /// Where standard error is a file, its disk may be full.
  @Test func aLogOnAFullDiskStopsNoProgram() async {
    await #expect(processExitsWith: .exitCode(7)) {
      guard let full = FileHandle(forWritingAtPath: "/dev/full") else { exit(1) }
      dup2(full.fileDescriptor, STDERR_FILENO)
      Log.warning("There is no place for this.")
      exit(7)
    }
  }
}
