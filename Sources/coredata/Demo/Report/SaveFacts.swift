// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

/// One save of the context.
struct SaveFacts {
  let title: String
  /// Inserted, updated and deleted objects.
  let objects: Int
  /// The names of the stores that they lie in.
  let stores: [String]
  let seconds: Double
  /// New objects by the name of their store.
  let inserted: [String: Int]

  var json: JSONValue {
    [
      "title": .string(title), "objects": JSONValue(objects), "stores": JSONValue(stores),
      "seconds": .number(seconds),
    ]
  }
}
