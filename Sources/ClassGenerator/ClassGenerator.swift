// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

package import ModelFormat

/// Generates `NSManagedObject` subclasses and typed properties from a model.
///
/// Everything goes into one file, so that a build tool knows its outputs without reading models.
/// Stateless; any thread; linear in the size of the model.
package enum ClassGenerator {
  /// Returns the Swift file for a model that was read without errors.
  package static func code(
    for document: ModelDocument, _ options: GenerationOptions
  ) -> GeneratedCode {
    let names = ClassNames(document: document, module: options.module)
    let sorted = document.entities.sorted { PropertyOrder.precedes($0.name, $1.name) }
    var checks = GenerationChecks(file: options.diagnosticFile)
    checks.noticeForeignClasses(names)
    let classes = checks.usable(sorted.compactMap { ClassSource($0, names: names) })
    var source = SourceText()
    writeHeader(
      document, options, isImporting: !classes.isEmpty || options.contents != nil, to: &source)
    for item in classes {
      item.write(to: &source)
      source.line()
    }
    RegistrationSource(
      name: registrationName(options, beside: classes), modelName: options.modelName,
      version: document.name, contents: options.contents, classes: classes
    ).write(to: &source)
    return GeneratedCode(
      fileName: options.fileName, text: source.text, diagnostics: checks.diagnostics)
  }

  /// Returns the documented name, `<Model>Model`, unless a type of the module has it.
  private static func registrationName(
    _ options: GenerationOptions, beside classes: [ClassSource]
  ) -> String {
    let name = SwiftIdentifier.made(from: options.modelName) + "Model"
    let isTaken = options.takenNames.contains(name) || classes.contains { $0.name == name }
    return isTaken ? "_\(name)Registration" : name
  }

  private static func writeHeader(
    _ document: ModelDocument, _ options: GenerationOptions, isImporting: Bool,
    to source: inout SourceText
  ) {
    source.line("// Generated from \(options.modelFile), version \(document.name). Do not edit.")
    source.line()
    // Public, and used so: beside a file's plain import an internal one is an error, a plain one beside
    // an internal one as well, and one that is public for nothing draws a warning.
    guard isImporting else { return }
    source.line("public import CoreData")
    source.line()
  }
}
