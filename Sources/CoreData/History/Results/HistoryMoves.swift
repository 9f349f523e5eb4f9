// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import StoreInterface

/// The other place of an object that was moved between stores: where it went, of a deletion, and where it
/// came from, of an insertion.
struct HistoryMove {
  let uri: URL
  /// Nil when its store is not here.
  let id: NSManagedObjectID?
}

/// Where objects that were moved between stores went, and where they came from, as notes in the stores
/// say (R-PSC-934). One view of each store with such notes; nothing while nobody has moved anything.
struct HistoryMoves {
  private struct Address: Hashable {
    let store: Int
    let change: Int64
  }

  private var moves: [Address: HistoryMove] = [:]

  init() {}

  init(
    of matches: some Sequence<HistoryMatch>, in coordinator: NSPersistentStoreCoordinator
  ) {
    let forwarding = coordinator.forwarding
    guard !forwarding.isEmpty else { return }
    var named: [Int: [String: Address]] = [:]
    for match in matches where forwarding.hasNotes(match.facts.source.ordinal) {
      let store = match.facts.source.ordinal
      for change in match.changes where change.kind != .update {
        guard let address = ObjectAddress(match.facts.source.objectID(for: change.key)) else {
          continue
        }
        let name = change.kind == .delete ? address.forwardNote : address.originNote
        named[store, default: [:]][name] = Address(store: store, change: change.number)
      }
    }
    for (store, names) in named {
      let notes = forwarding.notes(named: Array(names.keys), in: store, of: coordinator)
      for (name, content) in notes {
        guard let address = names[name], let uri = HistoryMoves.uri(in: content, named: name)
        else { continue }
        moves[address] = HistoryMove(uri: uri, id: ObjectURI.id(uri, in: coordinator))
      }
    }
  }

  /// Of the places that lead to an object the last is where it was before.
  private static func uri(in content: Data, named name: String) -> URL? {
    if name.hasPrefix(ForwardingNote.entries) {
      return ForwardingEntry(content).flatMap { URL(string: $0.uri) }
    }
    let lines = String(decoding: content, as: UTF8.self).split(separator: "\n")
    return lines.last.flatMap { URL(string: String($0)) }
  }

  subscript(change: HistoryChange, facts: HistoryFacts) -> HistoryMove? {
    moves.isEmpty ? nil : moves[Address(store: facts.source.ordinal, change: change.number)]
  }
}
