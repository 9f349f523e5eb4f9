// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

public import Foundation

/// The steps of migrating several stores as one. Our addition (R-PSC-970).
///
/// Made by ``NSPersistentStoreCoordinator/migrationPlan(for:relocating:)``, which changes nothing;
/// carried out by ``NSPersistentStoreCoordinator/migrateAll(_:)``. Its description is for people.
public struct MigrationPlan {
  /// The fate of a store.
  public enum Fate: Hashable, Sendable {
    /// It is of the model's version, and its file is not touched.
    case unchanged
    /// There is no file; it is made when the store is added, if no objects come before.
    case missing
    /// It is of the model's version, and objects come or go.
    case relocated
    /// A copy is brought to the model's version and takes the file's place.
    case migrated
  }

  /// The fate of an entity of a store.
  public struct Entity: Hashable, Sendable {
    /// The name in the present model, or the former one of an entity that is removed.
    public let name: String
    /// One line: what happens to it.
    public let change: String
    /// The changes of its properties, a line each.
    public let details: [String]
    /// How many objects of exactly this entity the store has, as the plan is made; nil for an entity
    /// that it does not have yet.
    public let objectCount: Int?
  }

  /// A store of the plan.
  public struct Store: Hashable, Sendable {
    /// The place of the file.
    public let url: URL
    /// The store's type.
    public let type: String
    /// Nil for the whole model.
    public let configuration: String?
    /// The change of the file as a whole.
    public let fate: Fate
    /// The entities that change, by ascending name.
    public let entities: [Entity]
  }

  /// The stores in the order of their descriptions.
  public let stores: [Store]
  /// True if nothing is to be done.
  public var isEmpty: Bool { parts.allSatisfy { !$0.isTouched } }

  let parts: [Part]
  let relocations: [EntityRelocation]
  let model: NSManagedObjectModel

  init(_ parts: [Part], moving relocations: [EntityRelocation], to model: NSManagedObjectModel) {
    self.parts = parts
    self.relocations = relocations
    self.model = model
    stores = parts.map(\.store)
  }
}

extension MigrationPlan {
  /// A store as the migration needs it.
  struct Part {
    let subject: MigrationSubject
    let store: Store
    /// The metadata of the file when the plan was made; nil where there is none.
    let metadata: [String: Any]?

    var isTouched: Bool { [.migrated, .relocated].contains(store.fate) }
    var configurationName: String { subject.configuration ?? defaultConfigurationName }
  }
}

extension MigrationPlan: CustomStringConvertible {
  /// A paragraph for each store: its fate, and what happens to its entities.
  public var description: String { stores.map(\.description).joined(separator: "\n") }
}

extension MigrationPlan.Store: CustomStringConvertible {
  /// The file, its fate, and a line for each change.
  public var description: String {
    let head =
      "\(url.lastPathComponent) (\(type)\(configuration.map { ", \($0)" } ?? "")): \(fate.text)"
    return ([head] + entities.flatMap(\.lines)).joined(separator: "\n")
  }
}

extension MigrationPlan.Entity {
  fileprivate var lines: [String] {
    ["  \(name): \(change)\(EntityCounts.text(objectCount))"] + details.map { "    \($0)" }
  }
}

extension MigrationPlan.Fate {
  fileprivate var text: String {
    switch self {
    case .unchanged: "of the present version; not touched"
    case .missing: "not there yet"
    case .relocated: "of the present version; a copy with other objects takes its place"
    case .migrated: "a copy is migrated and takes its place"
    }
  }
}
