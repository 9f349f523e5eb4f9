// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

/// Which objects need a store, and what is known about them. Final values (R-PSC-188).
package struct RoutingRequest: Sendable {
  /// An object without a store.
  package struct Node: Sendable {
    /// The index of its concrete entity.
    package var entity: Int
    /// The store it was assigned to; that wins (R-PSC-181).
    package var explicit: Int?

    package init(entity: Int, explicit: Int? = nil) {
      self.entity = entity
      self.explicit = explicit
    }
  }

  /// Two nodes that a non-transient relationship connects, in whatever direction. Edges may repeat.
  package struct Edge: Sendable {
    package var first: Int
    package var second: Int

    package init(_ first: Int, _ second: Int) {
      self.first = first
      self.second = second
    }
  }

  /// A node's relationship to an object that already has a store.
  package struct Anchor: Sendable {
    package var node: Int
    package var ordinal: Int

    package init(node: Int, ordinal: Int) {
      self.node = node
      self.ordinal = ordinal
    }
  }

  package var nodes: [Node] = []
  package var edges: [Edge] = []
  package var anchors: [Anchor] = []

  package init(nodes: [Node] = [], edges: [Edge] = [], anchors: [Anchor] = []) {
    self.nodes = nodes
    self.edges = edges
    self.anchors = anchors
  }
}
