// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation

/// The names by which histories know this process (R-PSC-733).
enum ProcessIdentity {
  /// The identifier of the main bundle; the process's name for a program without one.
  static let bundle = Bundle.main.bundleIdentifier ?? name
  static let name = ProcessInfo.processInfo.processName
}
