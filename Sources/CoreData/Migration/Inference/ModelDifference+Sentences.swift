// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

extension ModelDifference {
  /// The entities that keep a store from being opened, with their properties: a sentence for each kind
  /// of difference.
  var sentences: String {
    [
      sentence("Entities that differ", .changed),
      sentence("Entities of the model that the store lacks", .added),
      sentence("Entities of the store that the model lacks", .removed),
    ].compactMap(\.self).joined(separator: " ")
  }

  private func sentence(_ what: String, _ kind: Entity.Kind) -> String? {
    let names = entities.filter { $0.kind == kind && $0.isOtherVersion && !isInherited($0) }
      .map(\.phrase)
    return names.isEmpty ? nil : "\(what): \(names.joined(separator: ", "))."
  }

  /// True for what the ancestor's change tells already.
  private func isInherited(_ entity: Entity) -> Bool {
    entity.hasNothingOfItsOwn && entities.contains { !$0.hasNothingOfItsOwn }
  }
}

extension ModelDifference.Entity {
  fileprivate var hasNothingOfItsOwn: Bool {
    kind == .changed && changes.isEmpty && formerName == nil
  }

  /// The name, with the changes in brackets.
  fileprivate var phrase: String {
    let former = formerName.map { "formerly \($0)" }
    let phrases = [former].compactMap(\.self) + changes
    return phrases.isEmpty ? name : "\(name) (\(phrases.joined(separator: "; ")))"
  }
}
