// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

extension ArchivedObject {
  /// The key of the text that stands for a value which a dictionary with fixed keys lacks.
  private static let emptySlot = "emptyToken"

  /// Returns the members of an array, set or ordered set under a key; none without one.
  package func members(_ key: String) -> [ArchivedObject] { object(key)?.members ?? [] }

  /// The members of the array, set or ordered set that the object is, in the archive's order; those
  /// that are nil are left out.
  package var members: [ArchivedObject] {
    if case .references(let numbers) = instance?.fields["NS.objects"] {
      return numbers.compactMap(graph.object)
    }
    var result: [ArchivedObject] = []
    while let next = object("NS.object.\(result.count)") { result.append(next) }
    return result
  }

  /// Returns the keys and values of a dictionary under a key; none without one.
  package func entries(_ key: String) -> [(key: ArchivedObject, value: ArchivedObject)] {
    object(key)?.entries ?? []
  }

  /// The keys and values of the dictionary that the object is, also of one with fixed keys
  /// (R-MOD-308).
  package var entries: [(key: ArchivedObject, value: ArchivedObject)] {
    if let mapping = object("searchMapping") { return fixedEntries(mapping) }
    guard case .references(let keys) = instance?.fields["NS.keys"],
      case .references(let values) = instance?.fields["NS.objects"]
    else { return [] }
    return zip(keys, values).compactMap(entry)
  }

  private func fixedEntries(
    _ mapping: ArchivedObject
  ) -> [(key: ArchivedObject, value: ArchivedObject)] {
    guard case .references(let keys) = mapping.object("keys")?.instance?.fields["NS.objects"],
      case .references(let values) = object("values")?.instance?.fields["NS.objects"]
    else { return [] }
    let empty = object(Self.emptySlot)
    return zip(keys, values).compactMap(entry).filter { $0.value != empty }
  }

  private func entry(
    _ key: Int, _ value: Int
  ) -> (key: ArchivedObject, value: ArchivedObject)? {
    guard let key = graph.object(key), let value = graph.object(value) else { return nil }
    return (key: key, value: value)
  }
}
