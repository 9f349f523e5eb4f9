// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

public import Foundation

/// A format string that is not a predicate or an expression.
public struct PredicateFormatError: Error, Equatable, Sendable {
  /// The kind of mistake.
  public enum Reason: Equatable, Sendable {
    /// The text at `position` does not fit; `expectation` says what would.
    case syntax
    /// There are fewer arguments than placeholders.
    case insufficientArguments
    /// An argument does not suit its placeholder.
    case unsuitableArgument
  }

  /// The kind of mistake.
  public let reason: Reason
  /// The whole format string.
  public let format: String
  /// The offset of the offending text in Unicode scalars.
  public let position: Int
  /// The expectation there, as the end of a sentence "expected …".
  public let expectation: String
}

extension PredicateFormatError: CustomStringConvertible, LocalizedError {
  /// The sentence Apple's platforms show, with the position and the expectation.
  public var description: String {
    switch reason {
    case .syntax, .unsuitableArgument:
      "Unable to parse the format string \"\(format)\" at position \(position): "
        + "expected \(expectation)."
    case .insufficientArguments:
      "Insufficient arguments for conversion characters specified in format string."
    }
  }

  /// The same sentence.
  public var errorDescription: String? { description }
}
