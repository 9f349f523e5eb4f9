// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation

/// Splits a deb822 text, given in pieces of any size, into stanzas.
///
/// Works on bytes: until fields are read, a text costs no more than finding its line ends.
/// Lines that begin with `#` are comments; lines of white space end a stanza.
public struct StanzaReader {
  private var rest: [UInt8] = []
  private var fields: [Stanza.Field] = []
  private var line = 0

  public init() {}

  /// Takes the next piece and passes on the stanzas that are complete with it.
  public mutating func read(
    _ piece: some Sequence<UInt8>, _ body: (Stanza) throws -> Void
  ) throws {
    rest.append(contentsOf: piece)
    try drain(isLast: false, body)
  }

  /// Passes on the last stanza, which may lack its final line end.
  public mutating func finish(_ body: (Stanza) throws -> Void) throws {
    try drain(isLast: true, body)
  }

  private mutating func drain(isLast: Bool, _ body: (Stanza) throws -> Void) throws {
    let bytes = rest  // shares the storage; the reader's own state changes below
    let used = try bytes.withUnsafeBufferPointer { try scan($0, isLast: isLast, body) }
    rest = isLast ? [] : Array(bytes[used...])
  }

  /// Returns how many bytes belong to stanzas that were passed on.
  private mutating func scan(
    _ bytes: UnsafeBufferPointer<UInt8>, isLast: Bool, _ body: (Stanza) throws -> Void
  ) throws -> Int {
    var used = 0
    var lineOfUsed = line
    var start = 0
    while start < bytes.count {
      let end = lineEnd(bytes, from: start)
      guard end < bytes.count || isLast else { break }
      line += 1
      if try !take(start..<end, bytes) {
        try pass(bytes, body)
        used = min(end + 1, bytes.count)
        lineOfUsed = line
      }
      start = end + 1
    }
    if isLast { try pass(bytes, body) } else { line = lineOfUsed }
    fields.removeAll(keepingCapacity: true)
    return used
  }

  private mutating func pass(
    _ bytes: UnsafeBufferPointer<UInt8>, _ body: (Stanza) throws -> Void
  ) rethrows {
    guard !fields.isEmpty else { return }
    try body(Stanza(bytes: bytes, fields: fields))
    fields.removeAll(keepingCapacity: true)
  }

  /// Where the line ends: its line feed, or the end of the bytes.
  private func lineEnd(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
    guard let base = bytes.baseAddress,
      let found = memchr(base + start, Int32(UInt8(ascii: "\n")), bytes.count - start)
    else { return bytes.count }
    return UnsafeRawPointer(found) - UnsafeRawPointer(base)
  }

  /// Takes a line into the stanza; false when it ends the stanza.
  private mutating func take(
    _ range: Range<Int>, _ bytes: UnsafeBufferPointer<UInt8>
  ) throws -> Bool {
    guard let first = range.first.map({ bytes[$0] }), first != UInt8(ascii: "\r") else {
      return false
    }
    let text = trimmed(range, bytes)
    if text.isEmpty { return false }
    if first == UInt8(ascii: "#") { return true }
    if first.isBlank { return try extendField(to: text.upperBound) }
    guard let colon = bytes[text].firstIndex(of: UInt8(ascii: ":")), colon > text.lowerBound else {
      throw IndexFailure.malformedLine(number: line)
    }
    fields.append(
      Stanza.Field(
        name: text.lowerBound..<colon, value: trimmed(colon + 1..<text.upperBound, bytes)))
    return true
  }

  /// A continuation line belongs to the field before it.
  private mutating func extendField(to end: Int) throws -> Bool {
    guard let last = fields.indices.last else { throw IndexFailure.malformedLine(number: line) }
    fields[last].value = fields[last].value.lowerBound..<end
    return true
  }

  private func trimmed(_ range: Range<Int>, _ bytes: UnsafeBufferPointer<UInt8>) -> Range<Int> {
    var lower = range.lowerBound
    var upper = range.upperBound
    while lower < upper, bytes[lower].isBlank { lower += 1 }
    while upper > lower, bytes[upper - 1].isBlank { upper -= 1 }
    return lower..<upper
  }
}
