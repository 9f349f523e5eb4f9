// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

/// The facts of one run of the demonstration, for people and for machines.
struct DemoReport {
  let folder: String
  let carrier: GlobalCarrier
  let isFirstRun: Bool
  var records: [(entity: String, records: Int)] = []
  var inputChecksum = ""
  var tally = ImportTally()
  var importSeconds = 0.0
  var saves: [SaveFacts] = []
  var answers: [(question: String, answer: String)] = []
  var stores: [StoreFacts] = []
  var checks: [Check] = []
  var seconds = 0.0

  init(folder: String, carrier: GlobalCarrier, isFirstRun: Bool) {
    self.folder = folder
    self.carrier = carrier
    self.isFirstRun = isFirstRun
  }

  var failures: [Check] { checks.filter { !$0.holds } }

  var recordCount: Int { records.reduce(0) { $0 + $1.records } }

  /// Objects per second: what the first save put into a store, over the time to make and to save
  /// them, of which objects bear equal shares. nil when it put nothing in.
  func importRate(of role: StoreRole) -> Double? {
    guard let save = saves.first, let count = save.inserted[role.name], count > 0 else {
      return nil
    }
    let all = save.inserted.values.reduce(0, +)
    var secondsEach = save.seconds / Double(all)
    if role.configuration == "Global", tally.recordCount > 0 {
      secondsEach += importSeconds / Double(tally.recordCount)
    }
    return secondsEach > 0 ? 1 / secondsEach : nil
  }

  var json: JSONValue {
    let input = records.map { ($0.entity, JSONValue($0.records)) }
    let answers: [JSONValue] = answers.map {
      ["question": .string($0.question), "answer": .string($0.answer)]
    }
    return [
      "ok": .bool(failures.isEmpty), "directory": .string(folder),
      "carrier": .string(carrier.rawValue), "firstRun": .bool(isFirstRun),
      "input": [
        "records": .object(Dictionary(input) { _, last in last }),
        "checksum": .string(inputChecksum),
      ],
      "import": [
        "inserted": JSONValue(tally.inserted), "updated": JSONValue(tally.updated),
        "unchanged": JSONValue(tally.unchanged), "deleted": JSONValue(tally.deleted),
        "seconds": .number(importSeconds),
      ],
      "saves": .array(saves.map(\.json)), "answers": .array(answers),
      "stores": .array(stores.map(\.json)), "checks": .array(checks.map(\.json)),
      "seconds": .number(seconds),
    ]
  }
}
