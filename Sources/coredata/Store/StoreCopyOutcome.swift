// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

/// The outcome of a copy.
struct StoreCopyOutcome {
  let source: String
  let destination: String
  let type: String
  let identifier: String
  let entities: [(name: String, rows: Int)]
  let duration: Duration
  let peakMemory: Int

  private var rows: Int { entities.reduce(0) { $0 + $1.rows } }
  private var seconds: Double { duration / .seconds(1) }

  var json: JSONValue {
    [
      "source": .string(source), "destination": .string(destination), "type": .string(type),
      "uuid": .string(identifier), "rows": JSONValue(rows), "seconds": .number(seconds),
      "peakMemory": JSONValue(peakMemory),
      "entities": .array(
        entities.map { ["name": .string($0.name), "rows": JSONValue($0.rows)] }),
    ]
  }

  var lines: [String] {
    var table = TextTable([.text("Entity"), .number("Rows")])
    table.rows = entities.map { [$0.name, Figures.count($0.rows)] }
    return [
      "Copied \(Figures.count(rows, "object")) to \(destination) (\(type)) in "
        + "\(Figures.seconds(seconds)), verified.",
      "",
    ] + table.lines()
  }
}
