// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import PredicateLanguage
import QueryLowering
import RowEngine
import StoreInterface

/// One input: a format that is read, written, evaluated and lowered. Whatever throws is well; the
/// program must not stop, leak or take for ever.
struct FuzzedFormat {
  private static let model = FuzzedModel()
  // Read by the fuzzer's one thread.
  nonisolated(unsafe) private static let arguments: [Any?] = [
    "name", 3, 2.5, nil, ["a", 7] as [Any],
  ]

  /// - Parameter bytes: a format; the first byte says whether there are arguments.
  static func run(_ bytes: UnsafeBufferPointer<UInt8>) {
    let hasArguments = bytes.first.map { $0 & 1 == 1 } ?? false
    let format = String(decoding: bytes.dropFirst(), as: UTF8.self)
    guard
      let predicate = try? NSPredicate.parse(
        format: format, arguments: hasArguments ? arguments : [])
    else { return }
    FuzzedFormat(predicate: predicate).use()
  }

  private let predicate: NSPredicate

  private func use() {
    let text = predicate.formatText
    _ = text.utf8.count + predicate.hash
    _ = predicate == predicate.copy() as? NSPredicate
    for object in FuzzedObject.samples {
      _ = try? predicate.holds(for: object, variables: ["x": 3, "m": "name", "o": object])
    }
    lower(predicate.withSubstitutionVariables(["x": [1, 2], "FETCH_SOURCE": NSNull()]))
    lower(predicate)
    // What is written may be read again.
    _ = try? NSPredicate.parse(format: text)
  }

  private func lower(_ predicate: NSPredicate) {
    for leavesKeys in [true, false] {
      let lowering = PredicateLowering(Self.model, leavesUnstoredKeys: leavesKeys)
      let entity = Self.model.entity(0)
      let coerced = lowering.coerced(PredicateNode(predicate), for: entity)
      guard let filter = try? lowering.lower(coerced, for: entity).filter else { continue }
      for semantics in [NullSemantics.definite, .unknown] {
        _ = FilterProgram(
          filter, schema: Self.model.schema, entity: 0, nullSemantics: semantics)
      }
    }
  }
}

/// What formats are evaluated on.
enum FuzzedObject {
  // Read by the fuzzer's one thread.
  nonisolated(unsafe) static let samples: [[String: Any]] = [
    [:],
    [
      "name": "Ada", "age": 36, "score": 2.5, "born": Date(timeIntervalSinceReferenceDate: 0),
      "id": UUID(uuidString: "00000000-0000-0000-0000-000000000001") ?? UUID(),
      "friend": ["name": "Bob", "age": 3] as [String: Any],
      "cars": [["name": "x", "age": 1], ["age": Int.max], [:]] as [[String: Any]],
      "list": [1, 2.5, "3"] as [Any],
    ],
  ]
}
