// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import KeyedArchives
import class PredicateLanguage.NSExpression

/// The source of a mapping model, as its editor saves it (R-MOD-320).
///
/// Expressions that nobody has written are made as the compiler of mapping models makes them.
struct MappingSource {
  private let records: MappingRecords
  private let model: MappingRecords.Record
  private let entities: [MappingRecords.Record]
  /// The versions that it is for, as far as it holds them.
  private let source: HeldModel
  private let destination: HeldModel

  init(_ records: MappingRecords) throws(ArchivedGraph.Damage) {
    guard let model = records.first("XDDEVMAPPINGMODEL") else {
      throw ArchivedGraph.Damage("it holds no mapping model")
    }
    self.records = records
    self.model = model
    source = try HeldModel(try Self.data(model, "sourcemodeldata"))
    destination = try HeldModel(try Self.data(model, "destinationmodeldata"))
    // The numbers of the editor are the order; equal ones are in the order of the file.
    entities = try records.linked("entitymappings", from: model, type: "XDDEVENTITYMAPPING")
      .enumerated().sorted {
        (Self.number($0.element), $0.offset) < (Self.number($1.element), $1.offset)
      }.map(\.element)
  }

  /// The paths, in the editor's project, of the versions that it is for; nil where it does not say.
  var modelPaths: (source: String?, destination: String?) {
    (Self.name(model, "sourcemodelpath"), Self.name(model, "destinationmodelpath"))
  }

  private static func number(_ record: MappingRecords.Record) -> Int {
    record.texts["mappingnumber"].flatMap { Int($0) } ?? Int.max
  }

  /// - Parameter models: those that it is made for, if it does not hold them itself.
  func mappings(
    unlessHeld models: ModelPair?
  ) throws(ArchivedGraph.Damage) -> [NSEntityMapping] {
    let defaults = DefaultExpressions(
      from: source.sketch ?? models.map { ModelSketch($0.source) },
      to: destination.sketch ?? models.map { ModelSketch($0.destination) },
      mappings: entities.compactMap { record in
        Self.name(record, "sourcename").map { (name: Self.title(record), source: $0) }
      })
    var mappings: [NSEntityMapping] = []
    for record in entities {
      let mapping = try mapping(record, defaults)
      mapping.sourceEntityVersionHash = source.hash(of: mapping.sourceEntityName)
      mapping.destinationEntityVersionHash = destination.hash(of: mapping.destinationEntityName)
      mappings.append(mapping)
    }
    return mappings
  }

  /// Returns false if its mappings are for other versions: where no hash tells, by the names in the versions that it
  /// holds, and without those by the properties that the mappings list, which are the destination's.
  func mayBe(for versions: ModelPair, _ mappings: [NSEntityMapping]) -> Bool {
    let isSource =
      mappings.allSatisfy(\.hasSourceHash) || source.sketch?.describes(versions.source) ?? true
    return isSource
      && (mappings.allSatisfy(\.hasDestinationHash)
        || destination.sketch?.describes(versions.destination)
          ?? mappings.allSatisfy { Self.lists($0, of: versions.destination) })
  }

  private static func lists(_ mapping: NSEntityMapping, of model: NSManagedObjectModel) -> Bool {
    guard let entity = mapping.destinationEntityName.flatMap({ model.entitiesByName[$0] }) else {
      return mapping.destinationEntityName == nil
    }
    let attributes = (mapping.attributeMappings ?? []).compactMap(\.name)
    let relationships = (mapping.relationshipMappings ?? []).compactMap(\.name)
    return attributes.allSatisfy { entity.attributesByName[$0] != nil }
      && relationships.allSatisfy { entity.relationshipsByName[$0] != nil }
  }

  // MARK: - Entities

  private func mapping(
    _ record: MappingRecords.Record, _ defaults: DefaultExpressions
  ) throws(ArchivedGraph.Damage) -> NSEntityMapping {
    let mapping = NSEntityMapping()
    mapping.sourceEntityName = Self.name(record, "sourcename")
    mapping.destinationEntityName = Self.name(record, "destinationname")
    mapping.entityMigrationPolicyClassName = Self.name(record, "migrationpolicyclassname")
    mapping.name = Self.title(record)
    mapping.userInfo = try Self.userInfo(record)
    mapping.mappingType = Self.type(record, mapping)
    mapping.sourceExpression = try sourceExpression(record, mapping)
    mapping.attributeMappings = try properties(
      "attributemappings", of: record, type: "XDDEVATTRIBUTEMAPPING"
    ) { defaults.attribute($0, of: mapping, origin: $1) }
    mapping.relationshipMappings = try properties(
      "relationshipmappings", of: record, type: "XDDEVRELATIONSHIPMAPPING"
    ) { defaults.relationship($0, of: mapping, origin: $1) }
    return mapping
  }

  private static func name(_ record: MappingRecords.Record, _ key: String) -> String? {
    record.texts[key].flatMap { $0.allSatisfy(\.isWhitespace) ? nil : $0 }
  }

  /// The name of a mapping: given, or made of both entities.
  private static func title(_ record: MappingRecords.Record) -> String {
    name(record, "name")
      ?? [name(record, "sourcename"), name(record, "destinationname")].compactMap { $0 }
      .joined(separator: "To")
  }

  /// An undefined type follows from what there is.
  private static func type(
    _ record: MappingRecords.Record, _ mapping: NSEntityMapping
  ) -> NSEntityMappingType {
    switch record.texts["mappingtypename"]?.lowercased() {
    case "custom": return .customEntityMappingType
    case "add": return .addEntityMappingType
    case "remove": return .removeEntityMappingType
    case "copy": return .copyEntityMappingType
    case "transform": return .transformEntityMappingType
    default: break
    }
    if mapping.entityMigrationPolicyClassName != nil { return .customEntityMappingType }
    if mapping.sourceEntityName == nil { return .addEntityMappingType }
    if mapping.destinationEntityName == nil { return .removeEntityMappingType }
    return mapping.sourceEntityName == mapping.destinationEntityName
      ? .copyEntityMappingType : .transformEntityMappingType
  }

  private func sourceExpression(
    _ record: MappingRecords.Record, _ mapping: NSEntityMapping
  ) throws(ArchivedGraph.Damage) -> NSExpression? {
    if let data = try Self.data(record, "sourceexpressiondata") {
      return try ExpressionArchive.expression(from: data)
    }
    let filter = Self.name(record, "sourcefilterpredicatestring") ?? DefaultExpressions.everything
    return mapping.sourceEntityName.map { DefaultExpressions.source($0, predicate: filter) }
  }

  // MARK: - Properties

  private func properties(
    _ name: String, of record: MappingRecords.Record, type: String,
    orElse generate: (String, DefaultExpressions.Origin) -> NSExpression?
  ) throws(ArchivedGraph.Damage) -> [NSPropertyMapping] {
    var mappings: [NSPropertyMapping] = []
    for property in try records.linked(name, from: record, type: type) {
      guard let name = Self.name(property, "name") else {
        throw ArchivedGraph.Damage("the property mapping \(property.id) has no name")
      }
      let mapping = NSPropertyMapping()
      mapping.name = name
      mapping.userInfo = try Self.userInfo(property)
      if let data = try Self.data(property, "valueexpressiondata") {
        mapping.valueExpression = try ExpressionArchive.expression(from: data)
      } else if property.texts["autogenerateexpression"] != "0" {
        mapping.valueExpression = generate(name, Self.origin(property))
      }
      mappings.append(mapping)
    }
    return mappings.sorted { ($0.name ?? "") < ($1.name ?? "") }
  }

  /// Where the value of a property comes from, as far as somebody has said it.
  private static func origin(_ record: MappingRecords.Record) -> DefaultExpressions.Origin {
    DefaultExpressions.Origin(
      keyPath: name(record, "sourcekeypath"), mapping: name(record, "sourcemappingname"))
  }

  private static func userInfo(
    _ record: MappingRecords.Record
  ) throws(ArchivedGraph.Damage) -> [AnyHashable: Any]? {
    guard let data = try Self.data(record, "userinfodata") else { return nil }
    return try ArchivedGraph(reading: data).rootObject.flatMap(CompiledMapping.userInfo)
  }

  private static func data(
    _ record: MappingRecords.Record, _ key: String
  ) throws(ArchivedGraph.Damage) -> Data? {
    guard let text = record.texts[key], !text.allSatisfy(\.isWhitespace) else { return nil }
    guard let data = Data(base64Encoded: text, options: .ignoreUnknownCharacters) else {
      throw ArchivedGraph.Damage("\(key) of \(record.id) is not Base64")
    }
    return data
  }
}

/// A model that the source of a mapping model holds: as an editor has it, of which the names are read, or
/// as a compiled one.
private struct HeldModel {
  /// Nil for no model.
  private(set) var sketch: ModelSketch?
  private var hashes: [String: Data] = [:]

  init(_ data: Data?) throws(ArchivedGraph.Damage) {
    guard let data else { return }
    let graph = try ArchivedGraph(reading: data)
    sketch = ModelSketch(editorArchive: graph)
    guard sketch == nil else { return }
    guard let root = graph.rootObject, root.isKind(of: "NSManagedObjectModel") else {
      throw ArchivedGraph.Damage("a model in it is neither an editor's nor a compiled one")
    }
    let model = NSManagedObjectModel()
    try ArchivedModelReader(root).build(into: model)
    (sketch, hashes) = (ModelSketch(model), model.entityVersionHashesByName)
  }

  /// Returns the version hash of an entity; nil where it is not known.
  func hash(of entity: String?) -> Data? { entity.flatMap { hashes[$0] } }
}
