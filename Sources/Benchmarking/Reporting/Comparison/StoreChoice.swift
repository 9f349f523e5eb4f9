// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

/// The answer to what most readers ask first: which store for what. In words, supported by the
/// figures of a run.
public struct StoreChoice {
  /// Cases that answer one question together.
  private struct Kind {
    var title: String
    var cases: Set<String>
  }

  private static let kinds = [
    Kind(title: "import", cases: ["1a", "1b"]),
    Kind(title: "fetch, filter, sort", cases: ["2", "3"]),
    Kind(title: "look up by ID", cases: ["4"]),
    Kind(title: "follow relationships", cases: ["6"]),
    Kind(title: "change and delete", cases: ["5", "7"]),
    Kind(title: "save one object", cases: ["8a"]),
    Kind(title: "the same, waiting for the disk", cases: ["8b"]),
    Kind(title: "open", cases: ["9", "9b"]),
  ]

  private let comparison: Comparison
  private let results: [BenchmarkResult]
  private let n: Int

  /// Takes the figures of the largest size that most systems were measured at.
  public init(_ comparison: Comparison) {
    self.comparison = comparison
    n = comparison.standardSize(of: comparison.results) ?? 0
    results = comparison.results.filter { [n] in $0.n == n }
  }

  /// The section a page begins with; nil where none of our stores was measured.
  public var section: ReportSection? {
    let advice = [sqlite, lmdb, inMemory, several].compactMap { $0 }
    guard !advice.isEmpty else { return nil }
    let tables = kindsOfWork.map { [ReportBlock.table($0, caption: caption)] } ?? []
    return ReportSection("Which store for what", [.advice(advice)] + tables)
  }

  /// Kinds of work and the time that our stores and the peer take for them; nil where no kind was
  /// measured as a whole.
  public var kindsOfWork: ReportTable? { table.rows.isEmpty ? nil : table }

  // MARK: - Words

  private var sqlite: Advice? {
    means("SQLite").map {
      Advice(
        subject: "The usual choice", choice: "SQLite",
        reason: "Apple's file format, which other programs read. \($0)")
    }
  }

  private var lmdb: Advice? {
    means("LMDB").map {
      Advice(
        subject: "Files for this library alone", choice: "LMDB",
        reason: "A format of its own, which nothing else reads. \($0)")
    }
  }

  private var inMemory: Advice? {
    means("In-memory").map {
      Advice(
        subject: "What need not last", choice: "In-memory",
        reason: "Gone with the program. \($0)")
    }
  }

  private var several: Advice? {
    let ratios = results.filter { $0.store == "three stores" }.compactMap(\.ratio)
    guard let least = ratios.min(), let most = ratios.max() else { return nil }
    let range = "\(HumaneNumber.ratio(least)) to \(HumaneNumber.ratio(most))"
    return Advice(
      subject: "Some of each", choice: "A store for each configuration",
      reason: "Three stores take \(range) × the time of one.")
  }

  /// `In the mean of 8 kinds of work 1.05 × raw SQLite, 1.62 × raw SQLite, tuned.`
  private func means(_ store: String) -> String? {
    let kinds = Self.kinds.filter { ratio($0, store) != nil }
    let plain = kinds.compactMap { ratio($0, store) }
    let tuned = kinds.compactMap { ratio($0, store, \.tunedRatio) }
    guard let reference = comparison.reference, !plain.isEmpty else { return nil }
    let count = "\(plain.count) kind\(plain.count == 1 ? "" : "s") of work"
    let first = "In the mean of \(count) \(text(plain)) × \(reference)"
    return tuned.count == plain.count
      ? "\(first), \(text(tuned)) × \(Goals.tunedFloor)." : "\(first)."
  }

  private func text(_ ratios: [Double]) -> String {
    HumaneNumber.ratio(Statistics.geometricMean(ratios) ?? 0)
  }

  // MARK: - Figures

  private var caption: Prose {
    let size = "\(HumaneNumber.count(n)) \(comparison.sizeLabel)"
    return """
      **Time by kind of work**, × \(comparison.reference ?? ""), \(size), geometric means; in \
      brackets × \(Goals.tunedFloor) as our connections are; the fastest that keeps its data is strong
      """
  }

  private var table: ReportTable {
    let stores = ["SQLite", "LMDB", "In-memory"].filter { means($0) != nil }
    let heads = stores.map { ReportTable.Column.number($0, group: Comparison.subject) }
    var table = ReportTable([.text("work")] + heads + [.number(Goals.peer)])
    for kind in Self.kinds {
      let ratios = stores.map { ratio(kind, $0) }
      guard ratios.contains(where: { $0 != nil }) else { continue }
      let best = zip(stores, ratios).compactMap { $0 == "In-memory" ? nil : $1 }.min()
      let cells = zip(stores, ratios).map { store, ratio in
        cell(ratio, self.ratio(kind, store, \.tunedRatio), isBest: ratio != nil && ratio == best)
      }
      let peer = cell(
        ratio(kind, "SQLite", system: Goals.peer),
        ratio(kind, "SQLite", system: Goals.peer, \.tunedRatio), isBest: false)
      table.rows.append([ReportTable.Cell(kind.title)] + cells + [peer])
    }
    return table
  }

  private func cell(_ ratio: Double?, _ tuned: Double?, isBest: Bool) -> ReportTable.Cell {
    guard let ratio else { return .init("–", weight: .quiet) }
    let brackets = tuned.map { " (\(HumaneNumber.ratio($0)))" } ?? ""
    return .init(HumaneNumber.ratio(ratio) + brackets, weight: isBest ? .strong : .plain)
  }

  /// The geometric mean over the cases of a kind; nil unless all were measured.
  private func ratio(
    _ kind: Kind, _ store: String, system: String = Comparison.subject,
    _ figure: KeyPath<BenchmarkResult, Double?> = \.ratio
  ) -> Double? {
    let ratios = results.filter {
      $0.system == system && $0.store == store && kind.cases.contains($0.case)
    }.compactMap { $0[keyPath: figure] }
    return ratios.count == kind.cases.count ? Statistics.geometricMean(ratios) : nil
  }
}
