// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import ArgumentParser
import ClassGenerator
import Foundation
import ModelChecking
import ModelFormat

/// `coredata model generate PATH [--output DIR] [--module NAME]`
struct ModelGenerateCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "generate",
    abstract: "Write the Swift classes of a model into a file of a folder.",
    discussion: "The same that the build plugin GenerateManagedObjects does during a build.")

  @Argument(help: "The model: a bundle or an XML file.", completion: .file())
  var path: String

  @Option(
    name: [.short, .long],
    help: "The folder to write into, made when it is missing; - prints to standard output.",
    completion: .directory)
  var output = "."

  @Option(help: "The module that the code is for. (default: the model's name)")
  var module: String?

  @Flag(help: "Print one JSON object about what was written.")
  var json = false

  func validate() throws {
    if json, output == "-" {
      throw ValidationError("--json and --output - would both print to standard output")
    }
    if output.hasSuffix(".swift") {
      throw ValidationError(
        "--output names a folder, and \(output) looks like a file; the file's name is the model's")
    }
  }

  func run() throws {
    let code = try generate()
    for diagnostic in code.diagnostics { Terminal.complain(diagnostic.description) }
    if code.diagnostics.contains(where: { $0.severity == .error }) {
      throw ToolFailure("nothing was generated from \(path)")
    }
    guard output != "-" else { return Terminal.write(code.text) }
    let file = try write(code)
    let report: JSONValue = [
      "file": .string(file.path), "bytes": JSONValue(code.text.utf8.count),
      "diagnostics": .array(code.diagnostics.map(\.json)),
    ]
    Terminal.print(json ? try report.text(isPretty: true) : file.path)
  }

  private func generate() throws -> GeneratedCode {
    let url = URL(fileURLWithPath: path)
    do throws(ModelFormatError) {
      let bundle = try ModelBundle(at: url)
      let document = try bundle.read().checkingFormats().validDocument()
      return ClassGenerator.code(
        for: document,
        GenerationOptions(
          modelName: bundle.name, modelFile: url.lastPathComponent, module: module ?? bundle.name,
          diagnosticFile: bundle.currentContents?.path, contents: bundle.currentText))
    } catch {
      throw ToolFailure(error.description)
    }
  }

  private func write(_ code: GeneratedCode) throws -> URL {
    let folder = URL(fileURLWithPath: output, isDirectory: true)
    let file = folder.appendingPathComponent(code.fileName)
    do {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      try Data(code.text.utf8).write(to: file, options: .atomic)
    } catch {
      throw ToolFailure("cannot write \(file.path): \(ErrorText.line(for: error))")
    }
    return file
  }
}
