// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

/// Pairs elements of two versions of a model by their renaming identifiers (R-PSC-534).
///
/// The identifier of an element of the destination is that of its source, or the name of its source.
struct ElementMatching<Element: AnyObject> {
  /// The sources of elements of the destination, by the destination's name.
  private(set) var sources: [String: Element] = [:]
  /// Elements for which there is more than one partner, as names: what claims, and what is claimed.
  private(set) var ambiguities: [(destinations: [String], sources: [String])] = []
  private let name: (Element) -> String
  private let identifier: (Element) -> String
  private let isCopied: (Element) -> Bool

  /// - Parameter isCopied: true for elements of which several may have one source.
  init(
    from sources: [Element], to destinations: [Element], name: @escaping (Element) -> String,
    identifier: @escaping (Element) -> String,
    isCopied: @escaping (Element) -> Bool = { _ in false }
  ) {
    self.name = name
    self.identifier = identifier
    self.isCopied = isCopied
    let rest = pair(destinations, with: sources, by: identifier)
    // An identifier may be the name that the source had when it had another identifier.
    let taken = Set(self.sources.values.map(ObjectIdentifier.init))
    _ = pair(rest, with: sources.filter { !taken.contains(ObjectIdentifier($0)) }, by: name)
  }

  /// Pairs what can be paired and returns the destinations that are left.
  private mutating func pair(
    _ destinations: [Element], with sources: [Element], by key: (Element) -> String
  ) -> [Element] {
    let candidates = Dictionary(grouping: sources, by: key)
    let claims = Dictionary(grouping: destinations, by: identifier)
    for (identifier, claiming) in claims.sorted(by: { $0.key < $1.key }) {
      guard let found = candidates[identifier] else { continue }
      if found.count == 1, claiming.count == 1 || claiming.allSatisfy(isCopied) {
        for element in claiming { self.sources[name(element)] = found[0] }
      } else {
        ambiguities.append((claiming.map(name).sorted(), found.map(name).sorted()))
      }
    }
    return destinations.filter { candidates[identifier($0)] == nil }
  }
}
