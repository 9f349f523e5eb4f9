// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

/// Brings sources that were written for Apple's Core Data to this library, as far as that can be
/// done without a doubt, and names what is left.
///
/// The sources of a program belong in one port, since types of one decide about others. What has
/// been ported is not changed by a second port.
package struct SourcePort {
  private let sources: [SourceCode]
  private let context: PortContext

  /// - Parameter sources: Swift files with their paths, which serve to tell them and the modules
  ///   that they belong to apart.
  package init(_ sources: [(path: String, text: String)]) {
    self.sources = sources.map { SourceCode(path: $0.path, text: $0.text) }
    context = PortContext(self.sources)
  }

  /// Returns the sources in their order. The cost is linear in their length.
  package func ported() -> [PortedSource] { sources.map(ported) }

  private func ported(_ code: SourceCode) -> PortedSource {
    let attributes = AttributeRewriting(code)
    let keyPaths = KeyPathRewriting(code, context.types)
    let selectors = SelectorRewriting(code)
    let initialisers = InitialiserRewriting(code, context.types)
    let names = ModuleNameRewriting(code)
    let imports = ImportRewriting(
      code, context, needsSelector: !selectors.edits.isEmpty, bareNames: names.bareNames)
    return PortedSource(
      path: code.path, original: code.text,
      edits: attributes.edits + FileProtectionRewriting(code).edits
        + ArgumentListRewriting(code).edits + OptionalCallRewriting(code).edits + keyPaths.edits
        + selectors.edits
        + initialisers.edits + names.edits + imports.edits,
      remainders: attributes.remainders + keyPaths.remainders + selectors.remainders
        + initialisers.remainders + RemainingCode(code, context.types).remainders)
  }
}

/// The facts that the sources of a port tell about each other.
struct PortContext {
  let types: TypeIndex
  /// Folders of modules in which Core Data is imported.
  private let modules: Set<String>

  init(_ sources: [SourceCode]) {
    types = TypeIndex(sources)
    modules = Set(
      sources.filter { $0.modules.contains("CoreData") }.map { Self.folder(of: $0.path) })
  }

  /// Returns true if a file of the same module imports Core Data.
  func importsCoreData(besides path: String) -> Bool {
    modules.contains(Self.folder(of: path))
  }

  /// `Sources/Library` of a package's file; of others nothing, they count as one module.
  private static func folder(of path: String) -> String {
    let names = path.split(separator: "/")
    guard let top = names.lastIndex(where: { $0 == "Sources" || $0 == "Tests" }),
      top + 2 < names.count
    else { return "" }
    return names[...(top + 1)].joined(separator: "/")
  }
}
