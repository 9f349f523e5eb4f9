// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

/// The mix of an application's work: the weight of each case.
enum WorkMix: String, CaseIterable {
  case read, write, balanced

  func weight(_ part: BenchCase) -> Double {
    switch self {
    case .balanced: Self.halves.contains(part) ? 0.5 : 1
    case .read: Self.reads.contains(part) ? 4 : part == .open ? 1 : 0.5
    case .write: Self.reads.contains(part) || part == .open ? 0.5 : 2
    }
  }

  /// Small saves come in two ways, and nobody opens stores all day.
  private static let halves: Set<BenchCase> = [.saves, .forced, .open]
  private static let reads: Set<BenchCase> = [.fetch, .filter, .lookup, .traverse]

  /// For sentences.
  var text: String {
    switch self {
    case .read: "a mix that mostly reads"
    case .write: "a mix that mostly writes"
    case .balanced: "a balanced mix of reading and writing"
    }
  }
}
