// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import ClassGenerator
import Foundation
import ModelChecking
import ModelFormat

/// One run of the tool: reads a model, writes one Swift file, and prints what is to be said.
struct GenerationRun {
  let arguments: [String]

  /// Does the work and returns the exit status.
  func run() -> Int32 {
    guard arguments.count >= 4 else {
      print("error: usage: coredata-codegen MODEL OUTPUT-FOLDER MODULE [TAKEN-NAME]...")
      return 64
    }
    let model = URL(fileURLWithPath: arguments[1])
    do {
      let code = try generate(from: model)
      report(code.diagnostics)
      if code.diagnostics.contains(where: { $0.severity == .error }) { return 1 }
      return write(code, to: URL(fileURLWithPath: arguments[2]))
    } catch {
      report(error.diagnostics)
      return 1
    }
  }

  private func generate(from model: URL) throws(ModelFormatError) -> GeneratedCode {
    let bundle = try ModelBundle(at: model)
    let reading = try bundle.read().checkingFormats()
    let document = try reading.validDocument()
    report(reading.diagnostics)
    return ClassGenerator.code(
      for: document,
      GenerationOptions(
        modelName: bundle.name, modelFile: model.lastPathComponent, module: arguments[3],
        diagnosticFile: bundle.currentContents?.path, contents: bundle.currentText,
        takenNames: Set(arguments.dropFirst(4))))
  }

  private func write(_ code: GeneratedCode, to folder: URL) -> Int32 {
    let file = folder.appendingPathComponent(code.fileName)
    do {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      try Data(code.text.utf8).write(to: file, options: .atomic)
      return 0
    } catch {
      print("\(file.path):1: error: cannot write the file: \(error.localizedDescription)")
      return 2
    }
  }

  /// Prints errors and warnings in the form that builds show.
  private func report(_ diagnostics: [ModelDiagnostic]) {
    for diagnostic in diagnostics { print(diagnostic) }
  }
}
