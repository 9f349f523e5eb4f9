// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import Testing
import XMLParsing

/// What a pass through an XML text tells, and what it refuses.
struct XMLPassTests {
  private struct Stop: Error {}

  /// Writes down what it is told.
  private final class Notes: XMLHandler {
    var lines: [String] = []
    var text = ""
    let last: String?

    init(stoppingAt last: String? = nil) { self.last = last }

    func begin(_ name: String, _ attributes: [String: String], line: Int) throws {
      let list = attributes.sorted { $0.key < $1.key }.map { " \($0.key)=\($0.value)" }.joined()
      lines.append("\(line) <\(name)\(list)>")
      if name == last { throw Stop() }
    }

    func end(_ name: String) { lines.append("</\(name)>") }

    func text(_ piece: UnsafeRawBufferPointer) { text += String(decoding: piece, as: UTF8.self) }

    func instruction(_ target: String, _ content: String) { lines.append("?\(target) \(content)") }
  }

  private func error(_ text: String) -> XMLSyntaxError? {
    do {
      try XMLPass.run(over: Data(text.utf8), telling: Notes())
      return nil
    } catch {
      return error as? XMLSyntaxError
    }
  }

  @Test func everythingIsToldInItsOrder() throws {
    let notes = Notes()
    let text = """
      \u{FEFF}<?xml version="1.0" encoding="UTF-8"?>
      <!-- none of this -->
      <a x="1 &amp; &#x32;"
        y=''><?note well?>é&lt;<![CDATA[<b>]]>
      <xml:b/></a>
      """
    try XMLPass.run(over: Data(text.utf8), telling: notes)
    #expect(notes.lines == ["3 <a x=1 & 2 y=>", "?note well", "5 <xml:b>", "</xml:b>", "</a>"])
    #expect(notes.text == "é<<b>\n")
  }

  @Test func aPieceOfALargerTextIsReadWhereItLies() throws {
    let text = Data("</x><a b='c'/>".utf8).dropFirst(4)
    let notes = Notes()
    try XMLPass.run(over: text, telling: notes)
    #expect(notes.lines == ["1 <a b=c>", "</a>"])
  }

  @Test func longTextsAreWhole() throws {
    let notes = Notes()
    let text = String(repeating: "0123456789\nü", count: 1_000_000)
    try XMLPass.run(over: Data("<a>\(text)</a>".utf8), telling: notes)
    #expect(notes.text == text)
  }

  @Test func anErrorOfTheHandlerEndsThePass() {
    let notes = Notes(stoppingAt: "b")
    #expect(throws: Stop.self) {
      try XMLPass.run(over: Data("<a><b/><c/>".utf8), telling: notes)
    }
    #expect(notes.lines == ["1 <a>", "1 <b>"])
  }

  @Test(arguments: [
    ("", XMLSyntaxError.Problem.unfinished, 1), ("<a>\n<b>", .unfinished, 2),
    ("<a>\n</b>", .mismatchedEnd, 2), ("<a/>\n<b/>", .contentAfterRoot, 2),
    ("<a\nb='1' b='2'/>", .repeatedAttribute, 2), ("<a\nb=1/>", .unquotedValue, 2),
    ("<a b\n= 1/>", .unquotedValue, 2), ("<a b/>", .missingValue, 1),
    ("<a b c='1'/>", .missingValue, 1), ("<a>\n</a\n<b/>", .unclosedTag, 3),
    ("<a <b/>", .unclosedTag, 1), ("<a b='1'c='2'/>", .other, 1), ("<a>\u{1}</a>", .other, 1),
    ("<a$/>", .other, 1), ("<a b='1 < 2'/>", .badValue, 1), ("<a b='1 & 2'/>", .badValue, 1),
    ("<a b='x \u{1}'/>", .badValue, 1),
    ("<a b='p = \u{2}'/>", .badValue, 1), ("<!-- a= \u{1} --><a/>", .other, 1), ("text", .other, 1),
    ("<a>&b;</a>", .other, 1),
  ])
  func whatIsNotWellFormedHasItsLine(
    text: String, problem: XMLSyntaxError.Problem, line: Int
  ) {
    let error = error(text)
    #expect(error?.problem == problem, "\(text): \(error?.reason ?? "no error")")
    #expect(error?.line == line, "\(text)")
  }

  @Test(arguments: [
    "<!DOCTYPE a [\n<!ENTITY b 'c'>]><a>&b;</a>", "<!DOCTYPE a [\n<!ENTITY % b 'c'>]><a/>",
    "<!DOCTYPE a [\n<!ENTITY b SYSTEM 'file:///etc/hostname'>]><a>&b;</a>",
  ])
  func entitiesAreRefusedWhereTheyAreDeclared(text: String) {
    #expect(error(text)?.problem == .declaredEntity)
    #expect(error(text)?.line == 2)
  }

  /// They can hide entities, and give small elements large attributes.
  @Test(arguments: [
    "<!DOCTYPE a [ %foo; ]><a c='x&b;y'/>", "<!DOCTYPE a [ %foo; <!ENTITY b 'c'> ]><a c='x&b;y'/>",
    "<!DOCTYPE a SYSTEM 'z' [<!ATTLIST a c CDATA 'x&b;y'>]><a/>",
    "<!DOCTYPE a [<!ATTLIST b x CDATA 'y'>]><a><b/></a>", "<!DOCTYPE a [<!ELEMENT a ANY>]><a/>",
    "<!DOCTYPE a SYSTEM \"><a\" [ %p; <!ENTITY b \"c\"> ]><a id='z&b;1'/>",
  ])
  func documentTypesDeclareNothing(text: String) {
    #expect(error(text)?.problem == .declaration, "\(text)")
  }

  @Test(arguments: [String.Encoding.utf16, .utf16LittleEndian, .utf16BigEndian])
  func anotherEncodingIsAnError(encoding: String.Encoding) throws {
    let text = try #require("<a b='x'/>".data(using: encoding))
    #expect(throws: XMLSyntaxError.self) { try XMLPass.run(over: text, telling: Notes()) }
  }

  @Test(arguments: 1...40)
  func piecesEndAnywhere(size: Int) throws {
    let text = "<a>" + String(repeating: "<b c='ü&amp;'/>\r\nü", count: 20) + "</a>"
    let (whole, pieces) = (Notes(), Notes())
    try XMLPass.run(over: Data(text.utf8), telling: whole)
    try XMLPass.run(over: Data(text.utf8), telling: pieces, pieceSize: size)
    #expect(pieces.lines == whole.lines)
    #expect(pieces.text == whole.text)
    #expect(whole.text == String(repeating: "\nü", count: 20))
  }

  /// What a file that is not read could declare is not passed over.
  @Test(arguments: [
    "<a>&b;</a>", "<a c='&b;'/>", "<a c='x &amp; &lt;&b;'/>", "<a><d c='&quot;'/><d c='&b;'/></a>",
  ])
  func referencesToWhatIsNotReadAreErrors(text: String) {
    let type = "<!DOCTYPE a SYSTEM 'file:///etc/a.dtd'>"
    #expect(error(type + text) != nil, "\(text)")
    #expect(error(type + text.replacing("&b;", with: "b")) == nil, "\(text)")
  }

  @Test func nestingHasAnEnd() {
    func nested(_ depth: Int) -> String {
      String(repeating: "<a>", count: depth) + String(repeating: "</a>", count: depth)
    }
    #expect(error(nested(XMLPass.greatestDepth)) == nil)
    #expect(error(nested(XMLPass.greatestDepth + 1))?.problem == .tooDeep)
    #expect(error(nested(1_000_000))?.problem == .tooDeep)
  }

  /// In whatever part of a text.
  @Test(arguments: [
    "<a>", "<a b='", "<a><!-- ", "<a><?b ", "<a><![CDATA[", "<a/>", "<!DOCTYPE a SYSTEM '",
  ])
  func bytesThatAreNoUTF8HaveTheirLine(start: String) {
    let ends: [[UInt8]] = [
      [0xFF], [0xC3, 0x28], [0xC0, 0xAF], [0xED, 0xA0, 0x80], [0xF5, 0x80, 0x80, 0x80],
      [0xE2, 0x82],
    ]
    for end in ends {
      let text = Data("<?xml version='1.0'?>\n\(start)".utf8) + Data(end)
      let error = #expect(throws: XMLSyntaxError.self) {
        try XMLPass.run(over: text, telling: Notes())
      }
      #expect(error?.problem == .notUTF8, "\(start) \(end)")
      #expect(error?.line == 2)
    }
  }

  @Test func anotherEncodingMayBeDeclaredOnlyWhereItMakesNoDifference() {
    let declared = "<?xml version='1.0' encoding='ISO-8859-1'?>"
    #expect(error(declared + "<a b='c'/>") == nil)
    #expect(error(declared + "<a b='ü'/>")?.problem == .encoding)
    #expect(error("<?xml version='1.0' encoding='Utf-8'?><a b='ü'/>") == nil)
  }

  @Test(
    arguments: [[0xFF], [0xC3, 0x28], [0xE2, 0x82], [0xED, 0xA0, 0x80], [0x00]] as [[UInt8]])
  func bytesThatAreNoTextAreErrors(bytes: [UInt8]) {
    for (before, after) in [("<a>", "</a>"), ("<a", "/>"), ("<a b='", "'/>"), ("<a b", "=''/>")] {
      let text = Data(before.utf8) + Data(bytes) + Data(after.utf8)
      #expect(throws: XMLSyntaxError.self) { try XMLPass.run(over: text, telling: Notes()) }
    }
  }
}
