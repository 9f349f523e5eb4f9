// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation

/// Reads the objects of a keyed archive from the property list that it is.
struct ArchivedGraphReader {
  /// Keys are names in programs; long ones that many objects share would cost time.
  private static let longestKey = 256

  private let list: BinaryPropertyList
  /// The places of the objects in the list.
  private let places: [Int]
  let root: Int
  /// Values that several objects have are read once.
  private var values: [Int: ArchivedValue] = [:]
  private var classes: [Int: [String]] = [:]
  /// References that may yet be read: parts of a list may be shared to make much of little.
  private var allowance: Int

  init(_ data: Data) throws(ArchivedGraph.Damage) {
    guard let list = BinaryPropertyList(data),
      let start = list.dictionary(list.root, longestKey: Self.longestKey)
    else { throw ArchivedGraph.Damage("it is no binary property list") }
    guard start["$archiver"].flatMap(list.text) == "NSKeyedArchiver",
      let top = start["$top"].flatMap({ list.dictionary($0, longestKey: Self.longestKey) }),
      let root = top[NSKeyedArchiveRootObjectKey].flatMap(list.identifier),
      let places = start["$objects"].flatMap(list.array), places.indices.contains(root)
    else { throw ArchivedGraph.Damage("it is no keyed archive") }
    (self.list, self.places, self.root, allowance) = (list, places, root, data.count)
  }

  mutating func contents() throws(ArchivedGraph.Damage) -> [ArchivedGraph.Content] {
    try use(places.count)
    var contents: [ArchivedGraph.Content] = []
    contents.reserveCapacity(places.count)
    for place in places { contents.append(try content(place)) }
    return contents
  }

  // MARK: - Objects

  private mutating func content(
    _ place: Int
  ) throws(ArchivedGraph.Damage) -> ArchivedGraph.Content {
    if let value = value(place) { return .value(value) }
    try use(list.count(ofDictionary: place) ?? 0)
    guard let parts = list.dictionary(place, longestKey: Self.longestKey) else {
      throw ArchivedGraph.Damage("it has an object that is neither a value nor has parts")
    }
    guard let described = parts["$class"] else {
      if parts["$classname"] != nil { return .classDescription }
      throw ArchivedGraph.Damage("it has an object without a class")
    }
    var fields: [String: ArchivedField] = [:]
    for (key, part) in parts where key != "$class" { fields[key] = try field(part) }
    return .instance(ArchivedInstance(classNames: try classNames(described), fields: fields))
  }

  /// Nil for what no object of an archive has: other collections than lists of references.
  private mutating func field(_ place: Int) throws(ArchivedGraph.Damage) -> ArchivedField? {
    if let number = list.identifier(place) { return .reference(try object(number)) }
    if let value = value(place) { return .value(value) }
    try use(list.count(ofArray: place) ?? 0)
    guard let members = list.array(place) else { return nil }
    var numbers: [Int] = []
    numbers.reserveCapacity(members.count)
    for member in members {
      guard let number = list.identifier(member) else { return nil }
      numbers.append(try object(number))
    }
    return .references(numbers)
  }

  private func object(_ number: Int) throws(ArchivedGraph.Damage) -> Int {
    guard places.indices.contains(number) else {
      throw ArchivedGraph.Damage("it refers to the object \(number) of \(places.count)")
    }
    return number
  }

  private mutating func use(_ count: Int) throws(ArchivedGraph.Damage) {
    allowance -= count
    if allowance < 0 { throw ArchivedGraph.Damage("it has more parts than bytes") }
  }

  private mutating func value(_ place: Int) -> ArchivedValue? {
    if let value = values[place] { return value }
    guard let value = list.value(place) else { return nil }
    values[place] = value
    return value
  }

  // MARK: - Classes

  /// Returns the names of a class and of those above it.
  private mutating func classNames(_ place: Int) throws(ArchivedGraph.Damage) -> [String] {
    guard let number = list.identifier(place), places.indices.contains(number) else {
      throw ArchivedGraph.Damage("it has an object without a class")
    }
    if let names = classes[number] { return names }
    guard let parts = list.dictionary(places[number], longestKey: Self.longestKey),
      let name = parts["$classname"].flatMap(list.text)
    else { throw ArchivedGraph.Damage("it has an object without a class") }
    let above = parts["$classes"].flatMap(list.array) ?? []
    try use(parts.count + above.count)
    let names = [name] + above.compactMap(list.text).filter { $0 != name }
    classes[number] = names
    return names
  }
}
