// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import StoreInterface

/// The part of an index, behind a prefix, in which one column is within some bounds.
struct ColumnBounds {
  private let prefix: SortableKey
  private let path: ColumnPath
  private let isAscending: Bool
  private let kind: SlotKind
  private var lower: SortableKey
  private var upper: SortableKey?
  private(set) var isUsed = false

  init(prefix: SortableKey, element: IndexCandidate.Element, kind: SlotKind) {
    self.prefix = prefix
    path = ColumnPath(element.column)
    isAscending = element.isAscending
    self.kind = kind
    // Every bound leaves nulls out, which stand at the beginning or, descending, at the end.
    var edge = prefix
    edge.appendNull(ascending: isAscending)
    lower = isAscending ? edge.upperBound ?? edge : prefix
    upper = isAscending ? prefix.upperBound : edge
  }

  /// The bounds; nil when nothing lies within.
  var range: IndexPlan.Bounds? {
    if let upper, upper <= lower { return nil }
    return IndexPlan.Bounds(lower: lower, upper: upper)
  }

  /// Narrows by a condition. True when the bounds now say all that the condition says.
  mutating func add(_ condition: Filter) -> Bool {
    switch condition {
    case .compare(.column(path), let comparison, .value(let value), let options):
      return add(comparison, value: value, options: options)
    case .compare(.value(let value), let comparison, .column(path), let options):
      return add(comparison.flipped, value: value, options: options)
    case .between(.column(path), lower: .value(let low), upper: .value(let high)):
      let isLowUsed = add(.greaterOrEqual, value: low, options: [])
      return add(.lessOrEqual, value: high, options: []) && isLowUsed
    case .match(.beginsWith, .column(path), pattern: .value(.string(let text)), let options):
      guard kind == .text, options.isEmpty || options.contains(.normalized) else { return false }
      return add(beginning: text)
    default: return false
    }
  }

  private mutating func add(
    _ comparison: ComparisonOperator, value: AttributeValue, options: StringOptions
  ) -> Bool {
    guard comparison != .equal, comparison != .notEqual, !value.isNull, !value.isNaN,
      kind != .text || options.isEmpty || options.contains(.normalized)
    else { return false }
    var key = prefix
    guard key.append(value, kind: kind, ascending: isAscending) else { return false }
    isUsed = true
    switch isAscending ? comparison : comparison.flipped {
    case .greaterOrEqual: raise(key)
    case .greater: raise(key.upperBound)
    case .less: drop(key)
    default: drop(key.upperBound)
    }
    // Stored not-a-numbers stand among the least values but satisfy no comparison.
    return kind != .double && kind != .decimal
  }

  private mutating func add(beginning text: String) -> Bool {
    isUsed = true
    guard !text.isEmpty else {
      // Nothing begins with nothing (R-PRED-178).
      upper = prefix
      return true
    }
    var key = prefix
    key.appendBeginning(text, ascending: isAscending)
    raise(key)
    drop(key.upperBound)
    return true
  }

  private mutating func raise(_ key: SortableKey?) {
    guard let key else { return upper = prefix }
    lower = max(lower, key)
  }

  private mutating func drop(_ key: SortableKey?) {
    guard let key else { return }
    upper = upper.map { min($0, key) } ?? key
  }
}

extension SortableKey {
  /// A text field up to the end of the text, without what ends it.
  fileprivate mutating func appendBeginning(_ text: String, ascending: Bool) {
    appendString(text, ascending: ascending)
    removeLast(2)
  }
}
