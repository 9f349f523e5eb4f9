// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if SQLite
import Foundation
import Testing

/// Files that were damaged at random: whatever is done with them ends, in answers or errors.
///
/// `OPENCOREDATA_DAMAGE` says how many files, `OPENCOREDATA_DAMAGE_SEED` which one comes first; then
/// the seed of each is printed before it is used.
@Suite struct DamagedFileTests {
  private static let environment = ProcessInfo.processInfo.environment

  // R-PSC-845
  @Test(.timeLimit(.minutes(20)), arguments: DamagedSample.Damage.allCases)
  func damageEndsInAnswersOrErrors(_ damage: DamagedSample.Damage) throws {
    let count = Self.environment["OPENCOREDATA_DAMAGE"].flatMap { Int($0) }
    let first = Self.environment["OPENCOREDATA_DAMAGE_SEED"].flatMap { UInt64($0) } ?? 1
    let sample = try DamagedSample(damage)
    print("damaged files: \(count ?? 25) seeds of \(damage) from \(first)")
    for seed in first..<(first + UInt64(count ?? 25)) {
      if count != nil {
        FileHandle.standardError.write(Data("damage of \(damage) seed \(seed)\n".utf8))
      }
      try sample.run(seed: seed)
    }
  }
}
#endif
