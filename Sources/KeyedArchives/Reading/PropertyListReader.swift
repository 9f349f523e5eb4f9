// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

package import Foundation

/// Reads binary property lists into what Foundation's reader makes of them: texts, truth values,
/// `NSNumber`, dates, data, arrays and dictionaries.
///
/// Foundation's goes by way of Core Foundation, and bridges; the first list of a process looks some
/// fifteen types up in the conformances of all libraries. What this one does not know is Foundation's.
package struct PropertyListReader {
  private static let deepest = 100

  private let list: BinaryPropertyList
  /// Values that several objects have are made once.
  private var values: [Int: Any] = [:]
  /// Foundation writes no array and no dictionary twice: one that is met again may be within itself.
  private var met: Set<Int> = []

  private init(_ list: BinaryPropertyList) { self.list = list }

  /// Returns the dictionary of a list; nil for what is none, or is not known here. Linear in what the
  /// list takes.
  package static func dictionary(_ content: Data) -> [String: Any]? {
    guard let list = BinaryPropertyList(content), list.isReadAlike else { return nil }
    var reader = PropertyListReader(list)
    return reader.dictionary(list.root, depth: 0)
  }

  private mutating func object(_ object: Int, depth: Int) -> Any? {
    if let value = value(object) { return value }
    guard depth < Self.deepest, met.insert(object).inserted else { return nil }
    return array(object, depth: depth) ?? dictionary(object, depth: depth)
  }

  private mutating func value(_ object: Int) -> Any? {
    if let known = values[object] { return known }
    guard let value = list.value(object) else { return nil }
    let made: Any =
      switch value {
      case .boolean(let value): value
      case .integer(let value): NSNumber(value: value)
      case .real(let value): NSNumber(value: value)
      case .text(let value): value
      case .data(let value): value
      case .date(let value): value
      }
    values[object] = made
    return made
  }

  private mutating func array(_ object: Int, depth: Int) -> [Any]? {
    guard let members = list.array(object) else { return nil }
    var result: [Any] = []
    for member in members {
      guard let value = self.object(member, depth: depth + 1) else { return nil }
      result.append(value)
    }
    return result
  }

  private mutating func dictionary(_ object: Int, depth: Int) -> [String: Any]? {
    guard let entries = list.entries(object) else { return nil }
    var result: [String: Any] = [:]
    for (key, member) in entries {
      guard let name = value(key) as? String, let value = self.object(member, depth: depth + 1),
        result.updateValue(value, forKey: name) == nil
      else { return nil }
    }
    return result
  }
}
