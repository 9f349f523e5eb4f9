// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

public import Foundation

// Iterating a model enumerates its entities, as fast enumeration does.
extension NSManagedObjectModel: Sequence {
  /// Returns the entities by ascending name.
  public func makeIterator() -> IndexingIterator<[NSEntityDescription]> {
    entities.makeIterator()
  }
}

extension NSManagedObjectModel {
  /// Reads a model and throws a `CocoaError` that names file, entity and property when it cannot.
  /// Our addition; see `init(contentsOf:)` for what may be read.
  public static func load(from url: URL) throws -> NSManagedObjectModel {
    let model = NSManagedObjectModel()
    try ModelLoading.fill(model, from: url)
    return model
  }

  final func setEntityList(_ roots: [NSEntityDescription]) {
    let list = Self.withDescendants(roots)
    var names: Set<String> = []
    for entity in list {
      let name = entity.name ?? ""
      if name.isEmpty { raise(.invalidArgument, "An entity of a model needs a name.") }
      if !names.insert(name).inserted {
        raise(.invalidArgument, "The model has two entities named '\(name)'.")
      }
      if let other = entity.model, other !== self {
        raise(.invalidArgument, "The entity '\(name)' already belongs to another model.")
      }
    }
    for entity in entityList { entity.model = nil }
    for entity in list { entity.model = self }
    entityList = list.sorted { ($0.name ?? "") < ($1.name ?? "") }
    configurationMembers = configurationMembers.mapValues { $0.filter(names.contains) }
  }

  /// Returns a copy of a request, of the same result type.
  static func duplicate(
    _ request: NSFetchRequest<any NSFetchRequestResult>
  ) -> NSFetchRequest<any NSFetchRequestResult>? {
    request.copy() as? NSFetchRequest<any NSFetchRequestResult>
  }

  static func named(_ entities: [NSEntityDescription]) -> [String: NSEntityDescription] {
    Dictionary(entities.map { ($0.name ?? "", $0) }, uniquingKeysWith: { first, _ in first })
  }

  private static func withDescendants(_ roots: [NSEntityDescription]) -> [NSEntityDescription] {
    var seen: Set<ObjectIdentifier> = []
    return roots.flatMap(\.hierarchy).filter { seen.insert(ObjectIdentifier($0)).inserted }
  }
}
