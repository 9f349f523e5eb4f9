// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation

/// Numbers as people read them, alike on every machine.
enum Figures {
  private static let locale = Locale(identifier: "en_US")

  /// `13,649`
  static func count(_ number: Int) -> String { number.formatted(.number.locale(locale)) }

  /// `1 trip`, `3 trips`, `2 entities`, `4 mismatches`
  static func count(_ number: Int, _ noun: String) -> String {
    let plural =
      noun.hasSuffix("y") ? "\(noun.dropLast())ies" : noun + (noun.hasSuffix("ch") ? "es" : "s")
    return "\(count(number)) \(number == 1 ? noun : plural)"
  }

  /// `4.2 MB`; a dash for nothing on disk.
  static func bytes(_ number: Int) -> String {
    guard number > 0 else { return "–" }
    let units = ["bytes", "kB", "MB", "GB", "TB"]
    var value = Double(number)
    var unit = 0
    while value >= 1000, unit < units.count - 1 {
      value /= 1000
      unit += 1
    }
    return unit == 0 ? "\(number) bytes" : String(format: "%.1f \(units[unit])", value)
  }

  /// `1.25 s`
  static func seconds(_ number: Double) -> String { String(format: "%.2f s", number) }

  /// `11,300/s`; a dash when nothing was imported.
  static func rate(_ perSecond: Double?) -> String {
    guard let perSecond else { return "–" }
    let rounded = perSecond >= 1000 ? (perSecond / 10).rounded() * 10 : perSecond.rounded()
    return count(Int(rounded)) + "/s"
  }
}
