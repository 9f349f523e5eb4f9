// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

/// The settings that a generation depends on besides the model itself.
package struct GenerationOptions: Sendable, Equatable {
  /// The model's name, that of its bundle; names the file and the registration.
  package var modelName: String
  /// How the header of the generated file names the model's file.
  package var modelFile: String
  /// How diagnostics name it: the path of the version's file.
  package var diagnosticFile: String
  /// The module the code is compiled into. Classes of other modules are not generated.
  package var module: String

  /// The XML of the version, which the code carries, so that programs find the model without their
  /// resources; nil leaves it out.
  package var contents: String?

  /// Names of types of the module. The registration takes another name than one of these.
  package var takenNames: Set<String>

  package init(
    modelName: String, modelFile: String, module: String, diagnosticFile: String? = nil,
    contents: String? = nil, takenNames: Set<String> = []
  ) {
    self.takenNames = takenNames
    self.contents = contents
    self.modelName = modelName
    self.modelFile = modelFile
    self.diagnosticFile = diagnosticFile ?? modelFile
    self.module = module
  }

  /// The name of the one file with everything generated from the model.
  package var fileName: String { "\(modelName)+ManagedObjects.swift" }
}
