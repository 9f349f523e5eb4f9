// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import Synchronization

/// The numbers that stand for the reference data of a user's store inside this process.
///
/// Such a store names its objects by anything with a stable text: strings, numbers, UUIDs. Rows and
/// keys carry numbers, so every reference gets one. A positive integer is its own number, and costs
/// nothing, unless the number was given away before; others are numbered from 1 as they come. Two
/// references with the same text are the same (R-PSC-407, 452). One table per store UUID, shared by
/// the coordinators of a process, so that IDs are equal across them.
// Sendable: everything is behind the mutex.
final class ReferenceNumbers: @unchecked Sendable {
  fileprivate struct State {
    var numbers: [String: Int64] = [:]
    var references: [Int64: Any] = [:]
    /// The greatest number in use.
    var highest: Int64 = 0
  }

  private struct Entry {
    weak var table: ReferenceNumbers?
  }

  private static let tables = Mutex<Transferable<[String: Entry]>>(Transferable([:]))
  private let state = Mutex(Transferable(State()))

  private init() {}

  /// The table of a store; it lives as long as somebody holds it.
  static func shared(for identifier: String) -> ReferenceNumbers {
    tables.withLock { tables in
      if let known = tables.value[identifier]?.table { return known }
      let made = ReferenceNumbers()
      tables.value = tables.value.filter { $0.value.table != nil }
      tables.value[identifier] = Entry(table: made)
      return made
    }
  }

  /// The number of reference data that a store gave. O(1).
  func number(for reference: Any) -> Int64 {
    let given = Transferable(reference)
    return state.withLock { state in
      let text = ReferenceNumbers.text(of: given.value)
      let integer = ReferenceNumbers.integer(text)
      let isPlain = integer != nil && !(given.value is String)
      if let known = state.value.numbers[text] {
        state.value.references[known] = given.value
        return known
      }
      let number = state.value.number(wanted: integer)
      if !isPlain || number != integer { state.value.bind(given.value, text, number) }
      return number
    }
  }

  /// The number of the text in a URI: an integer stands for a number until the store says otherwise.
  func number(forText text: String) -> Int64 {
    number(for: ReferenceNumbers.integer(text).map { NSNumber(value: $0) } ?? text)
  }

  /// What the store calls the object of a number.
  func reference(of number: Int64) -> Any {
    state.withLock { Transferable($0.value.references[number] ?? NSNumber(value: number)) }.value
  }

  /// The reference's text, for URIs.
  func text(of number: Int64) -> String { ReferenceNumbers.text(of: reference(of: number)) }

  /// A number for an object whose reference is not known yet: `bind` must follow.
  func reserve(_ count: Int) -> Int64 {
    state.withLock { state in
      defer { state.value.highest += Int64(count) }
      return state.value.highest + 1
    }
  }

  /// The number that `reserve` would give.
  var next: Int64 { state.withLock { $0.value.highest + 1 } }

  /// Lets a reference stand for a number that is in use already.
  func bind(_ reference: Any, to number: Int64) {
    let given = Transferable(reference)
    state.withLock { state in
      state.value.bind(given.value, ReferenceNumbers.text(of: given.value), number)
      state.value.highest = max(state.value.highest, number)
    }
  }

  /// Whether a reference stands for a number other than the one it would get.
  func isBound(_ reference: Any) -> Bool {
    let text = ReferenceNumbers.text(of: reference)
    return state.withLock { $0.value.numbers[text] != nil }
  }

  // MARK: - Text

  static func text(of reference: Any) -> String {
    switch reference {
    case let text as String: text
    case let uuid as UUID: uuid.uuidString
    case let number as NSNumber: number.stringValue
    default: "\(reference)"
    }
  }

  /// The positive integer that a text is, in its usual form.
  private static func integer(_ text: String) -> Int64? {
    guard let number = Int64(text), number > 0, number < 1 << 62, String(number) == text else {
      return nil
    }
    return number
  }
}

extension ReferenceNumbers.State {
  /// The number wanted, unless it stands for something else; then the next free one.
  fileprivate mutating func number(wanted: Int64?) -> Int64 {
    if let wanted, references[wanted] == nil {
      highest = max(highest, wanted)
      return wanted
    }
    highest += 1
    return highest
  }

  fileprivate mutating func bind(_ reference: Any, _ text: String, _ number: Int64) {
    numbers[text] = number
    references[number] = reference
  }
}
