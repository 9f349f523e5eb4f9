// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation

/// One object in a relationship of another.
struct MoveLink {
  let owner: NSManagedObject
  let index: Int
  let destination: NSManagedObject

  /// Parts the two; both sides follow.
  func sever() {
    if owner.layout.access[index].kind == .toOne {
      if owner.toOne(index) === destination { owner.setToOne(index, to: nil) }
    } else if owner.loadedToMany(index).contains(destination) {
      owner.remove([destination], from: index)
    }
  }
}

/// The relationships that tie objects to others: their own, and those without an inverse that lead
/// to them, which only a query finds.
struct MoveLinks {
  private let context: NSManagedObjectContext
  private let loading: RelationshipLoading
  /// The stored relationships of the model that have no inverse.
  private let oneWay: [(entity: NSEntityDescription, record: PropertyRecord)]

  init(_ context: NSManagedObjectContext) {
    self.context = context
    loading = RelationshipLoading(context)
    oneWay = context.requiredCoordinator.entities.flatMap { entity in
      entity.frozenLayoutOrFail.properties.filter { record in
        record.isRelationship && !record.isTransient && record.inverse < 0
          && entity.superentity?.frozenLayoutOrFail.record(named: record.name) == nil
      }.map { (entity, $0) }
    }
  }

  /// Returns the links of objects, which are loaded. A query for each relationship.
  func links(of objects: [NSManagedObject]) throws -> [MoveLink] {
    try loading.load(objects)
    return try objects.flatMap(own)
      + oneWay.flatMap { try foreign($0.entity, $0.record, to: objects) }
  }

  private func own(_ object: NSManagedObject) -> [MoveLink] {
    object.layout.relationships.flatMap { index -> [MoveLink] in
      let access = object.layout.access[index]
      guard !access.isTransient else { return [] }
      return object.destinations(access).filter(object.mayRelate).map {
        MoveLink(owner: object, index: index, destination: $0)
      }
    }
  }

  private func foreign(
    _ entity: NSEntityDescription, _ record: PropertyRecord, to objects: [NSManagedObject]
  ) throws -> [MoveLink] {
    let ends = objects.filter { record.destinations.contains($0.layout.number) }
    guard !ends.isEmpty else { return [] }
    let wanted = Set(ends)
    return try owners(entity, record, of: ends).flatMap { owner in
      owner.destinations(owner.layout.access[record.index]).filter(wanted.contains).map {
        MoveLink(owner: owner, index: record.index, destination: $0)
      }
    }
  }

  private func owners(
    _ entity: NSEntityDescription, _ record: PropertyRecord, of ends: [NSManagedObject]
  ) throws -> [NSManagedObject] {
    let request = NSFetchRequest<NSManagedObject>()
    request.entity = entity
    let format = record.kind == .toOne ? "%K IN %@" : "ANY %K IN %@"
    request.predicate = NSPredicate(format: format, record.name, ends)
    return try context.fetch(request)
  }
}
