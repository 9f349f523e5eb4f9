// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation

/// Days as dates: their beginning, in UTC.
enum Day {
  static func date(year: Int, month: Int, day: Int) -> Date {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .gmt
    let components = DateComponents(year: year, month: month, day: day)
    return calendar.date(from: components) ?? .distantPast
  }

  /// `2027-05-03`
  static func text(_ date: Date?) -> String {
    date?.formatted(.iso8601.year().month().day()) ?? "–"
  }
}
