// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

/// Reads a field such as `libc6 (>= 2.34), python3:any | python3-minimal [amd64]`.
struct RelationParser {
  private let bytes: UnsafeBufferPointer<UInt8>
  private var at = 0

  init(_ bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

  /// Appends every alternative of every clause; false when the field cannot be read. Empty clauses,
  /// of a comma too many, do not count.
  mutating func parse(
    _ kind: DependencyKind, _ pool: inout TextPool, into records: inout [DependencyRecord]
  ) -> Bool {
    var position: Int16 = 0
    var alternative: Int16 = 0
    skipSpace()
    while at < bytes.count {
      if take(",") {
        if alternative > 0 { position += 1 }
        alternative = 0
      } else if !take("|") {
        guard var record = oneAlternative(kind, &pool) else { return false }
        record.position = position
        record.alternative = alternative
        records.append(record)
        alternative += 1
      }
      skipSpace()
    }
    return true
  }

  private mutating func oneAlternative(
    _ kind: DependencyKind, _ pool: inout TextPool
  ) -> DependencyRecord? {
    let name = take { !$0.isBlank && !RelationParser.endsName[Int($0)] }
    guard !name.isEmpty else { return nil }
    var record = DependencyRecord(
      kind: kind, position: 0, alternative: 0, relation: .any, name: pool.text(name))
    if take(":") {
      record.architectures = pool.text(take { !$0.isBlank && !RelationParser.endsName[Int($0)] })
    }
    skipSpace()
    while at < bytes.count, bytes[at] != UInt8(ascii: ","), bytes[at] != UInt8(ascii: "|") {
      guard restriction(of: &record, &pool) else { return nil }
      skipSpace()
    }
    return record
  }

  /// A version in parentheses, architectures in brackets, or build profiles, which an index of
  /// built packages has no use for.
  private mutating func restriction(
    of record: inout DependencyRecord, _ pool: inout TextPool
  ) -> Bool {
    if take("(") {
      skipSpace()
      let sign = take { "<=>".utf8.contains($0) }
      skipSpace()
      let version = take { !$0.isBlank && $0 != UInt8(ascii: ")") }
      skipSpace()
      guard take(")"), let relation = VersionRelation(sign), !version.isEmpty else { return false }
      record.relation = relation
      record.version = pool.text(version)
      return true
    }
    if take("[") {
      record.architectures = pool.text(take { $0 != UInt8(ascii: "]") })
      return take("]")
    }
    guard take("<") else { return false }
    _ = take { $0 != UInt8(ascii: ">") }
    return take(">")
  }

  // MARK: - Bytes

  private static let endsName: [Bool] = (0..<256).map { ",|([<:\n".utf8.contains(UInt8($0)) }

  private mutating func take(_ while: (UInt8) -> Bool) -> UnsafeBufferPointer<UInt8> {
    let start = at
    while at < bytes.count, `while`(bytes[at]) { at += 1 }
    return UnsafeBufferPointer(rebasing: bytes[start..<at])
  }

  private mutating func take(_ character: Unicode.Scalar) -> Bool {
    guard at < bytes.count, bytes[at] == UInt8(ascii: character) else { return false }
    at += 1
    return true
  }

  /// Folded lines count as space.
  private mutating func skipSpace() {
    while at < bytes.count, bytes[at].isBlank || bytes[at] == UInt8(ascii: "\n") { at += 1 }
  }
}
