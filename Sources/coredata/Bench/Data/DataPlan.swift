// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData

/// The data of a part of the model: what objects there are, with which values and relations. The
/// same for every backend, since it follows from model, seed and size alone.
struct DataPlan {
  let part: ModelPart
  let entities: [EntityPlan]
  let links: [LinkPlan]
  /// The notes for the reader: entities left out, and the reasons.
  let notes: [String]
  let dice: Dice

  /// All objects.
  var objects: Int { entities.reduce(0) { $0 + $1.count } }

  /// Fails when the model lets no object at all be made.
  init(
    _ model: BenchModel, _ part: ModelPart, objects wanted: Int, seed: UInt64,
    profile: StoreProfile? = nil
  ) throws {
    let dice = Dice(seed: seed).named(part.name)
    var planner = EntityPlanner(
      model: model, part: part, profile: profile, objects: wanted, dice: dice)
    var plans = planner.plans()
    let bonds = Bond.all(of: plans)
    let solver = Self.solution(for: plans, bonds: bonds, wanted: wanted, profile: profile)
    for place in plans.indices { plans[place].count = solver.counts[place] }
    self.part = part
    self.dice = dice
    entities = plans
    links = bonds.map { bond in
      Self.link(bond, plans: plans, counts: solver.counts, profile: profile, dice: dice)
    }
    notes = planner.notes + Self.notes(plans, solver: solver, profile: profile)
    if self.objects == 0 {
      throw ToolFailure(
        "no objects can be made for \(part.name): "
          + (notes.isEmpty ? "it has no entities" : notes.joined(separator: " ")))
    }
  }

  private static func notes(
    _ plans: [EntityPlan], solver: CountSolver, profile: StoreProfile?
  ) -> [String] {
    plans.indices.filter { plans[$0].count == 0 }.map { place in
      let reason = solver.reasons[place] ?? "the store has none"
      return "\(plans[place].name) has no objects: \(reason)."
    }
  }

  /// Returns the plans of a job's parts. In a mix, an entity of several parts is filled in the
  /// first.
  static func all(for job: BenchJob, _ model: BenchModel) throws -> [DataPlan] {
    let profile = try job.profile.map { file in
      try JSONDecoder().decode(
        StoreProfile.self, from: Data(contentsOf: URL(fileURLWithPath: file)))
    }
    var taken: Set<String> = []
    var parts: [ModelPart] = []
    for store in job.stores {
      var part = ModelPart(store.configuration, of: model.model)
      if job.isMixed { part.entities.removeAll { taken.contains($0.name ?? "") } }
      taken.formUnion(part.entities.compactMap(\.name))
      if !part.entities.isEmpty { parts.append(part) }
    }
    let share = max(1, job.objects / max(1, parts.count))
    return try parts.map { part in
      try DataPlan(model, part, objects: share, seed: job.seed, profile: profile)
    }
  }

  // MARK: - Counts

  /// Asks for more until what the rules leave is about what was wanted.
  private static func solution(
    for plans: [EntityPlan], bonds: [Bond], wanted: Int, profile: StoreProfile?
  ) -> CountSolver {
    let weights = weights(of: plans, bonds: bonds, profile: profile)
    let all = max(weights.reduce(0, +), .leastNonzeroMagnitude)
    var scale = Double(wanted)
    var best: CountSolver?
    for _ in 0..<4 {
      let counts = weights.map { $0 == 0 ? 0 : min(wanted, max(1, Int($0 / all * scale))) }
      var solver = CountSolver(plans, bonds, wanted: counts)
      solver.solve()
      let total = solver.counts.reduce(0, +)
      let known = best?.counts.reduce(0, +) ?? 0
      if best == nil || total > known && total <= wanted + plans.count { best = solver }
      guard total > 0, total < wanted * 9 / 10 else { break }
      scale *= min(4, Double(wanted) / Double(total))
    }
    return best ?? CountSolver(plans, bonds, wanted: [])
  }

  /// Ten times as many on the side of many, unless a store tells.
  private static func weights(
    of plans: [EntityPlan], bonds: [Bond], profile: StoreProfile?
  ) -> [Double] {
    // A store that has nothing of this part says nothing about it.
    let known = plans.map { Double(profile?.entities[$0.name]?.count ?? 0) }
    if known.contains(where: { $0 > 0 }) { return known }
    var levels = plans.map { _ in 0 }
    for _ in 0..<3 {
      for bond in bonds where !bond.isToMany && bond.far.upperBound > 1 && !bond.isSelf {
        let above = bond.destinations.map { levels[$0] }.min() ?? 0
        for place in bond.sources { levels[place] = min(3, max(levels[place], above + 1)) }
      }
    }
    return levels.map { [1, 10, 100, 1000][$0] }
  }

  // MARK: - Links

  private static func link(
    _ bond: Bond, plans: [EntityPlan], counts: [Int], profile: StoreProfile?, dice: Dice
  ) -> LinkPlan {
    let known = bond.sources.compactMap {
      profile?.entities[plans[$0].name]?.relationships[bond.name]
    }.first
    let destinations = Pool(bond.destinations, counts: counts)
    return LinkPlan(
      bond: bond, sources: Pool(bond.sources, counts: counts), destinations: destinations,
      nilShare: known?.nilShare ?? 0.05,
      degree: max(1, known.map { Int($0.meanDegree.rounded()) } ?? 3),
      digits: digits(of: bond, plans, counts), dice: dice.named(Bond.id(bond.relationship)))
  }

  private static func digits(
    of bond: Bond, _ plans: [EntityPlan], _ counts: [Int]
  ) -> [Int: (scope: Scope, divisor: Int)] {
    guard !bond.isToMany, bond.far.upperBound > 1 else { return [:] }
    var digits: [Int: (scope: Scope, divisor: Int)] = [:]
    for place in bond.sources {
      for constraint in plans[place].constraints
      where !constraint.isSettled && constraint.relationships.contains(bond.name) {
        var divisor = constraint.divisor
        for name in constraint.relationships.prefix(while: { $0 != bond.name }) {
          let destination = plans[place].entity.relationshipsByName[name]?.destinationEntity
          let members = plans.indices.filter { index in
            destination.map { plans[index].entity.isKindOf(entity: $0) } ?? false
          }
          divisor *= max(1, members.reduce(0) { $0 + counts[$1] })
        }
        digits[place] = (constraint.scope, divisor)
      }
    }
    return digits
  }
}
