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
  public var workloads: [Workload]

  public init(
    title: String, subtitle: Prose = "", environment: RunEnvironment? = nil,
    method: Prose = BenchmarkReport.standardMethod, advice: [Advice] = [], workloads: [Workload]
  ) {
    self.title = title
    self.subtitle = subtitle
    self.environment = environment
    self.method = method
    self.advice = advice
    self.workloads = workloads
  }

  /// What `docs/performance.md` promises of every run.
  public static let standardMethod: Prose = """
    Every system does the same work on the same data, each in a process of its own, and a checksum \
    of what was read or written must agree between them. Rounds are interleaved, their order turns, \
    and each repetition has a fresh copy of the store. A ratio is taken inside a round; figures are \
    medians, and whiskers reach from the fastest round to the slowest.
    """

  public var report: Report {
    var sections = [summary]
    if !advice.isEmpty { sections.insert(ReportSection("Recommendation", [.advice(advice)]), at: 0) }
    for workload in workloads {
      sections += Self.sections(of: workload, isOnly: workloads.count == 1)
    }
    return Report(
      title: title, subtitle: subtitle, facts: environment.map(Self.facts) ?? [],
      sections: sections)
  }

  // MARK: - Sections

  private var summary: ReportSection {
    let tallies = workloads.map(\.comparison.tally)
    let met = tallies.reduce(0) { $0 + $1.met }
    let missed = tallies.reduce(0) { $0 + $1.missed }
    var blocks: [ReportBlock] = []
    if met + missed > 0 {
      blocks.append(
        .headline([
          Headline("\(met) of \(met + missed)", "goals met"),
          Headline("\(missed)", missed == 1 ? "goal missed" : "goals missed"),
        ]))
    }
    blocks.append(.prose(method))
    let plots = workloads.compactMap(\.comparison.goalsPlot)
    if !plots.isEmpty { blocks.append(.panel(ReportPanel("", figures: plots.map { .dots($0) }))) }
    return ReportSection(met + missed > 0 ? "Summary" : "Method", blocks)
  }

  private static func sections(of workload: Workload, isOnly: Bool) -> [ReportSection] {
    let comparison = workload.comparison
    let prefix = isOnly ? "" : "\(workload.title): "
    var tables: [ReportBlock] = []
    if comparison.tally != (0, 0) {
      tables.append(.table(comparison.goalsTable, caption: goalsCaption(comparison)))
    }
    for n in comparison.reference == nil ? [] : comparison.sizes {
      guard let table = comparison.ratioTable(n: n) else { continue }
      tables.append(.table(table, caption: caption(comparison, n: n)))
    }
    let introduction: [ReportBlock] =
      workload.introduction.isEmpty ? [] : [.prose(workload.introduction)]
    let panels = comparison.panels.map { ReportBlock.panel($0) }
    let cases = isOnly ? "Case by case" : "\(prefix)case by case"
    guard !tables.isEmpty else {
      return [ReportSection(isOnly ? workload.title : cases, introduction + panels)]
    }
    return [
      ReportSection(isOnly ? "Goals and figures" : "\(prefix)goals and figures",
        introduction + tables),
      ReportSection(cases, panels),
    ]
  }

  private static func goalsCaption(_ comparison: Comparison) -> Prose {
    let unit = comparison.reference.map { "as multiples of \($0) unless a unit is given" } ?? ""
    return "**Goals** \(unit), at each number of \(comparison.sizeLabel)."
  }

  private static func caption(_ comparison: Comparison, n: Int) -> Prose {
    let size = "\(HumaneNumber.count(n)) \(comparison.sizeLabel)"
    return "**\(size)**, multiples of \(comparison.reference ?? ""); lower is better."
  }

  private static func facts(_ environment: RunEnvironment) -> [Report.Fact] {
    let versions = environment.versions.sorted { $0.key < $1.key }
      .map { "\($0.key) \($0.value)" }.joined(separator: ", ")
    return [
      .init("Date", environment.date),
      .init("Machine", "\(environment.machine), \(environment.processors) processors"),
      .init("Memory", HumaneNumber.bytes(Double(environment.memoryBytes))),
      .init("System", environment.system),
      .init("Versions", versions.isEmpty ? "–" : versions),
      .init("Rounds", "\(environment.rounds), seed \(environment.seed)"),
    ]
  }
}
