// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

package import ModelFormat

/// The sources of a target, scanned, with all that its accessors depend on.
package struct ManagedSources {
  let module: String
  let models: [ManagedModel]
  let resolver: TypeResolver
  let files: [(path: String, scan: ScannedSource)]

  /// - Parameters:
  ///   - module: the module that the sources are compiled into.
  ///   - sources: the texts of the target's files by their paths.
  ///   - models: the models that classes are generated from into the same module.
  ///   - dependencies: the names of other modules with known sources.
  ///   - dependency: the source texts of one of these; asked only when a type is not known.
  package init(
    module: String, sources: [(path: String, text: String)], models: [ManagedModel],
    dependencies: [String] = [], dependency: @escaping (String) -> [String] = { _ in [] }
  ) {
    self.module = module
    self.models = models
    files = sources.map { ($0.path, SourceScanner.scan($0.text, file: $0.path)) }
    let types = files.flatMap(\.scan.types) + models.flatMap(\.generatedTypes)
    let cache = ModuleCache(names: Set(dependencies), sources: dependency)
    resolver = TypeResolver(
      own: ModuleTypes(module: module, types), other: { cache.types(of: $0) },
      otherNames: dependencies)
  }

  /// The file with the accessors; equal sources give equal text.
  package func code() -> (text: String, diagnostics: [ModelDiagnostic]) {
    var writer = ManagedWriter(self)
    return writer.code()
  }

  /// Returns the modules that a file imports.
  func imports(of file: String) -> [String] {
    files.first { $0.path == file }?.scan.imports.map(\.module) ?? []
  }
}

/// The types of other modules, scanned when they are first asked for.
private final class ModuleCache {
  private let names: Set<String>
  private let sources: (String) -> [String]
  private var known: [String: ModuleTypes] = [:]

  init(names: Set<String>, sources: @escaping (String) -> [String]) {
    self.names = names
    self.sources = sources
  }

  func types(of module: String) -> ModuleTypes? {
    guard names.contains(module) else { return nil }
    if let types = known[module] { return types }
    let types = ModuleTypes(
      module: module,
      sources(module).flatMap { SourceScanner.scan($0, file: module).types }
        .filter { $0.access >= .package })
    known[module] = types
    return types
  }
}
