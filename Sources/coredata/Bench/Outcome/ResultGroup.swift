// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Benchmarking

/// The figures of several backends at the same work.
struct ResultGroup {
  let title: String
  /// The backends, or ways of mixing them, in order.
  let stores: [String]
  private var samples: [BenchCase: [String: [Int: BenchmarkSample]]] = [:]

  init(title: String, stores: [String]) {
    self.title = title
    self.stores = stores
  }

  /// Fails when a backend found something else than the others.
  mutating func add(_ sample: BenchmarkSample, round: Int) throws {
    guard let part = BenchCase(rawValue: sample.case) else { return }
    let others = samples[part]?.values.flatMap(\.values) ?? []
    if let other = others.first(where: { $0.checksum != sample.checksum }) {
      throw ToolFailure(
        "\(title), \(part.title): \(sample.store) found \(sample.checksum), "
          + "\(other.store) found \(other.checksum); they should agree")
    }
    samples[part, default: [:]][sample.store, default: [:]][round] = sample
  }

  /// The cases that any backend did, in order.
  var cases: [BenchCase] { BenchCase.allCases.filter { samples[$0] != nil } }

  // MARK: - Figures

  func seconds(_ part: BenchCase, _ store: String) -> Double? {
    Statistics.median(values(part, store).values.map { $0 })
  }

  /// Median over the rounds of a backend's time by another's in the same round.
  func ratio(_ part: BenchCase, _ store: String, to other: String) -> Double? {
    Statistics.median(Statistics.ratios(values(part, store), by: values(part, other)))
  }

  /// Returns the median of a further figure.
  func extra(_ name: String, of part: BenchCase, in store: String) -> Double? {
    let all = samples[part]?[store]?.values.compactMap { $0.extra?[name] } ?? []
    return Statistics.median(all)
  }

  private func values(_ part: BenchCase, _ store: String) -> [Int: Double] {
    samples[part]?[store]?.mapValues(\.wallSeconds) ?? [:]
  }

  /// Returns the checksum that every backend found.
  func checksum(_ part: BenchCase) -> Int64? {
    samples[part]?.values.first?.values.first?.checksum
  }

  /// One row for each case and backend, as reports take them.
  var results: [BenchmarkResult] {
    cases.flatMap { part in stores.compactMap { row(part, $0) } }
  }

  /// All figures of a case, with the ratio to the first backend.
  func row(_ part: BenchCase, _ store: String) -> BenchmarkResult? {
    guard let all = samples[part]?[store]?.values, let first = all.first,
      let median = seconds(part, store)
    else { return nil }
    let times = all.map(\.wallSeconds)
    var result = BenchmarkResult(
      system: first.system, store: store, case: part.title, n: first.n, medianSeconds: median,
      minSeconds: times.min() ?? median, maxSeconds: times.max() ?? median,
      cpuSeconds: Statistics.median(all.map(\.cpuSeconds)) ?? 0,
      peakBytes: Int(Statistics.median(all.map { Double($0.peakBytes) }) ?? 0),
      ratio: stores.first.flatMap { ratio(part, store, to: $0) })
    let names = Set(all.flatMap { $0.extra?.keys.map { $0 } ?? [] })
    result.extra = Dictionary(
      uniqueKeysWithValues: names.map { ($0, extra($0, of: part, in: store) ?? 0) })
    return result
  }
}
