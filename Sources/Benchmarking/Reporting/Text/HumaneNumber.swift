// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation

/// Numbers as people read them: three significant figures, a unit that fits, alike everywhere.
package enum HumaneNumber {
  static let absent = "–"

  /// `0.087`, `0.85`, `2.25`, `44.0`, `203`, `12,300`.
  package static func ratio(_ value: Double) -> String {
    guard value.isFinite else { return absent }
    let size = abs(value)
    if size == 0 { return "0" }
    if size < 0.001 || size >= 1e9 { return scientific(value) }
    if size < 0.0995 { return fixed(value, 3) }
    if size < 9.995 { return fixed(value, 2) }
    if size < 99.95 { return fixed(value, 1) }
    return grouped(value)
  }

  /// `850 ns`, `1.25 ms`, `12.3 s`; from a value in seconds.
  package static func seconds(_ value: Double) -> String {
    scaled(value, units: [("s", 1), ("ms", 1e-3), ("µs", 1e-6), ("ns", 1e-9)])
  }

  /// `640 B`, `4.20 MB`.
  package static func bytes(_ value: Double) -> String {
    guard value.isFinite, abs(value) >= 1000 else {
      return value.isFinite ? "\(trimmed(abs(value) < 10 ? value : value.rounded())) B" : absent
    }
    return scaled(value, units: [("TB", 1e12), ("GB", 1e9), ("MB", 1e6), ("kB", 1e3)])
  }

  /// `1,000,000`
  package static func count(_ value: Int) -> String { grouped(Double(value)) }

  /// `10k`, `1M`; what has no short form is written out.
  package static func shortCount(_ value: Double) -> String {
    for (unit, size) in [("M", 1e6), ("k", 1e3)] where abs(value) >= size && value.isFinite {
      return abs(value) < 1e12 ? trimmed(value / size) + unit : scientific(value)
    }
    return value.isFinite ? trimmed(value) : absent
  }

  /// As few decimals as say it: `0.5`, `2`, `10`; for the marks of an axis.
  package static func trimmed(_ value: Double) -> String {
    guard value.isFinite else { return absent }
    if value != 0, abs(value) < 1e-4 || abs(value) >= 1e9 { return scientific(value) }
    if value == value.rounded() { return grouped(value) }
    var text = fixed(value, 4)
    while text.hasSuffix("0") { text.removeLast() }
    return text
  }

  // MARK: - Digits

  static func fixed(_ value: Double, _ decimals: Int) -> String {
    String(format: "%.\(decimals)f", value).replacingOccurrences(of: "-", with: "−")
  }

  private static func scientific(_ value: Double) -> String {
    let parts = String(format: "%.1e", value).split(separator: "e")
    let exponent = parts.count > 1 ? Int(parts[1]) ?? 0 : 0
    return "\(parts.first ?? "0")e\(exponent)".replacingOccurrences(of: "-", with: "−")
  }

  private static func grouped(_ value: Double) -> String {
    guard abs(value) < 1e15 else { return scientific(value) }
    var digits = String(format: "%.0f", abs(value))
    var at = digits.count - 3
    while at > 0 {
      digits.insert(",", at: digits.index(digits.startIndex, offsetBy: at))
      at -= 3
    }
    return (value < 0 && digits != "0" ? "−" : "") + digits
  }

  /// In the largest unit that leaves one digit before the point, else in the smallest.
  private static func scaled(_ value: Double, units: [(name: String, size: Double)]) -> String {
    guard value.isFinite, let last = units.last else { return absent }
    if value == 0 { return "0 \(last.name)" }
    let unit = units.first { abs(value) >= $0.size * 0.9995 } ?? last
    let figure = value / unit.size
    return "\(threeFigures(figure)) \(unit.name)"
  }

  private static func threeFigures(_ value: Double) -> String {
    switch abs(value) {
    case ..<0.01: trimmed(value)
    case ..<9.995: fixed(value, 2)
    case ..<99.95: fixed(value, 1)
    case ..<1e6: grouped(value)
    default: scientific(value)
    }
  }
}
