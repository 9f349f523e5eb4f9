// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import ModelFormat
import StoreInterface
import Synchronization

/// The compiled form of a model that may not change any more.
struct FrozenModel {
  /// By their numbers: depth-first, roots and children by ascending name.
  let entities: [NSEntityDescription]
  /// Of the entities, in the same order.
  let layouts: [PropertyLayout]
  let schema: StoreSchema
  /// Why some properties cannot be stored; empty for a sound model.
  let problems: [SchemaError]
  let versionHashes: [String: Data]
}

extension NSManagedObjectModel {
  /// Forbids all changes, and resolves inheritance, layouts and the schema. Does nothing the
  /// second time. Called by each coordinator of the model.
  final func freeze() {
    Self.freezeLock.withLock { _ in
      if frozen == nil { frozen = frozenState() }
    }
    EntityLookup.noteUse(of: self)
  }

  /// The same for an object without a coordinator. The model stays for good then, since such objects do not
  /// keep it; no class goes by it.
  final func freezeForObjects() {
    let kept = Self.freezeLock.withLock { _ -> Transferable<NSManagedObjectModel>? in
      guard frozen == nil else { return nil }
      frozen = frozenState()
      return Transferable(self)
    }
    if let kept { Self.kept.withLock { $0.append(kept) } }
  }

  private static let kept = Mutex<[Transferable<NSManagedObjectModel>]>([])

  /// The model compiled; the model must be frozen.
  final var schema: StoreSchema { frozenModel.schema }

  /// The entities by their numbers; the model must be frozen.
  final var orderedEntities: [NSEntityDescription] { frozenModel.entities }

  /// The entities' layouts by their numbers; the model must be frozen.
  final var orderedLayouts: [PropertyLayout] { frozenModel.layouts }

  /// Throws when the model cannot be stored as it is; checked when a store is added. The model
  /// must be frozen.
  final func validateSchema() throws {
    let problems: [any Error] = frozenModel.problems.map {
      CocoaError.make(.coreData, reason: $0.description)
    }
    if let error = CocoaError.combine(
      problems, code: .coreData, text: "The model has several properties that cannot be stored.")
    {
      throw error
    }
  }

  private var frozenModel: FrozenModel {
    guard let frozen else { preconditionFailure("The model is not used by a coordinator yet.") }
    return frozen
  }

  private func frozenState() -> FrozenModel {
    let roots = entityList.filter { $0.parent == nil }
    let ordered = ModelNames.sorted(roots).flatMap(Self.depthFirst)
    for entity in ordered { entity.propertyTable.freeze(entity) }
    var compiler = SchemaCompiler(ordered)
    let schema = compiler.compile()
    frozenEntities = Self.named(entityList)
    let layouts = LayoutBuilder(model: self, schema: schema).layouts()
    for layout in layouts { layout.entity.frozenLayout = layout }
    for entity in ordered { entity.freezeFlags() }
    freezing.freeze()
    var derivations = DerivationCompiler(layouts, schema)
    return FrozenModel(
      entities: ordered, layouts: layouts, schema: derivations.compile(),
      problems: compiler.problems + derivations.problems,
      versionHashes: VersionHashing.hashes(of: self))
  }

  private static func depthFirst(_ entity: NSEntityDescription) -> [NSEntityDescription] {
    [entity] + ModelNames.sorted(entity.subentities).flatMap(depthFirst)
  }
}

extension NSEntityDescription {
  /// The numbers of the properties. Freezes a model that no coordinator uses yet: its objects do.
  final var frozenLayoutOrFail: PropertyLayout {
    if frozenLayout == nil { managedObjectModel.freezeForObjects() }
    guard let frozenLayout else {
      raise(.invalidArgument, "The entity '\(name ?? "")' is not in its model any more.")
    }
    return frozenLayout
  }

  final func freezeFlags() {
    freezing.freeze()
    for property in propertyTable.own { property.freezeFlags() }
    for index in indexes { index.freezing.freeze() }
  }
}

extension NSPropertyDescription {
  final func freezeFlags() {
    facets.freezing.freeze()
    guard let composite = self as? NSCompositeAttributeDescription else { return }
    for element in composite.elements { element.freezeFlags() }
  }
}

/// The switch that says if a description may still be changed. A model shares its fate with
/// everything in it: `NSManagedObjectModel.freeze()` sets all of their flags, and every setter
/// checks its own.
final class Freezing {
  private(set) var isFrozen = false
  /// When the description was last changed: larger than the stamp of every earlier change in the
  /// process.
  private(set) var stamp: UInt64
  private static let lastStamp = Atomic<UInt64>(0)

  init() { stamp = Freezing.nextStamp() }

  private static func nextStamp() -> UInt64 {
    lastStamp.wrappingAdd(1, ordering: .relaxed).newValue
  }

  /// Forbids changes from now on.
  func freeze() { isFrozen = true }

  /// Called before every change; stops the program when the description belongs to a model in use.
  func requireMutable() {
    if isFrozen { raise(.internalInconsistency, "Can't modify an immutable model.") }
    stamp = Freezing.nextStamp()
  }
}

/// How names are ordered and hashed wherever numbers are given to what they name.
enum ModelNames {
  /// Returns the 64-bit hash of a property's name.
  static func hash(of name: String) -> UInt64 { PropertyNameHash.of(name) }

  /// Returns true if one name comes before another: by UTF-8 bytes, which no locale changes.
  static func precedes(_ left: String, _ right: String) -> Bool {
    PropertyOrder.precedes(left, right)
  }

  /// Returns the entities ascending by name.
  static func sorted(_ entities: [NSEntityDescription]) -> [NSEntityDescription] {
    entities.sorted { precedes($0.name ?? "", $1.name ?? "") }
  }
}
