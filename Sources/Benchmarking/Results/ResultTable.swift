// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

/// Makes results of samples: medians, ratios within a round, and what the goals say.
public struct ResultTable {
  /// The system, store and case of one row.
  struct Series: Hashable {
    var system: String
    var store: String
    var `case`: String
    var n: Int
  }

  private var samples: [Series: [Int: BenchmarkSample]] = [:]
  /// In the order they came.
  private var order: [Series] = []

  public init(_ samples: [RoundSample]) {
    for entry in samples {
      let sample = entry.sample
      let series = Series(
        system: sample.system, store: sample.store, case: sample.case, n: sample.n)
      if self.samples[series] == nil { order.append(series) }
      self.samples[series, default: [:]][entry.round] = sample
    }
  }

  /// A row for each case of each system, those of one size together.
  public var results: [BenchmarkResult] {
    let sizes = Set(order.map(\.n)).sorted()
    let rows = sizes.flatMap { n in order.filter { $0.n == n }.compactMap { result(of: $0) } }
    return rows + GrowthRow.rows(of: rows)
  }

  private func result(of series: Series) -> BenchmarkResult? {
    guard let rounds = samples[series].map({ Array($0.values) }), !rounds.isEmpty else {
      return nil
    }
    let seconds = rounds.map(\.wallSeconds)
    var result = BenchmarkResult(
      system: series.system, store: series.store, case: series.case, n: series.n,
      medianSeconds: Statistics.median(seconds) ?? 0, minSeconds: seconds.min() ?? 0,
      maxSeconds: seconds.max() ?? 0,
      cpuSeconds: Statistics.median(rounds.map(\.cpuSeconds)) ?? 0,
      peakBytes: Int(Statistics.median(rounds.map { Double($0.peakBytes) }) ?? 0))
    result.extra = medians(of: rounds)
    // What takes no time has no ratio: memory is counted in bytes.
    if series.case != BenchmarkCase.memory.rawValue {
      result.ratio = ratio(of: series, by: floor(of: series))
      result.tunedRatio = ratio(of: series, by: rival(Goals.tunedFloor, series))
      result.peerRatio =
        series.system == Goals.system ? ratio(of: series, by: rival(Goals.peer, series)) : nil
    }
    return judged(result, series)
  }

  private func medians(of rounds: [BenchmarkSample]) -> [String: Double]? {
    let names = Set(rounds.flatMap { ($0.extra ?? [:]).keys })
    guard !names.isEmpty else { return nil }
    let pairs = names.map { name in
      (name, Statistics.median(rounds.compactMap { $0.extra?[name] }) ?? 0)
    }
    return Dictionary(uniqueKeysWithValues: pairs)
  }

  // MARK: - Ratios

  /// Returns the series that a row is divided by: raw SQLite, or one store where there are three.
  private func floor(of series: Series) -> Series {
    let parts = series.case.split(separator: ".")
    if parts.count == 2, parts[0] == BenchmarkCase.routing.rawValue {
      return Series(
        system: series.system, store: "SQLite", case: String(parts[1]), n: series.n)
    }
    return rival(Goals.floor, series)
  }

  /// Returns the series of the same case by another system on SQLite.
  private func rival(_ system: String, _ series: Series) -> Series {
    Series(system: system, store: "SQLite", case: series.case, n: series.n)
  }

  private func ratio(of series: Series, by floor: Series) -> Double? {
    Statistics.median(Statistics.ratios(times(series), by: times(floor)))
  }

  private func times(_ series: Series) -> [Int: Double] {
    (samples[series] ?? [:]).mapValues(\.wallSeconds)
  }

  // MARK: - Goals

  private func judged(_ result: BenchmarkResult, _ series: Series) -> BenchmarkResult {
    var result = result
    let isRouted = floor(of: series).system == series.system && series.system != Goals.floor
    result.value = result.ratio
    result.basis =
      result.ratio == nil
      ? nil : (isRouted ? Goal.Basis.oneStore : Goal.Basis.rawSQLite).rawValue
    if let bytes = result.extra?["bytes_per_object"] {
      result.value = bytes
      result.basis = Goal.Basis.bytesPerObject.rawValue
    }
    guard series.system == Goals.system,
      let goal = Goals.goal(store: series.store, case: series.case, n: series.n)
    else { return result }
    result.basis = goal.basis.rawValue
    result.goal = goal.limit
    switch goal.basis {
    case .rawSQLite, .oneStore, .growth: break
    case .rawLMDB:
      result.value = ratio(
        of: series,
        by: Series(system: "raw LMDB", store: "LMDB", case: series.case, n: series.n))
    case .liveSet:
      var other = series
      other.case = BenchmarkCase.traverse.rawValue
      result.value = ratio(of: series, by: other)
    case .nanosecondsPerObject:
      result.value = result.medianSeconds * 1e9 / Double(objects(in: series))
    case .bytesPerObject:
      result.goal = goal.limit + (result.extra?["row_bytes"] ?? 0)
    }
    result.pass = result.value.flatMap { value in result.goal.map { value <= $0 } }
    return result
  }

  private func objects(in series: Series) -> Int {
    let departments =
      (series.n + CompanyWorkload.employeesPerDepartment - 1)
      / CompanyWorkload.employeesPerDepartment
    switch BenchmarkCase(rawValue: series.case) {
    case .insert, .insertInBatches: return series.n + departments + CompanyWorkload.tagCount
    case .lookUp, .lookUpAgain: return CompanyWorkload.lookupCount
    default: return max(series.n, 1)
    }
  }
}
