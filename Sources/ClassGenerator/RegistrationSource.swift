// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import ModelFormat

/// The function that makes a model's generated classes and key paths known to the library.
struct RegistrationSource {
  let modelName: String
  let classes: [ClassSource]

  func write(to source: inout SourceText) {
    let name = SwiftIdentifier.made(from: modelName) + "Model"
    if !classes.isEmpty {
      source.atLoad { $0.line("\(name).register()") }
      source.line()
    }
    source.block("nonisolated public enum \(name)") { source in
      source.line("/// Makes the classes of the model known by name, and the names of their key")
      source.line("/// paths. Done by itself where the loader can; any thread.")
      source.block("public static func register()") { source in
        guard !classes.isEmpty else { return }
        writeClasses(to: &source)
        writeKeyPaths(to: &source)
      }
    }
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
      source.line("var names: [AnyKeyPath: String] = [:]")
      for item in classes {
        // Inherited ones as well: a key path knows the class it was written with.
        for name in item.typedProperties {
          source.line("names[\\\(item.name).\(SwiftIdentifier.escaped(name))] = \"\(name)\"")
        }
      }
      source.line("return names")
    }
  }

  private func bare(_ name: String) -> String { name.filter { $0 != "`" } }
}
