// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import ModelChecking
import ModelFormat

/// The user's model: as descriptions for the stack, and as its file says it for the rules that
/// descriptions keep as predicates only.
struct BenchModel {
  let path: String
  let model: NSManagedObjectModel
  let document: ModelDocument
  /// The parts that are measured apart: each configuration, or the whole model when there is none.
  let parts: [ModelPart]

  /// Fails for what is no model, is empty, or has no such configuration.
  init(path: String, configuration: String? = nil) throws {
    self.path = path
    model = try ModelFile.model(at: path)
    do throws(ModelFormatError) {
      document = try ModelReader.document(at: URL(fileURLWithPath: path))
    } catch {
      throw ToolFailure(error.description)
    }
    parts = try Self.parts(of: model, path, configuration)
    registerTransformers()
  }

  /// Returns an attribute as the file has it, looked up in the entity and its ancestors.
  func attribute(_ name: String, of entity: String) -> AttributeDocument? {
    document.ancestry(of: entity).lazy.compactMap { $0.attribute(named: name) }.first
  }

  private static func parts(
    of model: NSManagedObjectModel, _ path: String, _ wanted: String?
  ) throws -> [ModelPart] {
    guard model.entities.contains(where: { !$0.isAbstract }) else {
      throw ToolFailure(
        model.entities.isEmpty
          ? "\(path) has no entities"
          : "\(path) has abstract entities only: there is nothing to store")
    }
    let names = model.namedConfigurations
    if let wanted, !names.contains(wanted) {
      let known = names.isEmpty ? "it has none" : "it has \(names.joined(separator: ", "))"
      throw ToolFailure.usage("the model has no configuration '\(wanted)'; \(known)")
    }
    guard !names.isEmpty else { return [ModelPart(nil, of: model)] }
    let parts = (wanted.map { [$0] } ?? names).map { ModelPart($0, of: model) }
    let filled = parts.filter { !$0.entities.isEmpty }
    // Configurations that nobody has filled part nothing.
    if filled.isEmpty, wanted == nil { return [ModelPart(nil, of: model)] }
    guard !filled.isEmpty else {
      throw ToolFailure("no configuration of \(path) has an entity that is not abstract")
    }
    return filled
  }

  /// Transformers of the application are not in this program: their attributes take data as it is.
  private func registerTransformers() {
    for entity in model.entities {
      for attribute in entity.attributesByName.values {
        guard let name = attribute.valueTransformerName, !name.isEmpty else { continue }
        let key = NSValueTransformerName(rawValue: name)
        if ValueTransformer.valueTransformer(forName: key) == nil {
          ValueTransformer.setValueTransformer(DataPassage(), forName: key)
        }
      }
    }
  }
}

/// Stands for a transformer that only the application has.
private final class DataPassage: ValueTransformer, @unchecked Sendable {
  // Sendable: it has no state.
  override func transformedValue(_ value: Any?) -> Any? { value as? Data }
}
