// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

/// The text that `coredata --version` prints.
enum ToolVersion {
  /// The version of the package, as its changelog and tags have it.
  static let text = "0.1.0"
}
