// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if LMDB
import CDispatch
import Foundation
import Synchronization

/// The files that this process has found to be sound: a file that nobody has written since need not be
/// looked through again when it is opened again.
enum SoundFiles {
  /// A file as it was looked through. Whoever changes it changes its times.
  struct State: Equatable {
    var identity: FileIdentity
    /// The number of the transaction whose pages were looked at.
    var transaction: UInt64
    var size: Int
    var modified: Int64
    var changed: Int64

    init(_ status: stat, transaction: UInt64) {
      identity = FileIdentity(status)
      self.transaction = transaction
      size = Int(status.st_size)
      modified = State.nanoseconds(status.st_mtim)
      changed = State.nanoseconds(status.st_ctim)
    }

    private static func nanoseconds(_ time: timespec) -> Int64 {
      Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }

    /// True if a change from now on gives the file other times: the system's clock for them ticks every
    /// ten milliseconds at most.
    var isSettled: Bool {
      var now = timespec()
      clock_gettime(CLOCK_REALTIME, &now)
      return State.nanoseconds(now) - max(modified, changed) > 25_000_000
    }
  }

  private static let limit = 16
  private static let known = Mutex<[State]>([])

  static func contains(_ state: State) -> Bool { known.withLock { $0.contains(state) } }

  /// Notes a file that has been looked through, unless it was written so lately that a change of now
  /// could not be told from that.
  static func add(_ state: State) {
    guard state.isSettled else { return }
    known.withLock { known in
      known.removeAll { $0.identity == state.identity }
      if known.count >= limit { known.removeFirst() }
      known.append(state)
    }
  }
}
#endif
