// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

/// A recommendation for one subject.
public struct Advice: Sendable {
  /// The subject: `Configuration Travel`.
  public var subject: String
  /// The choice: `LMDB`.
  public var choice: String
  public var reason: Prose

  public init(subject: String, choice: String, reason: Prose) {
    self.subject = subject
    self.choice = choice
    self.reason = reason
  }
}
