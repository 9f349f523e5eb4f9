// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

package import ModelFormat

/// The parts of a target's models that accessors need: places of properties, and classes that are
/// generated beside them.
package struct ManagedModel {
  let document: ModelDocument
  private let names: ClassNames

  package init(_ document: ModelDocument, module: String) {
    self.document = document
    names = ClassNames(document: document, module: module)
  }

  /// The classes that the model's own command generates.
  var generatedTypes: [TypeDeclaration] {
    document.entities.filter { $0.codeGeneration == .classDefinition }.compactMap { entity in
      names.ownName(of: entity).map { name in
        let superclass = TypeSyntax.named(
          names.superclass(of: entity).split(separator: ".").map {
            TypeSyntax.Component(name: $0.filter { $0 != "`" })
          })
        return TypeDeclaration(kind: .class, path: [name], access: .public, inherited: [superclass])
      }
    }
  }

  /// Returns the place of a property among those of the entity whose class has this name.
  func slot(of property: String, inClass name: String) -> Int? {
    properties(ofClass: name)?.firstIndex(of: property)
  }

  /// Returns the properties of the entity whose class has this name, in the order of their slots.
  func properties(ofClass name: String) -> [String]? {
    document.entities.first { names.ownName(of: $0) == name }
      .map { document.propertyOrder(of: $0.name) }
  }
}
