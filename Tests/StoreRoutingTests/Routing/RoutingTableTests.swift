// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import StoreInterface
import StoreRouting
import StoreTestSupport
import Testing

/// The rule of R-PSC-180…188 as a table.
struct RoutingTableTests {
  /// A store: the entities it holds, as letters; a trailing `-` makes it read-only.
  /// A node: its entity's letter, and the ordinal it is assigned to.
  struct Case: Sendable, CustomTestStringConvertible {
    var rule: String
    var stores: [String]
    var nodes: [String]
    var edges: [(Int, Int)] = []
    var anchors: [(Int, Int)] = []
    var expected: [Expected]

    var testDescription: String { rule }
  }

  enum Expected: Sendable, Equatable {
    case to(Int, RoutingReason)
    /// Why each store refuses.
    case nowhere([StoreRefusal.Reason])
    case refused(StoreRefusal.Reason)

    init(_ outcome: Result<RoutingChoice, RoutingError>) {
      switch outcome {
      case .success(let choice): self = .to(choice.ordinal, choice.reason)
      case .failure(.noStore(_, _, let refusals)): self = .nowhere(refusals.map(\.reason))
      case .failure(.assignedStore(_, _, let refusal)): self = .refused(refusal.reason)
      case .failure: self = .nowhere([])
      }
    }
  }

  static let schema: StoreSchema = {
    var builder = SchemaBuilder()
    for name in ["A", "B", "C"] { builder.entity(name) }
    return builder.build()
  }()

  static func table(_ stores: [String]) -> RoutingTable {
    RoutingTable(
      schema: schema,
      stores: stores.enumerated().map { index, text in
        RoutableStore(
          ordinal: index, name: "S\(index)",
          supportedEntities: EntitySet(text.compactMap { schema.entity(named: "\($0)")?.index }),
          isReadOnly: text.hasSuffix("-"))
      })
  }

  static func request(_ test: Case) -> RoutingRequest {
    RoutingRequest(
      nodes: test.nodes.map { node in
        RoutingRequest.Node(
          entity: schema.index(String(node.prefix(1))), explicit: Int(node.dropFirst()))
      },
      edges: test.edges.map { RoutingRequest.Edge($0.0, $0.1) },
      anchors: test.anchors.map { RoutingRequest.Anchor(node: $0.0, ordinal: $0.1) })
  }

  @Test(arguments: explicit + alone + related + anchored)
  func everyNodeGoesWhereTheRuleSays(_ test: Case) {
    let plan = RoutingTableTests.table(test.stores).plan(RoutingTableTests.request(test))
    #expect(plan.outcomes.map(Expected.init) == test.expected)
  }

  // R-PSC-181, R-PSC-192, R-PSC-197
  static let explicit: [Case] = [
    Case(
      rule: "an assignment wins over add order", stores: ["AB", "AB"], nodes: ["A1"],
      expected: [.to(1, .explicit)]),
    Case(
      rule: "an assignment wins over related objects", stores: ["AB", "AB"], nodes: ["A1"],
      anchors: [(0, 0)], expected: [.to(1, .explicit)]),
    Case(
      rule: "an assignment to the only writable store is explicit", stores: ["A"],
      nodes: ["A0"], expected: [.to(0, .explicit)]),
    Case(
      rule: "a read-only store refuses what is assigned to it", stores: ["A-", "A"],
      nodes: ["A0"], expected: [.refused(.isReadOnly)]),
    Case(
      rule: "a store refuses an entity that it does not hold", stores: ["A", "B"],
      nodes: ["A1"], expected: [.refused(.lacksEntity)]),
    Case(
      rule: "a removed store refuses", stores: ["A"], nodes: ["A7"],
      expected: [.refused(.isUnmounted)]),
  ]

  // R-PSC-171, R-PSC-180, R-PSC-182, R-PSC-185, R-PSC-186
  static let alone: [Case] = [
    Case(
      rule: "the only store takes everything", stores: ["AB"], nodes: ["A", "B"],
      expected: [.to(0, .onlyWritable), .to(0, .onlyWritable)]),
    Case(
      rule: "the only writable store is taken", stores: ["AB-", "AB"], nodes: ["A"],
      expected: [.to(1, .onlyWritable)]),
    Case(
      rule: "the only writable supporter is taken", stores: ["A", "B"], nodes: ["B", "A"],
      expected: [.to(1, .onlySupporter), .to(0, .onlySupporter)]),
    Case(
      rule: "a read-only supporter does not count", stores: ["B-", "A", "B"], nodes: ["B"],
      expected: [.to(2, .onlySupporter)]),
    Case(
      rule: "of several the first added is taken", stores: ["A", "B", "AB", "B"],
      nodes: ["B"], expected: [.to(1, .firstWritableSupporter(among: [1, 2, 3]))]),
    Case(
      rule: "without a store there is nowhere to go", stores: [], nodes: ["A"],
      expected: [.nowhere([])]),
    Case(
      rule: "read-only supporters are no candidates", stores: ["A-", "A-"], nodes: ["A"],
      expected: [.nowhere([.isReadOnly, .isReadOnly])]),
    Case(
      rule: "the only writable store must hold the entity", stores: ["A-", "B"],
      nodes: ["A", "B"],
      expected: [.nowhere([.isReadOnly, .lacksEntity]), .to(1, .onlyWritable)]),
    Case(
      rule: "one object's failure leaves the others' choices", stores: ["A", "B"],
      nodes: ["C", "A"],
      expected: [.nowhere([.lacksEntity, .lacksEntity]), .to(0, .onlySupporter)]),
    Case(
      rule: "the plan of nothing is empty", stores: ["A", "A"], nodes: [], expected: []),
  ]

  // R-PSC-183, 1, 2 and 4
  static let related: [Case] = [
    Case(
      rule: "related objects go to the first store for all of them", stores: ["B", "AB", "AB"],
      nodes: ["A", "B"], edges: [(0, 1)],
      expected: [
        .to(1, .firstForAllRelated(among: [1, 2])), .to(1, .firstForAllRelated(among: [1, 2])),
      ]),
    Case(
      rule: "unrelated objects do not pull one another", stores: ["B", "AB", "AB"],
      nodes: ["A", "B"],
      expected: [
        .to(1, .firstWritableSupporter(among: [1, 2])),
        .to(0, .firstWritableSupporter(among: [0, 1, 2])),
      ]),
    Case(
      rule: "an only supporter pulls those related to it", stores: ["B", "AB"],
      nodes: ["B", "A"], edges: [(0, 1)],
      expected: [.to(1, .firstForAllRelated(among: [1])), .to(1, .onlySupporter)]),
    Case(
      rule: "relationships connect over others, in either direction", stores: ["B", "BC", "ABC"],
      nodes: ["A", "B", "C"], edges: [(1, 0), (1, 2)],
      expected: [
        .to(2, .onlySupporter), .to(2, .firstForAllRelated(among: [2])),
        .to(2, .firstForAllRelated(among: [2])),
      ]),
    Case(
      rule: "without a store for all each goes alone", stores: ["B", "AB", "BC"],
      nodes: ["A", "B", "C"], edges: [(0, 1), (1, 2)],
      expected: [
        .to(1, .onlySupporter), .to(0, .firstWritableSupporter(among: [0, 1, 2])),
        .to(2, .onlySupporter),
      ]),
    Case(
      rule: "a read-only store for all is no candidate", stores: ["AB-", "B", "A"],
      nodes: ["A", "B"], edges: [(0, 1)],
      expected: [.to(2, .onlySupporter), .to(1, .onlySupporter)]),
    Case(
      rule: "an object related to itself is alone", stores: ["A", "A"], nodes: ["A"],
      edges: [(0, 0)], expected: [.to(0, .firstWritableSupporter(among: [0, 1]))]),
    Case(
      rule: "components are chosen for separately", stores: ["A", "AB", "AB"],
      nodes: ["A", "A", "B"], edges: [(1, 2)],
      expected: [
        .to(0, .firstWritableSupporter(among: [0, 1, 2])),
        .to(1, .firstForAllRelated(among: [1, 2])), .to(1, .firstForAllRelated(among: [1, 2])),
      ]),
    Case(
      rule: "a component with an entity without a store goes object by object",
      stores: ["A", "A"], nodes: ["A", "C"], edges: [(0, 1)],
      expected: [
        .to(0, .firstWritableSupporter(among: [0, 1])), .nowhere([.lacksEntity, .lacksEntity]),
      ]),
  ]

  // R-PSC-183, 3 and 5
  static let anchored: [Case] = [
    Case(
      rule: "an object follows a stored one", stores: ["A", "A"], nodes: ["A"],
      anchors: [(0, 1)], expected: [.to(1, .relatedObjects(ordinal: 1))]),
    Case(
      rule: "an object follows an assigned one", stores: ["AB", "AB"], nodes: ["A", "B1"],
      edges: [(0, 1)], expected: [.to(1, .relatedObjects(ordinal: 1)), .to(1, .explicit)]),
    Case(
      rule: "the whole component follows one anchor", stores: ["AB", "AB"],
      nodes: ["A", "B", "A"], edges: [(0, 1), (1, 2)], anchors: [(2, 1)],
      expected: [
        .to(1, .relatedObjects(ordinal: 1)), .to(1, .relatedObjects(ordinal: 1)),
        .to(1, .relatedObjects(ordinal: 1)),
      ]),
    Case(
      rule: "anchors in one store are one anchor", stores: ["A", "A"], nodes: ["A", "A"],
      edges: [(0, 1)], anchors: [(0, 1), (1, 1), (1, 1)],
      expected: [.to(1, .relatedObjects(ordinal: 1)), .to(1, .relatedObjects(ordinal: 1))]),
    Case(
      rule: "an assigned object connects nothing", stores: ["A", "A"],
      nodes: ["A", "A1", "A"], edges: [(0, 1), (1, 2)], anchors: [(0, 0)],
      expected: [
        .to(0, .firstWritableSupporter(among: [0, 1])), .to(1, .explicit),
        .to(1, .relatedObjects(ordinal: 1)),
      ]),
    Case(
      rule: "a read-only anchor does not pull", stores: ["A", "A", "A-"], nodes: ["A"],
      anchors: [(0, 2)], expected: [.to(0, .firstWritableSupporter(among: [0, 1]))]),
    Case(
      rule: "an anchor that lacks an entity pulls only those it holds", stores: ["AB", "B", "A"],
      nodes: ["B", "A"], edges: [(0, 1)], anchors: [(0, 1), (1, 1)],
      expected: [
        .to(1, .relatedObjects(ordinal: 1)), .to(0, .firstWritableSupporter(among: [0, 2])),
      ]),
    Case(
      rule: "with two anchor stores each follows its own", stores: ["A", "A", "A"],
      nodes: ["A", "A", "A"], edges: [(0, 1), (1, 2)], anchors: [(0, 1), (2, 2)],
      expected: [
        .to(1, .relatedObjects(ordinal: 1)), .to(0, .firstWritableSupporter(among: [0, 1, 2])),
        .to(2, .relatedObjects(ordinal: 2)),
      ]),
    Case(
      rule: "an object between two anchors follows neither", stores: ["A", "A", "A"],
      nodes: ["A"], anchors: [(0, 1), (0, 2)],
      expected: [.to(0, .firstWritableSupporter(among: [0, 1, 2]))]),
    Case(
      rule: "an anchor in a removed store does not pull", stores: ["A", "A"], nodes: ["A"],
      anchors: [(0, 9)], expected: [.to(0, .firstWritableSupporter(among: [0, 1]))]),
    Case(
      rule: "an only supporter is the plainer reason", stores: ["A", "B"], nodes: ["A"],
      anchors: [(0, 0)], expected: [.to(0, .onlySupporter)]),
  ]

  // R-PSC-183: the choice is deterministic
  @Test(arguments: [1, 2, 3] as [UInt64])
  func theOrderOfEdgesDoesNotMatter(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let table = RoutingTableTests.table(["B", "AB", "ABC", "C"])
    let nodes = (0..<40).map { _ in RoutingRequest.Node(entity: random.below(3)) }
    let edges = (0..<30).map { _ in
      RoutingRequest.Edge(random.below(40), random.below(40))
    }
    let anchors = (0..<4).map { _ in
      RoutingRequest.Anchor(node: random.below(40), ordinal: random.below(4))
    }
    let plan = table.plan(RoutingRequest(nodes: nodes, edges: edges, anchors: anchors))
    let turned = edges.reversed().map { RoutingRequest.Edge($0.second, $0.first) }
    let other = table.plan(
      RoutingRequest(nodes: nodes, edges: turned, anchors: anchors.reversed()))
    #expect(plan.outcomes.map(Expected.init) == other.outcomes.map(Expected.init))
  }

  // R-PSC-180
  @Test func relationshipsMatterOnlyWithSeveralWritableStores() {
    #expect(!RoutingTableTests.table(["A", "A-"]).dependsOnRelationships)
    #expect(RoutingTableTests.table(["A", "A"]).dependsOnRelationships)
  }

  // R-PSC-186
  @Test func theFailureNamesTheEntityAndEachStore() {
    let plan = RoutingTableTests.table(["A-", "B"])
      .plan(RoutingRequest(nodes: [.init(entity: 0)]))
    #expect(
      plan.failures.map(\.error.description) == [
        "No store can take a new A: “S0” is read-only; “S1” does not hold A."
      ])
    #expect(throws: RoutingError.self) { try plan.ordinals() }
  }

  @Test func manyRelatedObjectsInARowAreOneComponent() throws {
    var request = RoutingRequest()
    request.nodes = Array(repeating: .init(entity: 0), count: 100_000)
    request.edges = (1..<100_000).map { RoutingRequest.Edge($0 - 1, $0) }
    request.anchors = [.init(node: 99_999, ordinal: 1)]
    let ordinals = try RoutingTableTests.table(["A", "A"]).plan(request).ordinals()
    #expect(ordinals.allSatisfy { $0 == 1 })
  }
}
