// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation

/// The clocks of this process, in seconds.
public enum Clocks {
  /// Seconds that have passed, from an arbitrary start.
  public static var wall: Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  /// Seconds the processors worked for this process, all threads, in user and kernel mode.
  public static var cpu: Double { seconds(of: __rusage_who_t(RUSAGE_SELF.rawValue)) }

  /// The same for all child processes that have ended and were waited for.
  public static var cpuOfChildren: Double { seconds(of: __rusage_who_t(RUSAGE_CHILDREN.rawValue)) }

  private static func seconds(of who: __rusage_who_t) -> Double {
    var usage = rusage()
    getrusage(who, &usage)
    return seconds(usage.ru_utime) + seconds(usage.ru_stime)
  }

  private static func seconds(_ time: timeval) -> Double {
    Double(time.tv_sec) + Double(time.tv_usec) / 1e6
  }
}
