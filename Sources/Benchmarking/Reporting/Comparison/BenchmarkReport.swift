// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

/// The report of a benchmark run: a summary, the goals, then every case of every workload.
public struct BenchmarkReport: Sendable {
  /// A workload and what is said of it.
  public struct Workload: Sendable {
    public var title: String
    public var introduction: Prose
    public var comparison: Comparison

    public init(_ title: String, introduction: Prose = "", comparison: Comparison) {
      self.title = title
      self.introduction = introduction
      self.comparison = comparison
    }
  }

  public var title: String
  public var subtitle: Prose
  /// Where it ran, under the title.
  public var environment: RunEnvironment?
  /// How it was measured, in three sentences.
  public var method: Prose
  /// Recommendations, above all else; none: the section is left out.
  public var advice: [Advice]
  /// The answer to what readers ask first, above the summary.
  public var opening: ReportSection?
  public var workloads: [Workload]

  public init(
    title: String, subtitle: Prose = "", environment: RunEnvironment? = nil,
    method: Prose = BenchmarkReport.standardMethod, advice: [Advice] = [],
    opening: ReportSection? = nil, workloads: [Workload]
  ) {
    self.title = title
    self.subtitle = subtitle
    self.environment = environment
    self.method = method
    self.advice = advice
    self.opening = opening
    self.workloads = workloads
  }

  /// The method of every run, as `docs/performance.md` promises it.
  public static let standardMethod: Prose = """
    Every system does the same work on the same data in a process of its own, and a checksum of \
    what was read or written must agree between them. Rounds are interleaved and their order \
    turns; each repetition starts from a fresh copy of the store. A figure is the median of its \
    rounds, and a ratio is taken inside a round. What a case has written into a log is brought \
    into the file within the time, by the same checkpoint for everyone.
    """

  public var report: Report {
    var sections = [summary]
    if !advice.isEmpty {
      sections.insert(ReportSection("Recommendation", [.advice(advice)]), at: 0)
    }
    if let opening { sections.insert(opening, at: 0) }
    for workload in workloads {
      sections += Self.sections(of: workload, isOnly: workloads.count == 1)
    }
    return Report(
      title: title, subtitle: subtitle, facts: environment?.facts ?? [],
      sections: sections)
  }

  // MARK: - Sections

  /// The findings and the method: a row of text and plots for each workload.
  private var summary: ReportSection {
    let hasGoals = workloads.contains { $0.comparison.tally != (0, 0) }
    var blocks: [ReportBlock] = []
    var text = headlines
    for workload in workloads {
      text += harderFloor(workload.comparison)
    }
    text.append(.prose(method))
    for workload in workloads {
      text += missed(workload)
      let figures = figures(workload)
      guard !figures.isEmpty else { continue }
      blocks.append(.columns([text, [.panel(ReportPanel("", figures: figures))]]))
      text = []
    }
    return ReportSection(hasGoals ? "Summary" : "Method", blocks + text)
  }

  private func harderFloor(_ comparison: Comparison) -> [ReportBlock] {
    let n = comparison.standardSize(of: comparison.results) ?? 0
    let words = comparison.harderFloor(n: n).map { Prose(plain: $0) }
    guard let head = words.first else { return [] }
    return [.prose(head), .list(Array(words.dropFirst()))]
  }

  /// Returns the goals missed, under the workload's name where there are several.
  private func missed(_ workload: Workload) -> [ReportBlock] {
    guard let table = workload.comparison.missedTable(limit: 12) else { return [] }
    return [.table(table, caption: workloads.count > 1 ? Prose(plain: workload.title) : "")]
  }

  private func figures(_ workload: Workload) -> [ReportFigure] {
    let comparison = workload.comparison
    let prefix = workloads.count > 1 ? "\(workload.title): " : ""
    var goals = comparison.goalsPlot
    var means = comparison.standardSize(of: comparison.results)
      .flatMap { comparison.meansPlot(n: $0) }
    if let title = goals?.title { goals?.title = prefix + title }
    if let title = means?.title { means?.title = prefix + title }
    return [goals.map { .dots($0) }, means.map { .bars($0) }].compactMap { $0 }
  }

  private var headlines: [ReportBlock] {
    let tallies = workloads.map(\.comparison.tally)
    let met = tallies.reduce(0) { $0 + $1.met }
    let all = tallies.reduce(met) { $0 + $1.missed }
    guard all > 0 else { return [] }
    var headlines = [Headline("\(met) of \(all)", "goals met")]
    let peers = workloads.flatMap(\.comparison.results)
      .filter { $0.system == Comparison.subject }.compactMap(\.peerRatio)
    if !peers.isEmpty {
      headlines.append(
        Headline(
          "\(peers.count { $0 <= 1 }) of \(peers.count)",
          "figures no slower than GRDB by hand"))
    }
    let tuned = workloads.flatMap(\.comparison.results)
      .filter { $0.system == Comparison.subject }.compactMap(\.tunedRatio)
    if !tuned.isEmpty {
      headlines.append(
        Headline(
          "\(tuned.count { $0 <= 1 }) of \(tuned.count)",
          "figures no slower than tuned SQLite"))
    }
    return [.headline(headlines)]
  }

  private static func sections(of workload: Workload, isOnly: Bool) -> [ReportSection] {
    let comparison = workload.comparison
    let prefix = isOnly ? "" : "\(workload.title): "
    let introduction: [ReportBlock] =
      workload.introduction.isEmpty ? [] : [.prose(workload.introduction)]
    let cases = [.prose(reading(comparison))] + comparison.panels.map { ReportBlock.panel($0) }
    let tables = tables(comparison)
    guard !tables.isEmpty else {
      return [ReportSection(workload.title, introduction + cases)]
    }
    return [
      ReportSection(isOnly ? "Goals and figures" : "\(prefix)figures", introduction + tables),
      ReportSection(isOnly ? "Case by case" : "\(prefix)case by case", cases),
    ]
  }

  private static func reading(_ comparison: Comparison) -> Prose {
    var sentences = ["Lower is better throughout."]
    if comparison.tally != (0, 0) { sentences.append("A black stroke across a bar is its goal.") }
    sentences.append("Whiskers reach from the fastest round to the slowest.")
    if comparison.sizes.count > 1 {
      sentences.append("Lines have logarithmic axes; level is growth in proportion to the data.")
    }
    return Prose(plain: sentences.joined(separator: " "))
  }

  private static func tables(_ comparison: Comparison) -> [ReportBlock] {
    var tables: [ReportBlock] = []
    let goals = comparison.goalsTables
    if let first = goals.first {
      let others = goals.dropFirst().map { ReportBlock.table($0, caption: "\u{A0}") }
      let main = ReportBlock.table(first, caption: goalsCaption(comparison))
      tables.append(.beside(others.isEmpty ? [[main]] : [[main], others]))
    }
    guard comparison.reference != nil else { return tables }
    for n in comparison.sizes {
      guard let table = comparison.ratioTable(n: n) else { continue }
      tables.append(.table(table, caption: caption(comparison, n: n)))
      guard let harder = comparison.tunedTable(n: n) else { continue }
      tables.append(
        .table(harder, caption: "The same, × \(Goals.tunedFloor) as our connections are"))
    }
    return tables
  }

  private static func goalsCaption(_ comparison: Comparison) -> Prose {
    let unit = comparison.reference.map { ", × \($0) unless a unit is given" } ?? ""
    let hasTuned = comparison.results.contains { $0.goal != nil && $0.tunedRatio != nil }
    let brackets = hasTuned ? "; in brackets × \(Goals.tunedFloor) as our connections are" : ""
    return "**Goals**, by number of \(comparison.sizeLabel)\(unit)\(brackets)"
  }

  private static func caption(_ comparison: Comparison, n: Int) -> Prose {
    let size = "\(HumaneNumber.count(n)) \(comparison.sizeLabel)"
    return "**\(size)**, × \(comparison.reference ?? "")"
  }
}
