// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import StoreInterface

/// Composite attributes between their dictionary (in memory) and their leaves (in rows).
enum CompositeCoding {
  /// Returns the dictionary that the leaves in a row stand for; nil when all are null (R-MOD-136).
  static func dictionary(_ row: Row, leaves: [CompositeLeaf]) -> [String: Any]? {
    var result: [String: Any] = [:]
    for leaf in leaves {
      let cell = PropertyValue(row, slot: leaf.slot, type: leaf.type)
      guard let value = cell.clientValue(type: leaf.type) else { continue }
      set(value, at: leaf.path[...], in: &result)
    }
    return result.isEmpty ? nil : result
  }

  /// Writes a dictionary's values into the leaves of a row under construction.
  static func store(
    _ dictionary: [String: Any], leaves: [CompositeLeaf], in assembler: RowAssembler
  ) {
    for leaf in leaves {
      guard let value = value(at: leaf.path[...], in: dictionary),
        let cell = PropertyValue(value, type: leaf.type)
      else { continue }
      switch cell {
      case .integer(let integer): assembler.setInteger(integer, leaf.slot)
      case .double(let double): assembler.setDouble(double, leaf.slot)
      case .string(let string): assembler.setString(string, leaf.slot)
      case .boxed(let box): assembler.set(StorableValue.of(box.value), leaf.slot)
      case .unset, .null, .toOne, .toMany: break
      }
    }
  }

  /// Writes the elements' own defaults.
  static func storeDefaults(
    of composite: NSCompositeAttributeDescription, leaves: [CompositeLeaf],
    in assembler: RowAssembler
  ) {
    store(defaults(of: composite), leaves: leaves, in: assembler)
  }

  private static func defaults(of composite: NSCompositeAttributeDescription) -> [String: Any] {
    composite.elements.reduce(into: [:]) { result, element in
      if let nested = element as? NSCompositeAttributeDescription {
        let inner = defaults(of: nested)
        if !inner.isEmpty { result[element.name] = inner }
      } else if let value = element.defaultValue {
        result[element.name] = value
      }
    }
  }

  private static func value(at path: ArraySlice<String>, in dictionary: [String: Any]) -> Any? {
    guard let first = path.first, let value = dictionary[first] else { return nil }
    if path.count == 1 { return value is NSNull ? nil : value }
    return (value as? [String: Any]).flatMap { self.value(at: path.dropFirst(), in: $0) }
  }

  private static func set(
    _ value: Any, at path: ArraySlice<String>, in dictionary: inout [String: Any]
  ) {
    guard let first = path.first else { return }
    guard path.count > 1 else { return dictionary[first] = value }
    var nested = dictionary[first] as? [String: Any] ?? [:]
    set(value, at: path.dropFirst(), in: &nested)
    dictionary[first] = nested
  }
}
