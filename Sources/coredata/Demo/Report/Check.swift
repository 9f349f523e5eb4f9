// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

/// One thing that must be so.
struct Check {
  let name: String
  let expected: String
  let actual: String

  init<Value: Equatable>(_ name: String, _ actual: Value, is expected: Value) {
    self.name = name
    self.expected = "\(expected)"
    self.actual = "\(actual)"
  }

  var holds: Bool { expected == actual }

  var json: JSONValue {
    [
      "name": .string(name), "expected": .string(expected), "actual": .string(actual),
      "ok": .bool(holds),
    ]
  }
}
