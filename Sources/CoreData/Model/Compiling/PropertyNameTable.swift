// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import ModelFormat

/// The properties of an entity by name: a table over the hashes that their records have anyway. Two
/// thirds of an access by name went into Swift's hash of a `String`.
struct PropertyNameTable {
  private let names: [String]
  private let hashes: [UInt64]
  /// A property's index, or -1; as many as a power of two, and at most half of them taken.
  private let places: [Int16]
  /// The names that may be written in other ways, which are equal and have other hashes.
  private let others: [String: Int]

  /// - Parameters:
  ///   - names: of all properties, in the order of their indexes.
  ///   - hashes: theirs, see `PropertyNameHash`.
  init(_ names: [String], hashes: [UInt64]) {
    self.names = names
    self.hashes = hashes
    var count = 4
    while count < 2 * names.count { count *= 2 }
    var places = [Int16](repeating: -1, count: count)
    for (index, hash) in hashes.enumerated() {
      var place = Int(truncatingIfNeeded: hash) & (count - 1)
      while places[place] >= 0 { place = (place + 1) & (count - 1) }
      places[place] = Int16(index)
    }
    self.places = places
    let ambiguous = names.enumerated().filter { !$0.element.utf8.allSatisfy { $0 < 0x80 } }
    others = Dictionary(
      ambiguous.map { ($0.element, $0.offset) }, uniquingKeysWith: { first, _ in first })
  }

  /// Returns the index of the property whose name has a hash; nil for none.
  @inline(__always)
  func index(hash: UInt64) -> Int? {
    var place = Int(truncatingIfNeeded: hash) & (places.count - 1)
    while places[place] >= 0 {
      let index = Int(places[place])
      if hashes[index] == hash { return index }
      place = (place + 1) & (places.count - 1)
    }
    return nil
  }

  /// Returns the index of the property of a name; nil for an unknown one.
  func index(of name: String) -> Int? {
    if let index = index(hash: PropertyNameHash.of(name)), names[index] == name { return index }
    return others.isEmpty ? nil : others[name]
  }
}
