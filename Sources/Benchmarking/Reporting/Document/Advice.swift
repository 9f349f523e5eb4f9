// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

/// A recommendation for one subject.
public struct Advice: Sendable {
  /// What it is about: `Configuration Travel`.
  public var subject: String
  /// What to choose: `LMDB`.
  public var choice: String
  public var reason: Prose

  public init(subject: String, choice: String, reason: Prose) {
    self.subject = subject
    self.choice = choice
    self.reason = reason
  }
}
