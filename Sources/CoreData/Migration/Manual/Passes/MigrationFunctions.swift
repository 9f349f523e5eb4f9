// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
package import PredicateLanguage

// What expressions of mappings may ask of a migration.

extension NSMigrationManager: PredicateReading {
  package final func predicateValue(forKey key: String) throws(EvaluationError) -> Any? {
    switch key {
    case "sourceContext": return sourceContext
    case "destinationContext": return destinationContext
    case "mappingModel": return mappingModel
    case "currentEntityMapping": return currentEntityMapping
    case "migrationProgress": return migrationProgress
    case "userInfo": return userInfo
    default: throw .undefinedKey(key, type: "\(Swift.type(of: self))")
    }
  }
}

extension NSEntityMapping: PredicateReading {
  package final func predicateValue(forKey key: String) throws(EvaluationError) -> Any? {
    switch key {
    case "name": return name
    case "sourceEntityName": return sourceEntityName
    case "destinationEntityName": return destinationEntityName
    case "mappingType": return Int(mappingType.rawValue)
    case "userInfo": return userInfo
    default: throw .undefinedKey(key, type: "NSEntityMapping")
    }
  }
}

extension NSPropertyMapping: PredicateReading {
  package final func predicateValue(forKey key: String) throws(EvaluationError) -> Any? {
    switch key {
    case "name": return name
    case "userInfo": return userInfo
    default: throw .undefinedKey(key, type: "NSPropertyMapping")
    }
  }
}

extension NSEntityMigrationPolicy: FunctionAnswering {
  package final func result(
    ofFunction name: String, arguments: [Any?]
  ) throws(EvaluationError) -> Any?? {
    try ClientFunction(name, function(named: name)).result(arguments)
  }
}

extension NSMigrationManager: FunctionAnswering {
  package final func result(
    ofFunction name: String, arguments: [Any?]
  ) throws(EvaluationError) -> Any?? {
    if let result = try ClientFunction(name, function(named: name)).result(arguments) {
      return result
    }
    return try ManagerFunctions(of: self, name, arguments).result()
  }
}

/// A function that a subclass answers with.
private struct ClientFunction {
  private let name: String
  private let body: (([Any?]) throws -> Any?)?

  init(_ name: String, _ body: (([Any?]) throws -> Any?)?) {
    self.name = name
    self.body = body
  }

  func result(_ arguments: [Any?]) throws(EvaluationError) -> Any?? {
    guard let body else { return .none }
    do { return .some(try body(arguments)) } catch {
      throw .failed("The function \(name) failed: \(error)")
    }
  }
}

/// The functions of a migration manager by the names that mapping models have for them.
private struct ManagerFunctions {
  private let manager: NSMigrationManager
  private let name: String
  private let arguments: [Any?]

  init(of manager: NSMigrationManager, _ name: String, _ arguments: [Any?]) {
    self.manager = manager
    self.name = name
    self.arguments = arguments
  }

  func result() throws(EvaluationError) -> Any?? {
    switch name {
    case "destinationInstancesForEntityMappingNamed:sourceInstances:":
      return .some(try destinationInstances())
    case "sourceInstancesForEntityMappingNamed:destinationInstances:":
      return .some(try sourceInstances())
    case "destinationInstancesForSourceRelationshipNamed:sourceInstances:":
      return .some(try relatedInstances())
    case "fetchRequestForSourceEntityNamed:predicateString:":
      return .some(try sourceRequest())
    case "sourceContext", "destinationContext", "mappingModel", "currentEntityMapping",
      "migrationProgress", "userInfo":
      guard arguments.isEmpty else { throw invalid("it takes no arguments") }
      return .some(try manager.predicateValue(forKey: name))
    default: return .none
    }
  }

  // MARK: - Functions

  private func destinationInstances() throws(EvaluationError) -> [NSManagedObject] {
    let (run, mappings) = (try run(), try mappings())
    return run.associations.destinations(of: try objects().map(\.key), by: mappings)
  }

  private func sourceInstances() throws(EvaluationError) -> [NSManagedObject] {
    let (run, mappings) = (try run(), try mappings())
    return run.associations.sources(of: try objects(), by: mappings)
  }

  /// Returns the objects that others have become by any mapping, as far as the relationship may lead
  /// there.
  private func relatedInstances() throws(EvaluationError) -> [NSManagedObject] {
    let run = try run()
    let found = run.associations.destinations(
      of: try objects().map(\.key), by: run.mapping.entityMappings ?? [])
    let entity = manager.destinationEntity(for: manager.currentEntityMapping)
    guard let name = run.propertyMapping?.name,
      let target = entity?.relationshipsByName[name]?.destinationEntity
    else { return found }
    return found.filter { $0.entity.isKindOf(entity: target) }
  }

  private func sourceRequest() throws(EvaluationError) -> NSFetchRequest<NSManagedObject> {
    let (entity, format) = (try text(0), try text(1))
    guard try run().source.model.entitiesByName[entity] != nil else {
      throw invalid("the source has no entity named '\(entity)'")
    }
    let request = NSFetchRequest<NSManagedObject>(entityName: entity)
    request.includesSubentities = false
    do { request.predicate = try NSPredicate.parse(format: format, arguments: []) } catch {
      throw invalid("\(error)")
    }
    return request
  }

  // MARK: - Arguments

  private func run() throws(EvaluationError) -> MigrationRun {
    guard let run = manager.run else { throw invalid("no migration is running") }
    return run
  }

  private func mappings() throws(EvaluationError) -> [NSEntityMapping] {
    let name = try text(0)
    let mappings = manager.mappingModel.mappings(named: name)
    guard !mappings.isEmpty else { throw invalid("there is no entity mapping named '\(name)'") }
    return mappings
  }

  private func text(_ place: Int) throws(EvaluationError) -> String {
    guard arguments.count == 2, case .string(let text) = OperandValue(arguments[place]) else {
      throw invalid("it takes two arguments, of which number \(place + 1) is a text")
    }
    return text
  }

  /// Those that do not exist have become nothing.
  private func objects() throws(EvaluationError) -> [NSManagedObject] {
    guard arguments.count == 2, let value = OperandValue.flattened(arguments[1]) else { return [] }
    guard let objects = MigratedValue.objects(in: value) else {
      throw invalid("its second argument is \(OperandValue(value).kind), not objects")
    }
    return objects
  }

  private func invalid(_ reason: String) -> EvaluationError {
    .invalidArgument(function: name, reason: reason)
  }
}
