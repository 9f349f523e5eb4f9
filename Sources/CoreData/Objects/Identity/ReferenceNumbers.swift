// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import Synchronization

/// The numbers that stand for the reference data of a client store inside this process.
///
/// Such a store names its objects by anything with a stable text; see ``ReferenceName``. Rows and
/// keys carry numbers, so every reference gets one. A positive integer is its own number, and costs
/// nothing, unless the number was given away before; others are numbered from 1 as they come. Two
/// references with the same text are the same within a hierarchy of entities (R-PSC-407, 452), which
/// is told by the name of its root: different models number entities differently. One table per
/// store UUID, shared by the coordinators of a process, so that IDs are equal across them.
// Sendable: everything is behind the mutex.
final class ReferenceNumbers: @unchecked Sendable {
  /// The greatest number that may be in use, so that there are always numbers left.
  static let greatest: Int64 = 1 << 62

  fileprivate struct State {
    var numbers: [String: Int64] = [:]
    var references: [Int64: Any] = [:]
    /// The greatest number in use.
    var highest: Int64 = 0
    /// The greatest number that another store has given, whose objects are here now.
    var inherited: Int64 = 0
  }

  private struct Entry {
    weak var table: ReferenceNumbers?
  }

  private static let tables = Mutex<Transferable<[String: Entry]>>(Transferable([:]))
  /// By the name of the hierarchy's root entity.
  private let states = Mutex(Transferable([String: State]()))

  private init() {}

  /// Returns the table of a store; it lives as long as somebody holds it.
  static func shared(for identifier: String) -> ReferenceNumbers {
    tables.withLock { tables in
      if let known = tables.value[identifier]?.table { return known }
      let made = ReferenceNumbers()
      tables.value = tables.value.filter { $0.value.table != nil }
      tables.value[identifier] = Entry(table: made)
      return made
    }
  }

  /// Returns the number of reference data that a store gave. O(1).
  func number(for reference: Any, root: String) -> Int64 {
    // Texts and comparisons are client code, which may ask for other numbers.
    let name = Transferable(ReferenceName(reference))
    let (number, former) = states.withLock { states in
      Transferable(states.value[root, default: State()].number(of: name.value))
    }.value
    if let former { name.value.requireSame(as: former) }
    return number
  }

  /// Returns the number of the text in a URI: an integer stands for a number until the store says
  /// otherwise.
  func number(forText text: String, root: String) -> Int64 {
    if let known = states.withLock({ $0.value[root]?.numbers[text] }) { return known }
    let reference: Any = ReferenceNumbers.integer(text).map { NSNumber(value: $0) } ?? text
    return number(for: reference, root: root)
  }

  /// Returns the store's name for the object of a number.
  func reference(of number: Int64, root: String) -> Any {
    states.withLock {
      Transferable($0.value[root]?.references[number] ?? NSNumber(value: number))
    }.value
  }

  /// Returns the reference's text, for URIs.
  func text(of number: Int64, root: String) -> String {
    ReferenceName(reference(of: number, root: root)).text
  }

  /// Numbers for objects whose references are not known yet: `bind` must follow.
  func reserve(_ count: Int, root: String) -> Int64 {
    states.withLock { states in
      let first = (states.value[root]?.highest ?? 0) + 1
      states.value[root, default: State()].highest += Int64(count)
      return first
    }
  }

  /// Takes over the numbers that another store has given, up to one. Those that no name is bound to
  /// are of objects that are not saved yet, and are nobody else's.
  func inherit(upTo number: Int64, root: String) {
    states.withLock { states in
      var state = states.value[root, default: State()]
      state.inherited = max(state.inherited, number)
      state.highest = max(state.highest, number)
      states.value[root] = state
    }
  }

  /// Returns true if a number was inherited, and its object has no name in the store yet.
  func isUnnamed(_ number: Int64, root: String) -> Bool {
    states.withLock { states in
      guard let state = states.value[root], number <= state.inherited else { return false }
      return state.references[number] == nil
    }
  }

  /// Returns true if a name is bound to a number.
  func isNamed(_ number: Int64, root: String) -> Bool {
    states.withLock { $0.value[root]?.references[number] != nil }
  }

  /// Returns the number that `reserve` would give.
  func next(root: String) -> Int64 { states.withLock { ($0.value[root]?.highest ?? 0) + 1 } }

  /// Lets a reference stand for a number that is in use already.
  func bind(_ reference: Any, to number: Int64, root: String) {
    let name = Transferable(ReferenceName(reference))
    let former = states.withLock { states in
      Transferable(states.value[root, default: State()].bind(name.value, number))
    }.value
    if let former { name.value.requireSame(as: former) }
  }

  /// Returns the positive integer that a text is, in its usual form.
  fileprivate static func integer(_ text: String) -> Int64? {
    guard let number = Int64(text), number > 0, number < ReferenceNumbers.greatest,
      String(number) == text
    else {
      return nil
    }
    return number
  }
}

extension ReferenceNumbers.State {
  /// - Returns: also what had the text before.
  fileprivate mutating func number(of name: ReferenceName) -> (number: Int64, former: Any?) {
    if let known = numbers[name.text] {
      return (known, references.updateValue(name.value, forKey: known))
    }
    let integer = ReferenceNumbers.integer(name.text)
    let number = number(wanted: integer)
    if !name.isNumber || number != integer { bind(name, number) }
    return (number, nil)
  }

  /// Returns the number wanted, unless it stands for something else; then the next free one.
  private mutating func number(wanted: Int64?) -> Int64 {
    if let wanted, wanted > inherited, references[wanted] == nil {
      highest = max(highest, wanted)
      return wanted
    }
    highest += 1
    return highest
  }

  /// - Returns: what had the text before.
  @discardableResult
  fileprivate mutating func bind(_ name: ReferenceName, _ number: Int64) -> Any? {
    let old = numbers.updateValue(number, forKey: name.text)
    let former: Any? = if let old { references[old] } else { nil }
    references[number] = name.value
    highest = max(highest, number)
    return former
  }
}
