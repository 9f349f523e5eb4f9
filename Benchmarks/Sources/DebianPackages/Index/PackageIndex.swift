// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

/// The packages of an index, in its order, with its maintainers and sections.
public struct PackageIndex: Sendable {
  public private(set) var packages: [PackageRecord] = []
  public private(set) var maintainers: [MaintainerRecord] = []
  public private(set) var sections: [String] = []

  private var pool = TextPool()
  private var names: Set<String> = []
  private var maintainerPlaces: [String: Int] = [:]
  private var sectionPlaces: [String: Int] = [:]
  private var stanzaCount = 0

  public init() {}

  /// Adds the package of a stanza; of several of one name, the first counts.
  public mutating func add(_ stanza: Stanza) throws {
    stanzaCount += 1
    let name = try required("Package", stanza)
    let version = try required("Version", stanza)
    guard names.insert(name).inserted else { return }
    packages.append(
      PackageRecord(
        name: name, version: version, architecture: pooled("Architecture", stanza) ?? "all",
        priority: pooled("Priority", stanza), source: pooled("Source", stanza),
        summary: stanza.firstLine("Description") ?? "", homepage: stanza.text("Homepage"),
        filename: stanza.text("Filename"), sha256: stanza.value("SHA256").flatMap(Self.digest),
        installedSize: stanza.integer("Installed-Size") ?? 0,
        downloadSize: stanza.integer("Size") ?? 0,
        isEssential: stanza.text("Essential") == "yes",
        maintainer: place(ofMaintainer: stanza.text("Maintainer") ?? "Nobody"),
        section: place(ofSection: pooled("Section", stanza) ?? "misc"),
        dependencies: try dependencies(of: name, stanza)))
  }

  private mutating func dependencies(
    of name: String, _ stanza: Stanza
  ) throws -> [DependencyRecord] {
    var records: [DependencyRecord] = []
    for kind in DependencyKind.allCases {
      guard let value = stanza.value(kind.field) else { continue }
      var parser = RelationParser(value)
      guard parser.parse(kind, &pool, into: &records) else {
        throw IndexFailure.malformedRelation(package: name, field: "\(kind.field)")
      }
    }
    return records
  }

  private func required(_ field: StaticString, _ stanza: Stanza) throws -> String {
    guard let text = stanza.text(field) else {
      throw IndexFailure.missingField("\(field)", stanza: stanzaCount)
    }
    return text
  }

  private mutating func pooled(_ field: StaticString, _ stanza: Stanza) -> String? {
    stanza.value(field).map { pool.text($0) }
  }

  private mutating func place(ofMaintainer text: String) -> Int {
    if let place = maintainerPlaces[text] { return place }
    maintainers.append(MaintainerRecord(text))
    maintainerPlaces[text] = maintainers.count - 1
    return maintainers.count - 1
  }

  private mutating func place(ofSection name: String) -> Int {
    if let place = sectionPlaces[name] { return place }
    sections.append(name)
    sectionPlaces[name] = sections.count - 1
    return sections.count - 1
  }

  /// The bytes of a digest in hexadecimal digits.
  private static func digest(_ digits: UnsafeBufferPointer<UInt8>) -> [UInt8]? {
    guard digits.count.isMultiple(of: 2) else { return nil }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(digits.count / 2)
    for place in stride(from: 0, to: digits.count, by: 2) {
      guard let high = nibble(digits[place]), let low = nibble(digits[place + 1]) else {
        return nil
      }
      bytes.append(high << 4 | low)
    }
    return bytes
  }

  private static func nibble(_ digit: UInt8) -> UInt8? {
    switch digit.lowercasedLetter {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): digit.lowercasedLetter - UInt8(ascii: "a") + 10
    default: nil
    }
  }
}
