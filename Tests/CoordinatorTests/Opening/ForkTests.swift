// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import CoreDataTestSupport
import Foundation
import Testing

/// Swift hides the call.
@_silgen_name("fork") private func forkProcess() -> pid_t

/// A process that was made by `fork` and calls none of the exec functions.
@Suite struct ForkTests {
  // R-PSC-842
  @Test(arguments: StackKind.singles.map(\.name))
  func theChildIsStoppedWhenItUsesAStore(_ type: String) async throws {
    let result = await #expect(
      processExitsWith: .success, observing: [\.standardErrorContent]
    ) { [type = type as String] in
      let place = try Workplace()
      let coordinator = try place.opened(type)
      let child = forkProcess()
      if child == 0 {
        signal(SIGILL, SIG_DFL)
        signal(SIGTRAP, SIG_DFL)
        _ = try? place.run(coordinator) { try $0.all("Note") }
        _exit(0)
      }
      var status: Int32 = 0
      waitpid(child, &status, 0)
      // The parent goes on.
      let count = try place.run(coordinator) { try $0.all("Note").count }
      exit(status & 0x7F != 0 && count == 0 ? EXIT_SUCCESS : EXIT_FAILURE)
    }
    #expect(result?.reports("NSInternalInconsistencyException: The store") == true)
  }
}
