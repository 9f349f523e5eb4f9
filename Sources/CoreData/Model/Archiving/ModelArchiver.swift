// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import KeyedArchives
import StoreInterface
import Synchronization

/// Makes the archive of a model, in the form in which Apple's framework keeps it in stores (R-MOD-308).
///
/// Facts for which Apple's keys are not known have keys that begin with `OCD`: Apple's framework does
/// not look at them.
struct ModelArchiver {
  private static let emptySlot = "__empty_slot_token_4c24_98dc_ac1e_b773__"

  private let model: NSManagedObjectModel
  private let root = ArchiveNode(class: "NSManagedObjectModel")
  private var entities: EntityArchiver

  private init(_ model: NSManagedObjectModel) {
    self.model = model
    entities = EntityArchiver(model, root: root)
  }

  /// Returns the archive of a model, deflated. It is made once for a model that cannot change any
  /// more. Any thread, as reading the model is.
  static func deflatedArchive(of model: NSManagedObjectModel) -> Data {
    if let known = model.archive.withLock({ $0 }) { return known }
    let made = RawDeflate.deflated(archive(of: model))
    if model.freezing.isFrozen { model.archive.withLock { $0 = made } }
    return made
  }

  /// Returns the archive of a model, of which equal models have equal ones.
  static func archive(of model: NSManagedObjectModel) -> Data {
    var archiver = ModelArchiver(model)
    return KeyedArchiveWriter.data(root: archiver.archived())
  }

  private mutating func archived() -> ArchiveNode {
    let sorted = ModelNames.sorted(model.entities)
    root.add("NSEntities", .node(keyed(sorted)))
    root.add("NSFetchRequestTemplates", .node(templates()))
    if !model.configurationMembers.isEmpty { root.add("NSConfigurations", .node(configurations())) }
    root.add("NSVersionIdentifiers", .node(versionIdentifiers()))
    for entity in sorted { entities.fill(entity) }
    return root
  }

  /// The entities by name, in the dictionary of fixed keys that Apple's framework has in memory.
  private mutating func keyed(_ sorted: [NSEntityDescription]) -> ArchiveNode {
    let keys = sorted.map { ArchiveNode(.text($0.name ?? "")) }
    let mapping = ArchiveNode(class: "NSKnownKeysMappingStrategy1")
    mapping.add("keys", .node(.collection(keys, class: "NSArray")))
    mapping.add("length", .integer(keys.count))
    mapping.add("version", .integer(1))
    let node = ArchiveNode(class: "NSKnownKeysDictionary1")
    node.add("searchMapping", .node(mapping))
    node.add("emptyToken", text: ModelArchiver.emptySlot)
    let values = sorted.compactMap { entities.node(of: $0) }
    node.add("values", .node(.collection(values, class: "NSArray")))
    node.add("version", .integer(1))
    return node
  }

  private func templates() -> ArchiveNode? {
    let names = model.templates.keys.sorted(by: ModelNames.precedes)
    guard !names.isEmpty else { return nil }
    return .dictionary(
      names.compactMap { name in
        guard let request = model.templates[name],
          let node = entities.requests.node(of: request, place: "the fetch request '\(name)'")
        else { return nil }
        return (ArchiveNode(.text(name)), node)
      })
  }

  private func configurations() -> ArchiveNode {
    let names = model.configurationMembers.keys.sorted(by: ModelNames.precedes)
    return .dictionary(
      names.map { name in
        let members = (model.configurationMembers[name] ?? []).compactMap {
          entities.node(named: $0)
        }
        return (ArchiveNode(.text(name)), .collection(members, class: "NSSet"))
      })
  }

  private func versionIdentifiers() -> ArchiveNode {
    let texts = model.versionIdentifiers.compactMap { $0.base as? String }.sorted()
    return .collection(texts.map { ArchiveNode(.text($0)) }, class: "NSSet")
  }
}
