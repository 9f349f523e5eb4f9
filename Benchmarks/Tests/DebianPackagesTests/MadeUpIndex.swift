// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Benchmarking
import DebianPackages

/// An index of packages that depend on one another at random, always the same.
enum MadeUpIndex {
  static func index(packages count: Int) throws -> PackageIndex {
    var random = SplitMix(seed: 7)
    return try Fixture.index(of: (0..<count).map { stanza($0, count, &random) }.joined())
  }

  private static func stanza(_ number: Int, _ count: Int, _ random: inout SplitMix) -> String {
    let needed = (0..<random.below(6)).map { _ in "p\(random.below(UInt64(count)))-lib (>= 1)" }
    let suggested = (0..<random.below(3)).map { _ in "p\(random.below(UInt64(count * 2)))-lib" }
    return """
      Package: p\(number)-lib
      Version: 1.\(random.below(9))
      Installed-Size: \(random.below(100_000))
      Maintainer: Person \(random.below(40)) <person@example.org>
      Section: section\(random.below(12))
      Description: a Library of kind \(random.below(50)), for Python
      Depends: \(needed.joined(separator: ", "))
      Suggests: \(suggested.joined(separator: " | "))


      """
  }
}
