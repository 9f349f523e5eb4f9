// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Benchmarking

/// Why a backend is recommended: plain sentences with the figures that led to it.
struct RecommendationText {
  let choice: Backend
  let candidates: [Backend]
  let scores: [Backend: Double]
  let group: ResultGroup
  let settings: BenchSettings

  var sentences: [String] { comparisons + [costs] + aboutMemory }

  // MARK: - Times

  private var comparisons: [String] {
    let others = candidates.filter { $0 != choice }
    guard !others.isEmpty else {
      return ["No other backend that could hold this data was measured."]
    }
    return others.flatMap(comparison)
  }

  private func comparison(with other: Backend) -> [String] {
    guard let mine = scores[choice], let its = scores[other], its > 0 else { return [] }
    let share = mine / its
    var sentences = [
      "Over \(settings.mix.text) \(choice.name) \(Recommendation.phrase(share, other.name))."
    ]
    if share > 0.9, other != .sqlite, choice == .sqlite {
      sentences.append(
        share > 1
          ? "That \(other.name) is faster by less than a tenth does not outweigh a file that other "
            + "programs can read."
          : "That is within a tenth, so a file that other programs can read decides.")
    }
    let list = ratios(to: other)
    let faster = list.filter { $0.ratio < 0.9 }.prefix(3).map(text)
    let slower = list.filter { $0.ratio > 1.1 }.suffix(3).reversed().map(text)
    if !faster.isEmpty { sentences.append("It is faster at \(Self.joined(faster)).") }
    if !slower.isEmpty { sentences.append("It is slower at \(Self.joined(slower)).") }
    return sentences
  }

  private func ratios(to other: Backend) -> [(part: BenchCase, ratio: Double)] {
    group.cases.compactMap { part in
      group.ratio(part, choice.name, to: other.name).map { (part, $0) }
    }.sorted { $0.ratio < $1.ratio }
  }

  private func text(_ entry: (part: BenchCase, ratio: Double)) -> String {
    "“\(entry.part.title)” (× \(Recommendation.text(entry.ratio)))"
  }

  private static func joined(_ words: [String]) -> String {
    guard let last = words.last, words.count > 1 else { return words.joined() }
    return words.dropLast().joined(separator: ", ") + " and " + last
  }

  // MARK: - What it costs

  private var costs: String {
    switch choice {
    case .sqlite:
      "Its file can be read by sqlite3 and by Apple's framework\(size)."
    case .lmdb:
      "What it costs: the file is read by this library only, not by sqlite3 or Apple's framework; "
        + "address space for the map is reserved beforehand (LMDBMapSizeOption); and unless told "
        + "otherwise it forces every save to the disk, which SQLite does not\(size)."
    case .memory:
      "What it costs: everything is gone when the program ends, and all of it is held in memory"
        + "\(held(.memory)). You said that this data need not last."
    }
  }

  /// The size of the files, beside those of the others.
  private var size: String {
    let sizes = candidates.filter(\.isDurable).compactMap { backend -> String? in
      guard let bytes = group.extra("file_bytes", of: .insert, in: backend.name), bytes > 0 else {
        return nil
      }
      return "\(Figures.bytes(Int(bytes))) in \(backend.name)"
    }
    return sizes.isEmpty ? "" : "; the data takes \(Self.joined(sizes)) on disk"
  }

  /// Of a few objects one would see the memory of the process only.
  private func held(_ backend: Backend) -> String {
    guard settings.objects >= 10_000,
      let bytes = group.extra("held_bytes", of: .insert, in: backend.name), bytes > 0
    else { return "" }
    return ", \(Figures.bytes(Int(bytes))) for \(Figures.count(settings.objects, "object"))"
  }

  /// The gain of the in-memory store, where it was measured but must not be recommended.
  private var aboutMemory: [String] {
    guard settings.mustLast, let memory = scores[.memory], let mine = scores[choice], mine > 0
    else {
      return []
    }
    return [
      "In memory the work \(Recommendation.phrase(memory / mine, choice.name))\(held(.memory)), but "
        + "nothing of it outlasts the program, so it is not recommended (--volatile says that "
        + "nothing need last)."
    ]
  }
}
