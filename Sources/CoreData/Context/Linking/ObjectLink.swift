// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

public import Foundation
import QueryLowering
import StoreInterface

/// A link of one object, with the destination's class: what key-value access gives, typed, and what
/// it cannot say. Our addition (R-PSC-965).
///
/// ```swift
/// let book = loan.link("book", to: Book.self)
/// book.object = someBook
/// if book.isBroken { print("gone: \(book.uris)") }
/// ```
///
/// To be used on the queue of the object's context, as the object.
public struct ObjectLink<Destination: NSManagedObject> {
  private let owner: NSManagedObject
  private let record: PropertyRecord

  init(_ owner: NSManagedObject, _ record: PropertyRecord) {
    self.owner = owner
    self.record = record
  }

  /// The destination; nil if there is none, if it cannot be found, or if it is of another class. Of
  /// a to-many link any one of the members; setting it makes it the only one.
  public var object: Destination? {
    get { record.link == .toOne ? value as? Destination : objects.first }
    nonmutating set { set(newValue.map { [$0] } ?? []) }
  }

  /// The destinations that can be found and are of the class. Setting several for a to-one link is a
  /// programmer error.
  public var objects: Set<Destination> {
    get {
      if record.link == .toOne { return Set(object.map { [$0] } ?? []) }
      let objects = value.flatMap { RelationshipValue.objects(in: $0) } ?? []
      return Set(objects.compactMap { $0 as? Destination })
    }
    nonmutating set { set(Array(newValue)) }
  }

  /// The URIs of all destinations, those that cannot be found too. Temporary ones until a new
  /// destination is saved.
  public var uris: [URL] { owner.linkURIs(record.index).compactMap(URL.init(string:)) }

  /// The IDs of destinations whose stores are here, existing or not. No query.
  public var objectIDs: [NSManagedObjectID] {
    owner.linkURIs(record.index).compactMap { owner.context?.linkedID($0) }
  }

  /// True if some destination cannot be found. As costly as ``objects``.
  public var isBroken: Bool {
    let uris = owner.linkURIs(record.index)
    return uris.count != (owner.context?.linked(uris, to: record).count ?? 0)
  }

  /// Adds a destination to a to-many link, and keeps those that cannot be found now, which setting
  /// ``objects`` would lose.
  public func insert(_ object: Destination) {
    owner.requireLinkable(object, record.index)
    let uri = object.objectID.uriRepresentation().absoluteString
    change(owner.linkURIs(record.index) + [uri])
  }

  /// Removes a destination, and keeps those that cannot be found now.
  public func remove(_ object: Destination) {
    let context = owner.context
    change(
      owner.linkURIs(record.index).filter { context?.linkedID($0) != object.objectID })
  }

  private var value: Any? { owner.value(forKey: record.name) }

  private func set(_ objects: [Destination]) {
    owner.setValue(record.link == .toOne ? single(objects) : Set(objects), forKey: record.name)
  }

  private func single(_ objects: [Destination]) -> Destination? {
    if objects.count > 1 { tooMany() }
    return objects.first
  }

  private func change(_ uris: [String]) {
    if record.link == .toOne, uris.count > 1 { tooMany() }
    owner.willChangeValue(forKey: record.name)
    owner.change(record.index, to: LinkCoding.cell(uris, record.link ?? .toMany))
    owner.didChangeValue(forKey: record.name)
  }

  private func tooMany() -> Never {
    raise(
      .invalidArgument,
      "The link '\(record.name)' of entity \(owner.layout.schema.name) leads to one object only.")
  }
}

extension NSManagedObject {
  /// Returns the link of a name with the class of its destination. A property that is no link is a
  /// programmer error. Our addition.
  public final func link<Destination: NSManagedObject>(
    _ name: String, to type: Destination.Type = NSManagedObject.self
  ) -> ObjectLink<Destination> {
    guard let record = layout.record(named: name) else { failUndefined(name) }
    guard record.link != nil else {
      raise(.invalidArgument, "'\(name)' of entity \(layout.schema.name) is no link.")
    }
    return ObjectLink(self, record)
  }
}

extension LinkDescription {
  /// Returns the objects whose link leads to an object: the inverse query, answered by the stores,
  /// through the index of a to-one link. With the context's pending changes, in no order.
  ///
  /// - Throws: what the fetch throws.
  public final func owners(
    of object: NSManagedObject, in context: NSManagedObjectContext
  ) throws -> [NSManagedObject] {
    let request = NSFetchRequest<NSManagedObject>(entityName: entity.name ?? "")
    request.predicate = NSPredicate(
      format: isToMany ? "ANY %K == %@" : "%K == %@", argumentArray: [name, object])
    return try context.fetch(request)
  }
}
