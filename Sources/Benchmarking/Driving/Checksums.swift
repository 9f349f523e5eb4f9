// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

/// Compares what systems found.
enum Checksums {
  /// Returns the disagreement of a sample with earlier ones: of one case and size all must agree.
  /// Nil when they do.
  static func disagreement(
    of sample: BenchmarkSample, with others: [BenchmarkSample]
  ) -> String? {
    let name = plainName(sample)
    let other = others.first {
      $0.n == sample.n && plainName($0) == name && $0.checksum != -1
    }
    guard sample.checksum != -1, let other, other.checksum != sample.checksum else { return nil }
    return "Case \(sample.case), \(sample.n) employees: \(sample.system)/\(sample.store) found "
      + "\(sample.checksum), \(other.system)/\(other.store) found \(other.checksum)."
  }

  /// The parts of case 12 do what the cases they are made of do, and some cases find the same.
  private static func plainName(_ sample: BenchmarkSample) -> String {
    let name = sample.case.split(separator: ".").last.map { String($0) } ?? sample.case
    switch BenchmarkCase(rawValue: name) {
    case .insertInBatches: return BenchmarkCase.insert.rawValue
    case .lookUpAgain: return BenchmarkCase.lookUp.rawValue
    case .some(let item) where item.isTraversal: return BenchmarkCase.traverse.rawValue
    case .commitDurably: return BenchmarkCase.commit.rawValue
    case .refetch: return BenchmarkCase.fetchAll.rawValue
    default: return name
    }
  }
}
