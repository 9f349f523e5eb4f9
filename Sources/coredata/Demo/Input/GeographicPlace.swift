// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

/// A place in the notation of ISO 6709: `+4230+00131` or `+513030-0000731`.
struct GeographicPlace {
  /// Degrees, north and east positive.
  let latitude: Double
  let longitude: Double

  init?(_ text: String) {
    guard let split = text.dropFirst().firstIndex(where: { $0 == "+" || $0 == "-" }),
      let latitude = Self.degrees(text[..<split], digits: 2),
      let longitude = Self.degrees(text[split...], digits: 3)
    else { return nil }
    self.latitude = latitude
    self.longitude = longitude
  }

  /// A sign, degrees of so many digits, minutes and perhaps seconds of two each.
  private static func degrees(_ text: Substring, digits: Int) -> Double? {
    let figures = text.dropFirst()
    guard figures.allSatisfy(\.isNumber), [digits + 2, digits + 4].contains(figures.count),
      let degrees = Int(figures.prefix(digits)),
      let minutes = Int(figures.dropFirst(digits).prefix(2))
    else { return nil }
    let seconds = Int(figures.dropFirst(digits + 2)) ?? 0
    let value = Double(degrees * 3600 + minutes * 60 + seconds) / 3600
    return text.first == "-" ? -value : value
  }
}
