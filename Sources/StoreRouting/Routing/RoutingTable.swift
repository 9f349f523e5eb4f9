// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

package import StoreInterface

/// A store as routing knows it.
package struct RoutableStore: Sendable {
  package let ordinal: Int
  package let name: String
  package let supportedEntities: EntitySet
  package let isReadOnly: Bool

  package init(ordinal: Int, name: String, supportedEntities: EntitySet, isReadOnly: Bool) {
    self.ordinal = ordinal
    self.name = name
    self.supportedEntities = supportedEntities
    self.isReadOnly = isReadOnly
  }
}

/// The rule that gives every new object its store (R-PSC-180…188): a pure function of the stores,
/// in add order, and a ``RoutingRequest``. The same request has the same plan, always.
package struct RoutingTable: Sendable {
  private let schema: StoreSchema
  private let stores: [RoutableStore]
  private let writable: [RoutableStore]

  package init(schema: StoreSchema, stores: [RoutableStore]) {
    self.schema = schema
    self.stores = stores
    writable = stores.filter { !$0.isReadOnly }  // R-PSC-185
  }

  /// True if relationships can matter. When not, a request needs no edges and no anchors.
  package var dependsOnRelationships: Bool { writable.count > 1 }

  /// Returns the only writable store that holds an entity, where an object of it goes whatever it
  /// is related to (R-PSC-180); nil when there is none or a choice.
  package func soleStore(of entity: Int) -> Int? {
    var sole: Int?
    for store in writable where store.supportedEntities.contains(entity) {
      guard sole == nil else { return nil }
      sole = store.ordinal
    }
    return sole
  }

  /// Chooses for all nodes at once. Linear in nodes and edges.
  package func plan(_ request: RoutingRequest) -> RoutingPlan {
    let loneChoices = LoneChoices(table: self)
    var outcomes = request.nodes.map { explicitChoice($0) ?? loneChoices[$0.entity] }
    if dependsOnRelationships {
      var graph = RoutingGraph(request)
      for component in graph.components() {
        place(
          component, placement: placement(of: component), graph: graph, request: request,
          outcomes: &outcomes)
      }
    }
    return RoutingPlan(outcomes: outcomes)
  }

  /// Where a component goes.
  private enum Placement {
    case together(Int, RoutingReason)
    /// Each member by its own anchors (R-PSC-183, 5).
    case byOwnAnchors
    /// Each member as if it were related to nothing.
    case alone
  }

  private func placement(of component: RoutingGraph.Component) -> Placement {
    let able = writable.filter { $0.supportedEntities.contains(allOf: component.entities) }
    if component.anchors.isEmpty {
      guard let first = able.first else { return .alone }
      return .together(first.ordinal, .firstForAllRelated(among: able.map(\.ordinal)))
    }
    if component.anchors.count == 1, able.contains(where: { $0.ordinal == component.anchors[0] }) {
      return .together(
        component.anchors[0], .relatedObjects(ordinal: component.anchors[0]))
    }
    return .byOwnAnchors
  }

  private func place(
    _ component: RoutingGraph.Component, placement: Placement, graph: RoutingGraph,
    request: RoutingRequest, outcomes: inout [Result<RoutingChoice, RoutingError>]
  ) {
    for node in component.nodes {
      let entity = request.nodes[node].entity
      switch placement {
      case .alone: break
      case .together(let ordinal, let reason):
        outcomes[node] = .success(choice(of: ordinal, for: entity, reason: reason))
      case .byOwnAnchors:
        guard let ordinal = graph.onlyAnchor(of: node), canTake(entity, ordinal) else { continue }
        outcomes[node] = .success(
          choice(of: ordinal, for: entity, reason: .relatedObjects(ordinal: ordinal)))
      }
    }
  }

  private func canTake(_ entity: Int, _ ordinal: Int) -> Bool {
    writable.contains { $0.ordinal == ordinal && $0.supportedEntities.contains(entity) }
  }

  /// R-PSC-180 explains a choice better than relationships do, where it leads to the same store.
  private func choice(of ordinal: Int, for entity: Int, reason: RoutingReason) -> RoutingChoice {
    let supporters = writable.filter { $0.supportedEntities.contains(entity) }
    return RoutingChoice(
      ordinal: ordinal, reason: supporters.count == 1 ? .onlySupporter : reason)
  }

  /// R-PSC-181; nil without an assignment.
  private func explicitChoice(
    _ node: RoutingRequest.Node
  ) -> Result<RoutingChoice, RoutingError>? {
    guard let ordinal = node.explicit else { return nil }
    guard let refusal = refusal(of: node.entity, by: ordinal) else {
      return .success(RoutingChoice(ordinal: ordinal, reason: .explicit))
    }
    return .failure(
      .assignedStore(entity: node.entity, entityName: name(of: node.entity), refusal: refusal))
  }

  private func refusal(of entity: Int, by ordinal: Int) -> StoreRefusal? {
    guard let store = stores.first(where: { $0.ordinal == ordinal }) else {
      return StoreRefusal(ordinal: ordinal, name: "", reason: .isUnmounted)
    }
    return refusal(of: entity, by: store)
  }

  private func refusal(of entity: Int, by store: RoutableStore) -> StoreRefusal? {
    if !store.supportedEntities.contains(entity) {
      return StoreRefusal(ordinal: store.ordinal, name: store.name, reason: .lacksEntity)
    }
    guard store.isReadOnly else { return nil }
    return StoreRefusal(ordinal: store.ordinal, name: store.name, reason: .isReadOnly)
  }

  /// R-PSC-180, R-PSC-182, R-PSC-186: the choice for an object without relationships.
  fileprivate func loneChoice(_ entity: Int) -> Result<RoutingChoice, RoutingError> {
    let supporters = writable.filter { $0.supportedEntities.contains(entity) }
    guard let first = supporters.first else {
      let refusals = stores.compactMap { refusal(of: entity, by: $0) }
      return .failure(
        .noStore(entity: entity, entityName: name(of: entity), refusals: refusals))
    }
    let reason: RoutingReason =
      if writable.count == 1 { .onlyWritable } else if supporters.count == 1 { .onlySupporter } else
      { .firstWritableSupporter(among: supporters.map(\.ordinal)) }
    return .success(RoutingChoice(ordinal: first.ordinal, reason: reason))
  }

  func name(of entity: Int) -> String { schema.entities[entity].name }

  func name(ofStore ordinal: Int) -> String {
    stores.first { $0.ordinal == ordinal }?.name ?? "store \(ordinal)"
  }
}

/// The choices by entity, each made once however many objects are inserted.
private final class LoneChoices {
  private let table: RoutingTable
  private var known: [Int: Result<RoutingChoice, RoutingError>] = [:]

  init(table: RoutingTable) { self.table = table }

  subscript(entity: Int) -> Result<RoutingChoice, RoutingError> {
    if let choice = known[entity] { return choice }
    let choice = table.loneChoice(entity)
    known[entity] = choice
    return choice
  }
}
