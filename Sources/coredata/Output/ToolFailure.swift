// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

/// An error that ends the program with one line on standard error.
struct ToolFailure: Error {
  let message: String
  let status: Int32

  /// Something asked for cannot be done, or is wrong.
  init(_ message: String) {
    self.message = message
    status = 1
  }

  /// The arguments contradict each other or name what there is not.
  static func usage(_ message: String) -> ToolFailure { ToolFailure(message, status: 2) }

  /// Ctrl-C, or a request to end, came before the end; the status is the one that shells give it.
  static func interrupted(_ message: String) -> ToolFailure { ToolFailure(message, status: 130) }

  private init(_ message: String, status: Int32) {
    self.message = message
    self.status = status
  }
}
