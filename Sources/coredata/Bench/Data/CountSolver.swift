// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData

/// Finds how many objects of each entity there can be, so that every required relationship has
/// somewhere to lead and no limit is exceeded.
///
/// Counts only ever go down until every rule holds; no objects at all break none, so it ends.
struct CountSolver {
  private let plans: [EntityPlan]
  private let bonds: [Bond]
  private(set) var counts: [Int]
  /// Why an entity has no objects, by its place.
  private(set) var reasons: [Int: String] = [:]

  init(_ plans: [EntityPlan], _ bonds: [Bond], wanted: [Int]) {
    self.plans = plans
    self.bonds = bonds
    counts = zip(plans, wanted).map { min($0.limit, $1) }
  }

  mutating func solve() {
    var before: [Int]
    repeat {
      before = counts
      for bond in bonds { apply(bond) }
      for place in plans.indices { applyConstraints(of: place) }
    } while counts != before
  }

  // MARK: - Relationships

  private mutating func apply(_ bond: Bond) {
    let near = total(bond.sources)
    let far = total(bond.destinations)
    let text = "its required relationship '\(bond.name)'"
    if bond.near.lowerBound > far {
      reduce(
        bond.sources, to: 0,
        far == 0 ? "\(text) leads to no objects here" : "\(text) needs more objects than there are")
    }
    if let inverse = bond.inverse, bond.far.lowerBound > near {
      reduce(bond.destinations, to: 0, "nothing fills its required relationship '\(inverse.name)'")
    }
    limit(
      bond.sources, least: bond.near.lowerBound, by: bond.far.upperBound, of: far,
      reason: "too few objects can take part in '\(bond.name)'")
    limit(
      bond.destinations, least: bond.far.lowerBound, by: bond.near.upperBound,
      of: total(bond.sources),
      reason: "too few objects can take part in the inverse of '\(bond.name)'")
    if bond.near.lowerBound > 0, !bond.isToMany, total(bond.sources) < bond.farLeast {
      reduce(bond.sources, to: 0, "'\(bond.name)' needs more objects on the other side")
    }
    if bond.isSymmetric, bond.near.lowerBound > 1, near <= bond.near.lowerBound {
      reduce(bond.sources, to: 0, "\(text) needs more objects than there are")
    }
    if bond.isSymmetric, !bond.isToMany, bond.near.lowerBound > 0, !near.isMultiple(of: 2) {
      reduce(bond.sources, to: max(0, total(bond.sources) - 1), "'\(bond.name)' needs pairs")
    }
  }

  /// Limits the counts so that the least that one side needs fits into the most that the other
  /// takes.
  private mutating func limit(
    _ places: [Int], least: Int, by most: Int, of others: Int, reason: String
  ) {
    guard least > 0 else { return }
    let (room, overflows) = most.multipliedReportingOverflow(by: others)
    guard !overflows, total(places) > room / least else { return }
    reduce(places, to: room / least, reason)
  }

  // MARK: - Constraints

  /// Where relationships make up a constraint, there are only so many combinations.
  private mutating func applyConstraints(of place: Int) {
    for constraint in plans[place].constraints
    where !constraint.isSettled && !constraint.relationships.isEmpty {
      var room = constraint.divisor
      for name in constraint.relationships {
        guard let bond = bond(name, of: place) else { continue }
        if bond.far.upperBound == 1 { return }
        let (product, overflows) = room.multipliedReportingOverflow(by: total(bond.destinations))
        room = overflows ? Int.max : product
      }
      if counts[place] > room / constraint.scope.stride {
        reduce([place], to: room / constraint.scope.stride, "no combination of \(constraint.id)")
      }
    }
  }

  private func bond(_ name: String, of place: Int) -> Bond? {
    bonds.first { $0.name == name && $0.sources.contains(place) }
  }

  // MARK: - Counts

  private func total(_ places: [Int]) -> Int { places.reduce(0) { $0 + counts[$1] } }

  /// Takes from each in proportion, the rest from the first.
  private mutating func reduce(_ places: [Int], to wanted: Int, _ reason: String) {
    let before = total(places)
    guard before > wanted else { return }
    for place in places {
      counts[place] = Int(Double(counts[place]) * Double(wanted) / Double(before))
    }
    let missing = wanted - total(places)
    if missing > 0, let first = places.first(where: { counts[$0] + missing <= plans[$0].limit }) {
      counts[first] += missing
    }
    for place in places where counts[place] == 0 { reasons[place] = reasons[place] ?? reason }
  }
}
