// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import ClassGenerator
import Foundation
import ModelChecking
import ModelFormat

/// One run of the tool over a target's sources: writes the accessors of its `@NSManaged`
/// declarations into one Swift file, and prints what cannot be served.
struct ManagedGeneration {
  private var module = ""
  private var output = ""
  private var models: [String] = []
  private var sources: [String] = []
  /// Folders of other modules' sources by the modules' names.
  private var dependencies: [String: String] = [:]

  /// The arguments after `managed`; nil when they are no complete set.
  init?(_ arguments: [String]) {
    guard arguments.count >= 2 else { return nil }
    (module, output) = (arguments[0], arguments[1])
    var rest = arguments.dropFirst(2)
    while let argument = rest.popFirst() {
      switch argument {
      case "--model":
        guard let model = rest.popFirst() else { return nil }
        models.append(model)
      case "--dependency":
        guard let name = rest.popFirst(), let folder = rest.popFirst() else { return nil }
        dependencies[name] = folder
      default: sources.append(argument)
      }
    }
  }

  /// Does the work and returns the exit status.
  func run() -> Int32 {
    let folders = dependencies
    let sources = ManagedSources(
      module: module, sources: sources.compactMap(Self.read), models: models.compactMap(model),
      dependencies: folders.keys.sorted(),
      dependency: { name in folders[name].map(Self.texts) ?? [] })
    let (text, diagnostics) = sources.code()
    for diagnostic in diagnostics { print(diagnostic) }
    if diagnostics.contains(where: { $0.severity == .error }) { return 1 }
    return write(text)
  }

  private static func read(_ path: String) -> (path: String, text: String)? {
    guard let data = FileManager.default.contents(atPath: path) else { return nil }
    return (path, String(decoding: data, as: UTF8.self))
  }

  private static func texts(in folder: String) -> [String] {
    let files = FileManager.default.enumerator(atPath: folder)
    var texts: [String] = []
    while let path = files?.nextObject() as? String {
      if path.hasSuffix(".swift"), let text = read("\(folder)/\(path)")?.text { texts.append(text) }
    }
    return texts
  }

  /// A model that cannot be read is reported by the command that generates its classes.
  private func model(_ path: String) -> ManagedModel? {
    // The command that generates the classes reports the error of both.
    guard let bundle = try? ModelBundle(at: URL(fileURLWithPath: path)),
      let document = try? bundle.read().checkingFormats().validDocument()  // likewise
    else { return nil }
    return ManagedModel(document, module: module)
  }

  /// Writes the file unless it has this text already, so that nothing is compiled again for it.
  private func write(_ text: String) -> Int32 {
    let file = URL(fileURLWithPath: output)
    let data = Data(text.utf8)
    if FileManager.default.contents(atPath: output) == data { return 0 }
    do {
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try data.write(to: file, options: .atomic)
      return 0
    } catch {
      print("\(output):1: error: cannot write the file: \(error.localizedDescription)")
      return 2
    }
  }
}
