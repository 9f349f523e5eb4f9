// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation

/// Texts around a length: some letters that tell the rank, then words.
struct TextMaker: ValueMaker {
  private static let letters = Array("0123456789abcdefghijklmnopqrstuvwxyz")
  private static let words = Array(" the quick brown fox jumps over the lazy dog and runs away")
  private static let accents = Array(" füchse größer als çà et là über žluťoučký kůň")
  /// Enough letters for two thousand million ranks.
  private static let widest = 6

  let shortest: Int
  let longest: Int
  private let width: Int

  /// - Parameter mean: the length wanted on average.
  init(mean: Int, minimum: Int?, maximum: Int?) {
    let longest = max(0, min(maximum ?? Int.max, max(mean + mean / 2, minimum ?? 0, 1)))
    shortest = min(longest, max(mean / 2, minimum ?? 0))
    self.longest = longest
    width = min(Self.widest, maximum ?? max(longest, Self.widest))
  }

  var domain: Int { (0..<max(0, width)).reduce(1) { domain, _ in domain * 36 } }
  var isInjective: Bool { true }

  func value(_ rank: Int) -> Any {
    let dice = Dice(seed: UInt64(rank))
    let length = max(width, shortest + dice.number(1, below: longest - shortest + 1))
    var text = letters(for: rank)
    let filler = dice.number(2, below: 20) == 0 ? Self.accents : Self.words
    while text.count < length { text.append(filler[(text.count - width) % filler.count]) }
    return String(text)
  }

  /// Scrambled, so that neighbours in rank are none in order; 13 is prime to 36.
  private func letters(for rank: Int) -> [Character] {
    var number = rank % domain &* 1_299_721 % domain
    var text: [Character] = []
    for _ in 0..<max(0, width) {
      text.append(Self.letters[number % 36])
      number /= 36
    }
    return text.reversed()
  }
}
