// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

package import StoreInterface

extension Filter {
  /// The conditions that must all hold: nested conjunctions flattened.
  package var conjuncts: [Filter] {
    var result: [Filter] = []
    gather(into: &result)
    return result
  }

  private func gather(into result: inout [Filter]) {
    guard case .and(let filters) = self else { return result.append(self) }
    for filter in filters { filter.gather(into: &result) }
  }

  /// When the filter says that the row's own column (the object itself or a to-one) is one of some
  /// objects: that column and the objects.
  package var demandedObjects: (column: Column, keys: [ObjectKey])? {
    switch self {
    case .isObject(let path, let keys) where path.hops.isEmpty: return (path.column, keys)
    case .isIn(.column(let path), let values, _) where path.hops.isEmpty:
      let keys = values.compactMap(\.key)
      return keys.count == values.count && !keys.isEmpty ? (path.column, keys) : nil
    case .compare(.column(let path), .equal, .value(.reference(let key)), _),
      .compare(.value(.reference(let key)), .equal, .column(let path), _):
      return path.hops.isEmpty ? (path.column, [key]) : nil
    default: return nil
    }
  }

  /// When the filter says that the row's own column equals a constant byte for byte: the constant.
  /// Null under `isNull` only.
  package func demandedValue(of column: Column) -> AttributeValue? {
    switch self {
    case .compare(.column(let path), .equal, .value(let value), let options),
      .compare(.value(let value), .equal, .column(let path), let options):
      guard path == ColumnPath(column), !value.isNull else { return nil }
      if case .string = value, !options.isEmpty, !options.contains(.normalized) { return nil }
      return value
    case .isObject(let path, let keys) where path == ColumnPath(column) && keys.count == 1:
      return .reference(keys[0])
    case .isNull(.column(let path)) where path == ColumnPath(column): return .null
    default: return nil
    }
  }
}

extension AttributeValue {
  fileprivate var key: ObjectKey? {
    if case .reference(let key) = self { key } else { nil }
  }
}
