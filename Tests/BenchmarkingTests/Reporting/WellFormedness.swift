// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import FoundationXML
import Testing

/// What a parser finds in a text that should be XML.
final class WellFormedness: NSObject, XMLParserDelegate {
  private(set) var elements: [String] = []
  private(set) var texts: [String] = []
  private(set) var identifiers: [String] = []
  private(set) var numbers: [String] = []
  private(set) var error: String?
  private var text = ""

  init(_ xml: String) {
    super.init()
    let parser = XMLParser(data: Data(xml.utf8))
    parser.delegate = self
    if !parser.parse() { error = parser.parserError.map { "\($0)" } ?? "unknown" }
  }

  func parser(
    _ parser: XMLParser, didStartElement name: String, namespaceURI: String?,
    qualifiedName: String?, attributes: [String: String]
  ) {
    elements.append(name)
    text = ""
    if let identifier = attributes["id"] { identifiers.append(identifier) }
    for key in ["x", "y", "x1", "x2", "y1", "y2", "cx", "cy", "r", "width", "height"] {
      if let value = attributes[key] { numbers.append(value) }
    }
    numbers += (attributes["points"] ?? "").split { $0 == " " || $0 == "," }.map(String.init)
  }

  func parser(_ parser: XMLParser, foundCharacters string: String) { text += string }

  func parser(
    _ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?
  ) {
    if !text.isEmpty { texts.append(text) }
    text = ""
  }

  /// Fails unless the text is well-formed and every coordinate a number.
  func check(sourceLocation: SourceLocation = #_sourceLocation) {
    #expect(error == nil, sourceLocation: sourceLocation)
    #expect(Set(identifiers).count == identifiers.count, sourceLocation: sourceLocation)
    let broken = numbers.filter { Double($0)?.isFinite != true }
    #expect(broken.isEmpty, sourceLocation: sourceLocation)
  }
}
