// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

/// The name of each pair of system and store in tables and plots.
///
/// The store is named where it tells two apart; the system is not where there is only one.
package struct SeriesNames: Sendable {
  private let storesBySystem: [String: Set<String>]

  package init(_ results: [BenchmarkResult]) {
    storesBySystem = results.reduce(into: [:]) { $0[$1.system, default: []].insert($1.store) }
  }

  package func name(_ system: String, _ store: String) -> String {
    if storesBySystem.count == 1 { return store.isEmpty ? system : store }
    let stores = storesBySystem[system] ?? []
    let isOurs = system == Comparison.subject
    return (stores.count > 1 || isOurs) && !store.isEmpty ? "\(system) · \(store)" : system
  }

  func name(_ result: BenchmarkResult) -> String { name(result.system, result.store) }
}
