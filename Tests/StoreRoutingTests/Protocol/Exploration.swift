// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

/// Every state that a scenario can come to, breadth first, until one is wrong.
struct Exploration {
  let scenario: Scenario
  private(set) var complaint: String?
  /// The steps that led to what is wrong.
  private(set) var steps: [Transitions.Action] = []
  private(set) var count = 0

  init(_ scenario: Scenario) {
    self.scenario = scenario
    let start = ProtocolState()
    var states = [start]
    var known: Set = [start]
    var sound: Set<ProtocolState.Disk> = []
    var origins: [(Int, Transitions.Action)?] = [nil]
    let recovery = Recovery(scenario: scenario)
    var place = 0
    while place < states.count, complaint == nil {
      let state = states[place]
      let canMove = Self.visit(state, scenario) { action, next in
        guard known.insert(next).inserted else { return }
        states.append(next)
        origins.append((place, action))
      }
      if sound.insert(state.disk).inserted { complaint = recovery.complaint(state.disk) }
      if !canMove, Self.isUnderWay(state) { complaint = "deadlock" }
      if complaint != nil { steps = Self.steps(to: place, origins) }
      place += 1
    }
    count = states.count
  }

  /// Returns whether a saver could go on by itself.
  private static func visit(
    _ state: ProtocolState, _ scenario: Scenario,
    _ body: (Transitions.Action, ProtocolState) -> Void
  ) -> Bool {
    var canMove = false
    let transitions = Transitions(scenario: scenario)
    for saver in 0..<2 {
      transitions.visitSteps(state, saver) { action, next in
        canMove = true
        body(action, next)
      }
    }
    Surroundings(scenario: scenario).visitEvents(state, body)
    return canMove
  }

  private static func isUnderWay(_ state: ProtocolState) -> Bool {
    [state.first.phase, state.second.phase].contains { $0 != .idle && $0 != .dead }
  }

  private static func steps(
    to place: Int, _ origins: [(Int, Transitions.Action)?]
  ) -> [Transitions.Action] {
    var (steps, place): ([Transitions.Action], Int) = ([], place)
    while let (origin, action) = origins[place] {
      steps.append(action)
      place = origin
    }
    return steps.reversed()
  }
}
