// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation

/// The parts of an object of a keyed archive, next to what Foundation takes for granted in it.
struct ArchiveParts {
  private static let greatestCount = 1 << 24
  private static let nothing = "$null"

  let list: BinaryPropertyList
  /// The places in the list of the archive's objects.
  let objects: [Int]

  /// Nil for what is no dictionary of a property list; throws for one that cannot be read.
  func content(of object: Int) throws -> [String: Int]? {
    let content = list.dictionary(objects[object])
    guard content != nil || list.isOtherThanDictionary(objects[object]) else {
      throw KeyedArchive.Obstacle.unreadable
    }
    return content
  }

  /// The objects that a collection refers to.
  func members(of content: [String: Int]) -> [Int] {
    content.filter { $0.key != "$class" }.values.flatMap { place in
      list.identifier(place).map { [$0] }
        ?? (list.array(place) ?? []).compactMap(list.identifier)
    }
  }

  /// The name of the class that an object describes.
  func className(_ object: Int) -> String? {
    list.dictionary(objects[object])?["$classname"].flatMap(list.text)
  }

  /// As many keys as values, each of them an object. A dictionary with neither is empty.
  func arePairs(_ content: [String: Int]) -> Bool {
    if content["NS.keys"] == nil, content["NS.objects"] == nil { return true }
    guard let keys = content["NS.keys"].flatMap(list.array),
      let values = content["NS.objects"].flatMap(list.array)
    else { return false }
    return keys.count == values.count && keys.allSatisfy(isObject) && values.allSatisfy(isObject)
  }

  /// Returns true if a reference is to an object, not to the text that stands for none.
  private func isObject(_ place: Int) -> Bool {
    guard let object = list.identifier(place), objects.indices.contains(object) else {
      return false
    }
    return list.text(objects[object]) != ArchiveParts.nothing
  }

  /// Foundation counts up to the numbers in a counted set.
  func isCountable(_ content: [String: Int]) -> Bool {
    let counts = content.filter { $0.key.hasPrefix("NS.count") }.values.map(list.number)
    return counts.reduce(0) { sum, count in
      sum + min(count ?? .max, ArchiveParts.greatestCount + 1)
    } <= ArchiveParts.greatestCount
  }

  func isText(_ content: [String: Int]) -> Bool {
    content["NS.string"].flatMap(list.text) != nil
  }

  /// A decimal number has at most eight parts; Foundation stops the program at a negative length.
  func isDecimal(_ content: [String: Int]) -> Bool {
    guard let length = content["NS.length"] else { return true }
    return list.number(length).map { $0 <= 8 } ?? false
  }
}
