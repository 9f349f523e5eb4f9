// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

package import Foundation

/// An object of a keyed archive, for walking from part to part. A part that is missing, nil or of
/// another kind is nil, so that no archive stops the program.
package struct ArchivedObject: Sendable {
  package let graph: ArchivedGraph
  /// Its number in the archive, which is its identity there.
  package let number: Int

  init(graph: ArchivedGraph, number: Int) {
    self.graph = graph
    self.number = number
  }

  /// The object with parts; nil for a plain value.
  package var instance: ArchivedInstance? {
    if case .instance(let instance) = graph.contents[number] { return instance }
    return nil
  }

  /// The plain value; nil for an object with parts.
  package var value: ArchivedValue? {
    if case .value(let value) = graph.contents[number] { return value }
    return nil
  }

  /// The name of its class; empty for a plain value.
  package var className: String { instance?.classNames.first ?? "" }

  /// Returns true if it is of a class or of one below it.
  package func isKind(of name: String) -> Bool { instance?.classNames.contains(name) ?? false }

  /// Returns true if there is a part of this name, nil or not.
  package func has(_ key: String) -> Bool { instance?.fields[key] != nil }

  // MARK: - Parts

  /// Returns the object under a key.
  package func object(_ key: String) -> ArchivedObject? {
    guard case .reference(let number) = instance?.fields[key] else { return nil }
    return graph.object(number)
  }

  /// Returns the plain value under a key, whether it stands there itself or is referred to.
  package func value(_ key: String) -> ArchivedValue? {
    switch instance?.fields[key] {
    case .value(let value): value
    case .reference(let number): graph.object(number)?.value
    default: nil
    }
  }

  /// Returns a text, also that of an `NSMutableString`.
  package func text(_ key: String) -> String? {
    if case .text(let text) = value(key) { return text }
    return object(key)?.text
  }

  /// The text that the object is.
  package var text: String? {
    if case .text(let text) = value { return text }
    guard isKind(of: "NSString"), case .text(let text) = value("NS.string") else { return nil }
    return text
  }

  /// Returns a whole number; a truth value is 1 or 0.
  package func integer(_ key: String) -> Int? {
    switch value(key) {
    case .integer(let integer): Int(exactly: integer)
    case .boolean(let boolean): boolean ? 1 : 0
    default: nil
    }
  }

  /// Returns a truth value; a missing one is false (R-MOD-305).
  package func isTrue(_ key: String) -> Bool { integer(key).map { $0 != 0 } ?? false }

  /// Returns data, also those of an `NSMutableData`.
  package func data(_ key: String) -> Data? {
    if case .data(let data) = value(key) { return data }
    return object(key)?.data
  }

  /// The data that the object is.
  package var data: Data? {
    if case .data(let data) = value { return data }
    guard isKind(of: "NSData"), case .data(let data) = value("NS.data") ?? value("NS.bytes") else {
      return nil
    }
    return data
  }
}

extension ArchivedObject: Hashable {
  /// Returns true for the same object of the same archive.
  package static func == (left: ArchivedObject, right: ArchivedObject) -> Bool {
    left.graph === right.graph && left.number == right.number
  }

  package func hash(into hasher: inout Hasher) { hasher.combine(number) }
}
