// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation

/// A sort descriptor with a key, which Foundation's own cannot hold. Immutable.
final class KeyedSortDescriptor: NSSortDescriptor {
  let sortKey: String?
  let sortSelector: Selector?
  private let closure: Comparator?
  // In place of a key when a Swift key path has no name.
  private let swiftKeyPath: AnyKeyPath?
  private let path: [String]

  var isClosure: Bool { closure != nil }

  /// True if it sorts by a Swift key path whose property name is not known.
  var hasNamelessPath: Bool { sortKey == nil && swiftKeyPath != nil }

  // The label differs from the public initialisers, which a shorter call would find instead.
  init(
    sortKey key: String?, ascending: Bool, selector: Selector? = nil, comparator: Comparator? = nil,
    swiftKeyPath: AnyKeyPath? = nil
  ) {
    sortKey = key
    sortSelector = selector ?? "compare:"
    closure = comparator
    self.swiftKeyPath = swiftKeyPath
    path = key.map { $0.split(separator: ".").map(String.init) } ?? []
    super.init(
      keyPath: \KeyPathRoot.value, ascending: ascending, comparator: { _, _ in .orderedSame })
  }

  convenience init(swiftKeyPath keyPath: AnyKeyPath, ascending: Bool) {
    self.init(sortKey: keyPath.propertyName, ascending: ascending, swiftKeyPath: keyPath)
  }

  override var keyPath: AnyKeyPath { swiftKeyPath ?? super.keyPath }

  override var comparator: Comparator {
    closure ?? { [self] left, right in
      Self.trapping { () throws(EvaluationError) in try self.order(of: left, right) }
    }
  }

  override func compare(_ object1: Any, to object2: Any) -> ComparisonResult {
    Self.trapping { () throws(EvaluationError) in try self.orderByKey(object1, object2) }
  }

  override var reversedSortDescriptor: Any {
    KeyedSortDescriptor(
      sortKey: sortKey, ascending: !ascending, selector: sortSelector, comparator: closure,
      swiftKeyPath: swiftKeyPath)
  }

  override func copy(with zone: NSZone? = nil) -> Any { self }

  override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? KeyedSortDescriptor else { return false }
    // Closures cannot be compared: only the descriptor itself has the same one.
    guard closure == nil, other.closure == nil else { return self === other }
    return sortKey == other.sortKey && ascending == other.ascending
      && sortSelector == other.sortSelector && swiftKeyPath == other.swiftKeyPath
  }

  override var hash: Int {
    var hasher = Hasher()
    hasher.combine(sortKey)
    hasher.combine(ascending)
    return hasher.finalize()
  }

  override var description: String {
    "(\(sortKey ?? "self"), \(ascending ? "ascending" : "descending"), "
      + "\(closure == nil ? sortSelector?.description ?? "compare:" : "comparator"))"
  }

  // MARK: - Comparison

  /// Returns the order of two objects by the values at the key.
  func orderByKey(_ left: Any?, _ right: Any?) throws(EvaluationError) -> ComparisonResult {
    let result = try order(of: try value(of: left), try value(of: right))
    return ascending ? result : result.reversed
  }

  private func value(of object: Any?) throws(EvaluationError) -> Any? {
    guard let object = OperandValue.flattened(object) else { return nil }
    if sortKey == nil, let swiftKeyPath {
      return OperandValue.flattened(object[keyPath: swiftKeyPath])
    }
    return try KeyPathReader.value(at: path[...], of: object)
  }

  /// The order of two values before the direction is applied: nil first.
  private func order(of left: Any?, _ right: Any?) throws(EvaluationError) -> ComparisonResult {
    if let closure { return closure(left ?? NSNull(), right ?? NSNull()) }
    let name = sortSelector?.description ?? "compare:"
    guard let collation = StringCollation(rawValue: name) else {
      throw .unsupportedSelector(name)
    }
    let operands = (OperandValue(left), OperandValue(right))
    if case (.string(let left), .string(let right)) = operands {
      return collation.order(left, right)
    }
    return OperandComparison.sortOrder(operands.0, operands.1)
  }

  private static func trapping(
    _ body: () throws(EvaluationError) -> ComparisonResult
  ) -> ComparisonResult {
    do throws(EvaluationError) {
      return try body()
    } catch {
      preconditionFailure(error.description)
    }
  }
}

/// Gives Foundation's initialiser the key path it demands.
private struct KeyPathRoot {
  let value = 0
}
