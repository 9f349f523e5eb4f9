// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

package import StoreInterface

/// The content that a migration makes of some objects, found as its description says, by names and
/// without regard to cost: what stores are compared with.
package struct MigratedDataset {
  private let migration: SchemaMigration
  private let source: Dataset

  fileprivate struct Pair {
    var first: ObjectKey
    var second: ObjectKey
    var orderInFirst: Int64?
    var orderInSecond: Int64?
  }

  package init(_ source: Dataset, _ migration: SchemaMigration) {
    self.source = source
    self.migration = migration
  }

  package func dataset() -> Dataset {
    Dataset(
      schema: migration.destination, objects: source.objects.compactMap(object),
      links: migration.destination.links.indices.flatMap(links))
  }

  private func key(_ key: ObjectKey, in entity: Int? = nil) -> ObjectKey? {
    guard let successor = migration.successors[key.entity] else { return nil }
    if let entity, !migration.destination.entities[entity].subtree.contains(successor) {
      return nil
    }
    return ObjectKey(entity: successor, number: key.number)
  }

  // MARK: - Objects

  private func object(_ object: Dataset.Object) -> Dataset.Object? {
    guard let key = key(object.key), let origin = migration.entities[key.entity] else { return nil }
    let (old, new) = (
      migration.source.entities[object.key.entity], migration.destination.entities[key.entity]
    )
    var values: PropertyValues = [:]
    for (attribute, origin) in zip(new.attributes, origin.attributes) {
      let former = origin.attribute.flatMap { object.values[old.attributes[$0].name] }
      let value = former ?? origin.fallback
      if !value.isNull { values[attribute.name] = value }
    }
    for (toOne, origin) in zip(new.toOnes, origin.toOnes) {
      guard let (destination, order) = reference(toOne, origin, of: object) else { continue }
      values[toOne.name] = .reference(destination)
      if toOne.orderSlot != nil { values[toOne.name + "#"] = .integer(order ?? key.number) }
    }
    return Dataset.Object(key: key, values: values)
  }

  private func reference(
    _ toOne: ToOneSchema, _ origin: ToOneOrigin, of object: Dataset.Object
  ) -> (ObjectKey, Int64?)? {
    let found: [(ObjectKey, Int64?)]
    switch origin.place {
    case .none: return nil
    case .toOne(let index):
      let name = migration.source.entities[object.key.entity].toOnes[index].name
      found = object.reference(name).map { [($0, object.order(name))] } ?? []
    case .inverse(let entity, let index):
      let name = migration.source.entities[entity].toOnes[index].name
      found = source.objects.filter { other in
        migration.source.entities[entity].subtree.contains(other.key.entity)
          && other.reference(name) == object.key
      }.map { ($0.key, nil) }
    case .link(let link, let side):
      found = pairs(ofLink: link).compactMap { pair in
        side == .first
          ? pair.first == object.key ? (pair.second, pair.orderInSecond) : nil
          : pair.second == object.key ? (pair.first, pair.orderInFirst) : nil
      }
    }
    let left = found.compactMap { key, order in
      self.key(key, in: toOne.destination).map { ($0, order) }
    }
    guard let first = left.min(by: { $0.0.number < $1.0.number }) else { return nil }
    return (first.0, origin.keepsOrder ? first.1 : nil)
  }

  // MARK: - Links

  /// Every pair of a link of the source; both directions of a symmetric one.
  private func pairs(ofLink link: Int) -> [Pair] {
    let pairs = source.links.filter { $0.link == link }.map {
      Pair(
        first: $0.first, second: $0.second, orderInFirst: $0.orderInFirst,
        orderInSecond: $0.orderInSecond)
    }
    guard migration.source.links[link].isReflexive else { return pairs }
    return pairs
      + pairs.filter { $0.first != $0.second }.map {
        Pair(
          first: $0.second, second: $0.first, orderInFirst: $0.orderInSecond,
          orderInSecond: $0.orderInFirst)
      }
  }

  private func links(of index: Int) -> [LinkChange] {
    let link = migration.destination.links[index]
    let isSecondOrdered = link.isReflexive ? link.isFirstOrdered : link.isSecondOrdered
    var seen: Set<[ObjectKey]> = []
    return migration.links[index].flatMap(pairs).compactMap { pair in
      guard let first = key(pair.first, in: link.firstEntity),
        let second = key(pair.second, in: link.secondEntity)
      else { return nil }
      let identity = link.isReflexive ? [first, second].sorted() : [first, second]
      guard seen.insert(identity).inserted else { return nil }
      return LinkChange(
        link: index, kind: .add, first: first, second: second,
        orderInFirst: link.isFirstOrdered ? pair.orderInFirst ?? second.number : nil,
        orderInSecond: isSecondOrdered ? pair.orderInSecond ?? first.number : nil)
    }
  }

  private func pairs(_ origin: PairOrigin) -> [Pair] {
    switch origin {
    case .link(let link, let isSwapped):
      return pairs(ofLink: link).map { isSwapped ? $0.swapped : $0 }
    case .toOne(let entity, let index, let side, let keepsOrder):
      let name = migration.source.entities[entity].toOnes[index].name
      let objects = source.objects.filter {
        migration.source.entities[entity].subtree.contains($0.key.entity)
      }
      return objects.compactMap { object -> Pair? in
        guard let other = object.reference(name) else { return nil }
        let pair = Pair(
          first: object.key, second: other,
          orderInSecond: keepsOrder ? object.order(name) : nil)
        return side == .first ? pair : pair.swapped
      }
    }
  }
}

extension MigratedDataset.Pair {
  fileprivate var swapped: Self {
    Self(
      first: second, second: first, orderInFirst: orderInSecond, orderInSecond: orderInFirst)
  }
}

extension Dataset.Object {
  fileprivate func reference(_ name: String) -> ObjectKey? {
    guard case .reference(let key)? = values[name] else { return nil }
    return key
  }

  fileprivate func order(_ name: String) -> Int64? {
    guard case .integer(let order)? = values[name + "#"] else { return nil }
    return order
  }
}
