// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation

extension RunEnvironment {
  /// The machine, the versions and the run, for the head of a report.
  var facts: [Report.Fact] {
    let versions = versions.sorted { $0.key < $1.key }
      .map { "\($0.key) \(Self.number(in: $0.value))" }
    let rounds = "\(rounds) round\(rounds == 1 ? "" : "s")"
    let memory = HumaneNumber.bytes(Double(memoryBytes))
    return [
      .init("Date", readableDate),
      .init("Machine", "\(machine), \(processors) processors, \(memory) of memory"),
      .init("System", system),
      .init("Versions", versions.isEmpty ? "–" : versions.joined(separator: ", ")),
      .init("Run", "\(rounds), seed \(seed), load \(HumaneNumber.trimmed(roundedLoad))"),
    ]
  }

  /// `6.3.1` of `Swift version 6.3.1 (swift-6.3.1-RELEASE)`; a version without a number as it is.
  private static func number(in version: String) -> String {
    let words = version.split { $0 == " " || $0 == ":" || $0 == "," }
    let number = words.first { $0.first?.isNumber == true && $0.contains(".") }
    return number.map(String.init) ?? version
  }

  private var roundedLoad: Double { (load * 100).rounded() / 100 }

  /// `21 November 2026, 04:40 UTC`; a date in another form is left as it is.
  private var readableDate: String {
    // As said above: a date in another form is text.
    guard let instant = try? Date(date, strategy: .iso8601) else { return date }
    let form = DateFormatter()
    form.locale = Locale(identifier: "en_GB")
    form.timeZone = .gmt
    form.dateFormat = "d MMMM yyyy, HH:mm 'UTC'"
    return form.string(from: instant)
  }
}
