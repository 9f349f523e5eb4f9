// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

/// The traits that properties of all kinds have: enough to compare declarations of one name.
struct PropertySummary {
  var name: String
  /// Two declarations agree when these texts are equal.
  var kind: String
  var line: SourceLine
}

extension EntityDocument {
  /// The own properties of all kinds.
  var properties: [PropertySummary] {
    attributes.map {
      PropertySummary(name: $0.name, kind: "attribute \($0.kind.rawValue)", line: $0.line)
    }
      + relationships.map {
        PropertySummary(
          name: $0.name, kind: $0.isToMany ? "to-many" : "to-one", line: $0.line)
      }
      + fetchedProperties.map {
        PropertySummary(name: $0.name, kind: "fetched property", line: $0.line)
      }
  }
}
