// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

/// The quantity that a plot's figures count, hence how they are written.
public enum Quantity: Sendable, Equatable {
  /// A multiple of a reference; lower is better.
  case ratio
  /// Seconds, written in the unit that fits.
  case seconds
  /// Bytes, written in the unit that fits.
  case bytes
  /// A plain number.
  case number

  /// Returns a measured value: three significant figures.
  package func value(_ value: Double) -> String {
    switch self {
    case .ratio, .number: HumaneNumber.ratio(value)
    case .seconds: HumaneNumber.seconds(value)
    case .bytes: HumaneNumber.bytes(value)
    }
  }

  /// Returns a measured value beside a goal it misses: with more figures where three would read
  /// alike.
  package func value(_ value: Double, besides goal: Double?) -> String {
    let text = self.value(value)
    guard let goal, value > goal, text == self.value(goal) else { return text }
    guard self == .ratio || self == .number else { return ">\(text)" }
    let finer = [3, 4].map { HumaneNumber.fixed(value, $0) }
    return finer.first { Double($0) ?? goal > goal } ?? ">\(text)"
  }

  /// Returns a mark on an axis: as short as it can be said.
  package func mark(_ value: Double) -> String {
    switch self {
    case .ratio, .number:
      return abs(value) >= 1000 ? HumaneNumber.shortCount(value) : HumaneNumber.trimmed(value)
    case .seconds, .bytes:
      return Self.shortened(self.value(value))
    }
  }

  /// `1.00 µs` as `1 µs`, `2.50 MB` as `2.5 MB`.
  private static func shortened(_ text: String) -> String {
    let parts = text.split(separator: " ", maxSplits: 1)
    guard parts.count == 2, var figure = parts.first, figure.contains(".") else { return text }
    while figure.hasSuffix("0") { figure.removeLast() }
    if figure.hasSuffix(".") { figure.removeLast() }
    return "\(figure) \(parts[1])"
  }
}
