// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation

/// Values over key paths, with collection operators (R-CTX-218).
enum KeyPathReading {
  static func value(_ keyPath: String, of object: NSManagedObject) -> Any? {
    guard keyPath.contains(".") || keyPath.hasPrefix("@") else {
      return object.value(forKey: keyPath)
    }
    return NSExpression(forKeyPath: keyPath).expressionValue(with: object, context: nil)
  }

  static func set(_ value: Any?, _ keyPath: String, of object: NSManagedObject) {
    var keys = keyPath.split(separator: ".").map(String.init)
    guard let first = keys.first, keys.count > 1 else {
      return object.setValue(value, forKey: keyPath)
    }
    if object.layout.record(named: first)?.kind == .composite {
      var dictionary = object.value(forKey: first) as? [String: Any] ?? [:]
      setLeaf(value, keys.dropFirst(), in: &dictionary)
      return object.setValue(dictionary, forKey: first)
    }
    keys.removeFirst()
    let target = object.value(forKey: first) as? NSManagedObject
    target?.setValue(value, forKeyPath: keys.joined(separator: "."))
  }

  private static func setLeaf(
    _ value: Any?, _ path: ArraySlice<String>, in dictionary: inout [String: Any]
  ) {
    guard let first = path.first else { return }
    guard path.count > 1 else { return dictionary[first] = value }
    var nested = dictionary[first] as? [String: Any] ?? [:]
    setLeaf(value, path.dropFirst(), in: &nested)
    dictionary[first] = nested
  }
}
