// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import StoreInterface

/// The numbers that new objects of a migration take over from those of the source that they come from,
/// so that IDs and URIs stay (R-PSC-538). In memory 16 bytes for each new object.
final class KeptNumbers {
  private struct Place: Hashable {
    let root: Int
    let number: Int64
  }

  /// By root entity of the destination: the root of the source whose numbers its objects may have.
  private let heirs: [Int: Int]
  /// By root of the source: the first number that it has not given out.
  private let nextNumbers: [Int: Int64]
  private let source: MigrationStack
  private let destination: MigrationStack
  private var taken: Set<Place> = []

  init(
    from source: MigrationStack, to destination: MigrationStack, heirs: [String: String],
    nextNumbers: [Int: Int64]
  ) {
    self.source = source
    self.destination = destination
    self.nextNumbers = nextNumbers
    var numbers: [Int: Int] = [:]
    for (root, former) in heirs {
      guard let root = destination.model.schema.entity(named: root)?.index else { continue }
      numbers[root] = source.model.schema.entity(named: former)?.index
    }
    self.heirs = numbers
  }

  /// Gives a new object, which has no permanent ID, the number of its source, if nobody has it yet.
  /// Returns nil for an object that needs another one.
  func key(of object: NSManagedObject, from former: ObjectKey) -> ObjectKey? {
    let schema = destination.model.schema
    let formerRoot = source.model.schema.entities[former.entity].root
    let root = schema.entities[object.layout.index].root
    guard let ordinal = destination.store?.ordinal, heirs[root] == formerRoot,
      former.number < nextNumbers[formerRoot] ?? 0,
      taken.insert(Place(root: root, number: former.number)).inserted
    else { return nil }
    name(former.number, from: formerRoot, to: root)
    return ObjectKey(entity: object.layout.index, number: former.number, store: ordinal)
  }

  /// A store that names its objects goes on with the names.
  private func name(_ number: Int64, from formerRoot: Int, to root: Int) {
    guard let former = source.store?.reference.numbers,
      let numbers = destination.store?.reference.numbers
    else { return }
    let name = source.model.schema.entities[formerRoot].name
    numbers.bind(
      former.reference(of: number, root: name), to: number,
      root: destination.model.schema.entities[root].name)
  }
}
