// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import RowEngine
import StoreInterface
import Testing

/// What runs on bare addresses agrees with what runs on rows.
@Suite struct FlatEvaluationTests {
  @Test func flatFiltersAcceptTheSameRows() throws {
    var flat = 0
    for seed in UInt64(1)...600 {
      let world = World(seed: seed)
      var queries = RandomQuery(seed)
      let filter = queries.filter()
      for semantics in [NullSemantics.definite, .unknown] {
        let program = FilterProgram(
          filter, schema: Sample.schema, entity: Sample.person, nullSemantics: semantics)
        guard program.isFlat else { continue }
        flat += 1
        for (key, row) in world.persons {
          let expected = try program.matches(row, key, from: world)
          #expect(program.matches(at: row.start, key) == expected, "seed \(seed)")
        }
      }
    }
    #expect(flat > 50)
  }

  // R-PSC-272
  @Test func flatSortersAgreeWithRowSorters() throws {
    var flat = 0
    for seed in UInt64(1)...400 {
      let world = World(seed: seed, persons: seed % 20 == 0 ? 1500 : 40)
      var queries = RandomQuery(seed)
      let comparator = RowComparator(
        queries.sort(), schema: Sample.schema, entity: Sample.person)
      guard let order = FlatOrder(comparator) else { continue }
      flat += 1
      for wanted in [0, 1, 7] {
        var rows = RowSorter(comparator, wanted: wanted)
        var places = FlatSorter(order, wanted: wanted)
        for (key, row) in world.persons {
          rows.add(try comparator.record(row, key, from: world))
          places.add(row.start, key)
        }
        #expect(places.finish().map(\.key) == rows.finish().map(\.key), "seed \(seed)")
      }
    }
    #expect(flat > 50)
  }
}
