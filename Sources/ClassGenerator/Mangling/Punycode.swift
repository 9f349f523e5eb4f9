// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

/// RFC 3492 with Swift's digits: `a…z`, `A…J`, and `_` as the delimiter.
package enum Punycode {
  private static let base = 36, tmin = 1, tmax = 26, skew = 38, damp = 700

  package static func encoded(_ text: String) -> String {
    let scalars = text.unicodeScalars.map { Int($0.value) }
    var output = String(String.UnicodeScalarView(text.unicodeScalars.filter(\.isASCII)))
    var handled = output.unicodeScalars.count
    let basic = handled
    if basic > 0 { output += "_" }
    var next = 128, delta = 0, bias = 72
    while handled < scalars.count {
      guard let smallest = scalars.filter({ $0 >= next }).min() else { break }
      delta += (smallest - next) * (handled + 1)
      next = smallest
      for scalar in scalars {
        if scalar < next { delta += 1 }
        guard scalar == next else { continue }
        output += number(delta, bias)
        bias = adapted(delta, handled + 1, isFirst: handled == basic)
        delta = 0
        handled += 1
      }
      delta += 1
      next += 1
    }
    return output
  }

  /// Returns a generalised variable-length integer.
  private static func number(_ value: Int, _ bias: Int) -> String {
    var output = "", rest = value, step = base
    while true {
      let threshold = min(max(step - bias, tmin), tmax)
      if rest < threshold { return output + digit(rest) }
      output += digit(threshold + (rest - threshold) % (base - threshold))
      rest = (rest - threshold) / (base - threshold)
      step += base
    }
  }

  private static func digit(_ value: Int) -> String {
    let first = value < 26 ? UInt8(ascii: "a") : UInt8(ascii: "A") - 26
    return String(UnicodeScalar(first + UInt8(value)))
  }

  private static func adapted(_ delta: Int, _ count: Int, isFirst: Bool) -> Int {
    var delta = isFirst ? delta / damp : delta / 2
    delta += delta / count
    var step = 0
    while delta > (base - tmin) * tmax / 2 {
      delta /= base - tmin
      step += base
    }
    return step + (base - tmin + 1) * delta / (delta + skew)
  }
}
