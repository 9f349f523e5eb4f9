// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import XMLParsing

/// Reads XML into a tree of elements that remember their lines. Used once, by one thread.
final class ElementParser: XMLHandler {
  private let file: String
  private var open: [Element] = []
  private var root: Element?

  private init(file: String) { self.file = file }

  /// Returns the root element of the XML.
  ///
  /// - Throws: `malformed` with the line and what was expected there.
  static func root(of xml: Data, file: String) throws(ModelFormatError) -> Element {
    let reader = ElementParser(file: file)
    do {
      try XMLPass.run(over: xml, telling: reader)
    } catch {
      throw reader.malformed(error as? XMLSyntaxError)
    }
    guard let root = reader.root else { throw reader.malformed(nil) }
    return root
  }

  // MARK: - XMLHandler

  func begin(_ name: String, _ attributes: [String: String], line: Int) {
    open.append(Element(name: name, attributes: attributes, line: SourceLine(line)))
  }

  func end(_ name: String) {
    guard let element = open.popLast() else { return }
    if open.isEmpty {
      root = element
    } else {
      open[open.count - 1].children.append(element)
    }
  }

  // MARK: - Errors

  private func malformed(_ error: XMLSyntaxError?) -> ModelFormatError {
    .malformed(
      file: file, line: error?.line ?? 1,
      message: "malformed XML: expected " + expectation(error?.problem))
  }

  /// Returns the expectation that was not met, by the elements that are open.
  private func expectation(_ problem: XMLSyntaxError.Problem?) -> String {
    switch (problem, open.last) {
    case (.declaredEntity, _): "no declarations of entities, which no model has"
    case (.declaration, _): "no declarations in the document type, which no model has"
    case (.notUTF8, _): "UTF-8, found bytes that are no text in it"
    case (.encoding, _): "UTF-8, found another encoding declared"
    case (.noMemory, _): "more memory than there is"
    case (.badValue, _): "a value with &lt; for '<', &amp; for '&', and no control characters"
    case (_, nil) where root == nil: "a <model> element"
    case (_, nil): "the end of the file after </\(root?.name ?? "model")>"
    case (.unfinished, let element?), (.mismatchedEnd, let element?):
      "</\(element.name)> for <\(element.name)> of line \(element.line.number)"
    case (.unquotedValue, let element?):
      "a quoted attribute value inside <\(element.name)>"
    case (.missingValue, let element?):
      "'=' and a value after an attribute inside <\(element.name)>"
    case (.repeatedAttribute, let element?):
      "each attribute only once inside <\(element.name)>"
    case (.unclosedTag, let element?): "'>' to close a tag inside <\(element.name)>"
    case (.tooDeep, let element?):
      "elements no more than \(XMLPass.greatestDepth) deep, as inside <\(element.name)>"
    case (_, let element?): "well-formed content inside <\(element.name)>"
    }
  }
}
