// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

/// The new objects without an assignment, joined by their relationships (R-PSC-183, 1 and 2).
///
/// Assigned objects are anchors: they pull those related to them, but connect nothing. Objects that
/// are related to nothing are in no component; there may be a hundred thousand of them.
struct RoutingGraph {
  struct Component {
    var nodes: [Int] = []
    /// The members' entities and the stores of their anchors, each once.
    var entities: [Int] = []
    var anchors: [Int] = []
  }

  private let nodes: [RoutingRequest.Node]
  /// Union-find: a node that leads nearer to its component's representative.
  private var leader: [Int]
  private var anchors: [Int: [Int]] = [:]
  private var isRelated: [Bool]

  init(_ request: RoutingRequest) {
    nodes = request.nodes
    leader = Array(nodes.indices)
    isRelated = Array(repeating: false, count: nodes.count)
    for edge in request.edges { add(edge) }
    for anchor in request.anchors where nodes[anchor.node].explicit == nil {
      pull(anchor.node, to: anchor.ordinal)
    }
  }

  private mutating func add(_ edge: RoutingRequest.Edge) {
    switch (nodes[edge.first].explicit, nodes[edge.second].explicit) {
    case (nil, nil): join(edge.first, edge.second)
    case (nil, let ordinal?): pull(edge.first, to: ordinal)
    case (let ordinal?, nil): pull(edge.second, to: ordinal)
    case (_?, _?): break
    }
  }

  private mutating func pull(_ node: Int, to ordinal: Int) {
    isRelated[node] = true
    if anchors[node]?.contains(ordinal) != true { anchors[node, default: []].append(ordinal) }
  }

  private mutating func join(_ first: Int, _ second: Int) {
    guard first != second else { return }
    isRelated[first] = true
    isRelated[second] = true
    let (a, b) = (representative(first), representative(second))
    leader[max(a, b)] = min(a, b)
  }

  private mutating func representative(_ node: Int) -> Int {
    var node = node
    while leader[node] != node {
      leader[node] = leader[leader[node]]
      node = leader[node]
    }
    return node
  }

  /// Returns the components in the order of their first nodes.
  mutating func components() -> [Component] {
    var result: [Component] = []
    var places: [Int: Int] = [:]
    for node in nodes.indices where isRelated[node] {
      let representative = representative(node)
      let place = places[representative] ?? result.count
      if place == result.count {
        places[representative] = place
        result.append(Component())
      }
      add(node, to: &result[place])
    }
    return result
  }

  private func add(_ node: Int, to component: inout Component) {
    component.nodes.append(node)
    if !component.entities.contains(nodes[node].entity) {
      component.entities.append(nodes[node].entity)
    }
    for ordinal in anchors[node] ?? [] where !component.anchors.contains(ordinal) {
      component.anchors.append(ordinal)
    }
  }

  /// Returns the one store that the node's own anchors are in, or nil.
  func onlyAnchor(of node: Int) -> Int? {
    guard let ordinals = anchors[node], ordinals.count == 1 else { return nil }
    return ordinals[0]
  }
}
