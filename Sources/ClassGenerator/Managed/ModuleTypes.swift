// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

/// The types that a module's sources declare, by their paths.
struct ModuleTypes {
  let module: String
  private var declarations: [[String]: [TypeDeclaration]] = [:]

  init(module: String, _ types: [TypeDeclaration]) {
    self.module = module
    declarations = Dictionary(grouping: types, by: \.path)
  }

  /// Returns the declaration that counts on this platform.
  func declaration(_ path: [String]) -> TypeDeclaration? {
    declarations[path]?.first { !$0.conditions.contains(where: PlatformCondition.isFalse) }
      ?? declarations[path]?.first
  }

  /// Returns a declared type that is no alias.
  func nominal(_ path: [String]) -> NominalType? {
    var kinds: [NominalType.Kind] = []
    for count in 1...max(path.count, 1) {
      guard let type = declaration(Array(path.prefix(count))), let kind = Self.kind(type.kind)
      else { return nil }
      kinds.append(kind)
    }
    let access = declaration(path)?.access ?? .internal
    return NominalType(module: module, names: path, kinds: kinds, access: access)
  }

  private static func kind(_ kind: TypeDeclaration.Kind) -> NominalType.Kind? {
    switch kind {
    case .class: .class
    case .struct: .structure
    case .enum: .enumeration
    case .protocol: .protocol
    case .alias: nil
    }
  }
}
