// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation

/// A kind of timed work. Reading comes before changing: an in-memory store has no copy to go back
/// to.
enum BenchCase: String, CaseIterable, Codable {
  case insert, fetch, filter, lookup, traverse, saves, forced, update, delete, open

  /// A list separated by commas, in the order in which cases are run.
  static func list(_ text: String) throws -> [BenchCase] {
    var chosen: Set<BenchCase> = []
    for word in text.split(separator: ",").map({ $0.trimmingCharacters(in: .whitespaces) }) {
      guard let found = BenchCase(rawValue: word.lowercased()) else {
        throw ToolFailure.usage(
          "there is no case '\(word)'; choose from "
            + allCases.map(\.rawValue).joined(separator: ", "))
      }
      chosen.insert(found)
    }
    guard !chosen.isEmpty else { throw ToolFailure.usage("--cases names none") }
    return allCases.filter(chosen.contains)
  }

  /// A few words for tables.
  var title: String {
    switch self {
    case .insert: "insert and save"
    case .saves: "small saves"
    case .fetch: "fetch all"
    case .filter: "filter and sort"
    case .lookup: "look up by ID"
    case .traverse: "follow relationships"
    case .forced: "saves forced to disk"
    case .update: "update a tenth"
    case .delete: "delete a tenth"
    case .open: "open"
    }
  }

  /// True if it changes the store, so that it needs a copy.
  var changesData: Bool { [.saves, .forced, .update, .delete].contains(self) }
}
