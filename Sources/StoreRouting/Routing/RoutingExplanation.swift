// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

/// Where an object would go, and why, ready to be shown.
package struct RoutingExplanation: Sendable, CustomStringConvertible {
  package let entityName: String
  package let outcome: Result<RoutingChoice, RoutingError>
  /// The chosen store; nil when there is none.
  package let storeName: String?
  /// A whole sentence.
  package let description: String
}

extension RoutingTable {
  /// Explains the plan of a request, node by node. Changes nothing and makes no choice stick.
  package func explain(_ request: RoutingRequest) -> [RoutingExplanation] {
    zip(request.nodes, plan(request).outcomes).map { node, outcome in
      explanation(entity: name(of: node.entity), outcome)
    }
  }

  private func explanation(
    entity: String, _ outcome: Result<RoutingChoice, RoutingError>
  ) -> RoutingExplanation {
    switch outcome {
    case .failure(let error):
      RoutingExplanation(
        entityName: entity, outcome: outcome, storeName: nil, description: error.description)
    case .success(let choice):
      RoutingExplanation(
        entityName: entity, outcome: outcome, storeName: name(ofStore: choice.ordinal),
        description: "\(entity) goes to “\(name(ofStore: choice.ordinal))”, "
          + clause(choice.reason, entity) + ".")
    }
  }

  private func clause(_ reason: RoutingReason, _ entity: String) -> String {
    switch reason {
    case .explicit: "because it was assigned to it"
    case .onlyWritable: "the only writable store"
    case .onlySupporter: "the only writable store that holds \(entity)"
    case .relatedObjects: "because objects related to it are there"
    case .firstForAllRelated(let among):
      "the first added of the writable stores that hold it and the new objects related to it ("
        + names(among) + ")"
    case .firstWritableSupporter(let among):
      "the first added of the writable stores that hold \(entity) (\(names(among)))"
    }
  }

  private func names(_ ordinals: [Int]) -> String {
    ordinals.map { "“\(name(ofStore: $0))”" }.joined(separator: ", ")
  }
}
