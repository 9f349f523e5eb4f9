// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation

/// The file of an XML store, in the shape of Apple's.
enum XMLFormat: FileFormat {
  static let type = NSXMLStoreType
  static let spelling = NameSpelling.folded

  static func isOwn(start: Data) -> Bool { XMLPrologue(start).isOwn }

  static func header(at url: URL) throws -> FileHeader {
    try XMLReader(url, assembly: nil).run()
  }

  static func read(_ url: URL, into assembly: NodeAssembly) throws -> FileHeader {
    try XMLReader(url, assembly: assembly).run()
  }

  static func write(
    _ header: FileHeader, _ records: RecordList, to file: FileReplacement
  ) throws {
    try file.write(prologue)
    try file.write(try element(header, XMLReader.modelTarget))
    try records.forEach { name, node, properties in
      try file.write(object(name, node: node, properties: properties, records: records))
    }
    try file.write("</database>\n")
  }

  private static let prologue = """
    <?xml version="1.0" encoding="UTF-8" standalone="yes"?>
    <!DOCTYPE database SYSTEM "file:///System/Library/DTDs/CoreData.dtd">

    <database>

    """

  // MARK: - Header

  /// - Parameter target: of the model, which tells how texts are escaped.
  private static func element(_ header: FileHeader, _ target: String) throws -> String {
    """
        <databaseInfo>
            <version>134481920</version>
            <UUID>\(XMLEscaping.escaped(header.identifier ?? ""))</UUID>
            <nextObjectID>\(header.lastNumber)</nextObjectID>
            <metadata>
    \(try XMLMetadata.element(header.metadata))
            </metadata>
    \(model(header.modelArchive, target))    </databaseInfo>

    """
  }

  /// Readers of XML pass over instructions that they do not know.
  private static func model(_ archive: Data?, _ target: String) -> String {
    // The former target also tells how texts are escaped.
    guard archive != nil || target == XMLReader.formerModelTarget else { return "" }
    return "        <?\(target) \(archive?.base64EncodedString() ?? "")?>\n"
  }

  static func replaceHeader(of url: URL, with header: FileHeader) throws {
    let content = try Data(contentsOf: url, options: .mappedIfSafe)
    let problem = FileProblem(url)
    guard let root = content.range(of: Data("<database".utf8)),
      let start = content[root.upperBound...].firstIndex(of: 0x3E)
    else { throw problem.damaged("it has no <database> element.") }
    // Only white space and comments may stand before the header, if there is one.
    let body = content[(start + 1)...]
    let old = body.range(of: Data("<databaseInfo>".utf8))
    let first = body.range(of: Data("<object".utf8))
    let hasHeader = old.map { $0.lowerBound < first?.lowerBound ?? .max } ?? false
    var rest = body
    var target = XMLReader.modelTarget
    if hasHeader {
      guard let end = body.range(of: Data("</databaseInfo>".utf8)) else {
        throw problem.damaged("its <databaseInfo> does not end.")
      }
      rest = body[end.upperBound...]
      // The objects stay as they are.
      let former = Data("<?\(XMLReader.formerModelTarget) ".utf8)
      if body[..<end.lowerBound].range(of: former) != nil { target = XMLReader.formerModelTarget }
    }
    let file = try FileReplacement(url)
    try file.write(Data(content[...start]))
    try file.write("\n" + (try element(header, target)))
    try file.write(Data(rest))
    try file.commit()
  }

  // MARK: - Objects

  private static func object(
    _ name: String, node: NSAtomicStoreCacheNode, properties: RecordNames.Properties,
    records: RecordList
  ) -> String {
    let entity = records.names.entities.spelling(of: node.objectID.entity.name ?? "")
    var text =
      "    <object type=\"\(XMLEscaping.markup(entity))\" id=\"\(XMLEscaping.markup(name))\">\n"
    for place in properties.places {
      text += attribute(at: place, of: node, properties: properties)
    }
    for relationship in properties.ordered {
      text += element(
        relationship, destinations: records.destinations(of: node, relationship),
        properties: properties, records: records)
    }
    return text + "    </object>\n"
  }

  private static func attribute(
    at place: RecordNames.Place, of node: NSAtomicStoreCacheNode,
    properties: RecordNames.Properties
  ) -> String {
    guard let type = XMLValue.typeName(place.attribute.type), let value = place.value(of: node),
      let text = XMLValue.text(value, of: place.attribute)
    else { return "" }
    let name = properties.attributes.spelling(of: place.path.joined(separator: "."))
    return "        <attribute name=\"\(XMLEscaping.markup(name))\" type=\"\(type)\">"
      + "\(XMLEscaping.escaped(text))</attribute>\n"
  }

  private static func element(
    _ relationship: NSRelationshipDescription, destinations: [String],
    properties: RecordNames.Properties, records: RecordList
  ) -> String {
    let name = properties.relationships.spelling(of: relationship.name)
    let destination = records.names.entities.spelling(
      of: relationship.destinationEntity?.name ?? "")
    let references =
      destinations.isEmpty
      ? "" : " idrefs=\"\(XMLEscaping.markup(destinations.joined(separator: " ")))\""
    return "        <relationship name=\"\(XMLEscaping.markup(name))\" "
      + "type=\"\(relationship.minCount)/\(relationship.maxCount)\" "
      + "destination=\"\(XMLEscaping.markup(destination))\"\(references)></relationship>\n"
  }
}
