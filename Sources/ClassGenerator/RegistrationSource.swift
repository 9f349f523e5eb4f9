// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import ModelFormat

/// The function that makes a model's generated classes and key paths known to the library.
struct RegistrationSource {
  /// The name of the type that has the function.
  let name: String
  let modelName: String
  /// The name of the model's version.
  let version: String
  /// The XML of the version, if the code is to carry it.
  let contents: String?
  let classes: [ClassSource]

  func write(to source: inout SourceText) {
    if !classes.isEmpty || contents != nil {
      source.atLoad { $0.line("\(name).register()") }
      source.line()
    }
    writeContents(to: &source)
    source.block("nonisolated public enum \(name)") { source in
      source.line("/// Makes the classes of the model known by name, and the names of their key")
      source.line("/// paths. Done by itself where the loader can; any thread.")
      // Without classes this is what the file's import is public for.
      if isInlinable { source.line("@inlinable") }
      source.block("public static func register()") { source in
        writeModel(to: &source)
        guard !classes.isEmpty else { return }
        writeClasses(to: &source)
        writeKeyPaths(to: &source)
      }
    }
  }

  private var isInlinable: Bool { classes.isEmpty && contents != nil }

  private var contentsName: String {
    isInlinable ? "_contentsOf" + SwiftIdentifier.made(from: modelName) : "_contents"
  }

  /// The XML as a literal with as many number signs as keep its characters what they are.
  private func writeContents(to source: inout SourceText) {
    guard let contents else { return }
    var fence = "#"
    while contents.contains("\\" + fence) || contents.contains("\"\"\"" + fence) { fence += "#" }
    if isInlinable { source.line("@usableFromInline") }
    source.line(
      "nonisolated \(isInlinable ? "internal" : "private") let \(contentsName): StaticString = "
        + "\(fence)\"\"\"")
    source.line(contents.replacing("\r\n", with: "\n").replacing("\r", with: "\n"))
    source.line("\"\"\"\(fence)")
    source.line()
  }

  private func writeModel(to source: inout SourceText) {
    guard contents != nil else { return }
    source.line("NSManagedObjectModel.registerModel(")
    source.line("  named: \(Self.literal(modelName)), version: \(Self.literal(version)),")
    source.line("  contents: \(contentsName))")
  }

  private static func literal(_ text: String) -> String {
    "\"" + text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
  }

  private func writeClasses(to source: inout SourceText) {
    source.line("NSManagedObject.registerClasses([")
    for item in classes {
      source.line("  \"\(bare(item.name))\": \(item.name).self,")
    }
    source.line("])")
  }

  /// One statement for each: a literal of hundreds of key paths takes the compiler long.
  private func writeKeyPaths(to source: inout SourceText) {
    source.block("NSManagedObject.registerKeyPaths") { source in
      source.line("var names: [\(keyPath): \(string)] = [:]")
      for item in classes {
        // Inherited ones as well: a key path knows the class it was written with.
        for name in item.typedProperties where SwiftIdentifier.isKeyPathComponent(name) {
          source.line("names[\\\(item.name).\(SwiftIdentifier.escaped(name))] = \"\(name)\"")
        }
      }
      source.line("return names")
    }
  }

  private var keyPath: String {
    classes.first?.names.qualified("AnyKeyPath", of: "Swift") ?? "AnyKeyPath"
  }

  private var string: String { classes.first?.names.qualified("String", of: "Swift") ?? "String" }

  private func bare(_ name: String) -> String { name.filter { $0 != "`" } }
}
