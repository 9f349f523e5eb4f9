// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

package import StoreInterface

/// Sort keys, compiled: the one definition of order for every store and for merging.
///
/// Nulls come first when ascending. Immutable; may be used on any thread.
package final class RowComparator: Sendable {
  /// A class, so that a comparison retains one object and not the parts of a struct.
  final class Level: Sendable {
    let slot: Int
    let kind: SlotKind
    let isKey: Bool
    let isAscending: Bool
    let collation: Collation
    /// The slots of the to-ones on the way.
    let hops: [Int]
    /// Position in ``SortRecord/targets`` and ``SortRecord/texts``; -1 when there is none.
    let target: Int
    let text: Int

    init(_ key: SortKey, schema: StoreSchema, entity: Int, target: Int, text: Int) {
      let (hops, column, last) = schema.resolve(key.path, from: entity)
      self.hops = hops
      slot = last.slot(of: column)
      kind = last.kind(of: column)
      isKey = column == .key
      isAscending = key.isAscending
      collation = key.collation
      self.target = hops.isEmpty ? -1 : target
      self.text = kind == .text && collation == .caseInsensitive ? text : -1
    }
  }

  let levels: [Level]

  /// - Parameter entity: the entity whose columns the keys speak of.
  package init(_ keys: [SortKey], schema: StoreSchema, entity: Int) {
    var levels: [Level] = []
    var targets = 0
    var texts = 0
    for key in keys {
      let level = Level(key, schema: schema, entity: entity, target: targets, text: texts)
      if level.target >= 0 { targets += 1 }
      if level.text >= 0 { texts += 1 }
      levels.append(level)
    }
    self.levels = levels
  }

  /// True if making records asks the source for other rows.
  package var needsSource: Bool { levels.contains { !$0.hops.isEmpty } }

  // MARK: - Comparing

  /// Returns a row made ready for comparing. Costs one look-up per hop of each sort key.
  package func record(
    _ row: Row, _ key: ObjectKey, from source: any RowSource
  ) throws(StoreError) -> SortRecord {
    var record = SortRecord(key: key, row: row, targets: [], texts: [])
    for level in levels {
      var target: Row? = row
      if level.target >= 0 {
        target = try source.row(from: row, along: level.hops)
        record.targets.append(target)
      }
      if level.text >= 0 {
        let folded = target?.string(level.slot).map(TextFunctions.caseFolded)
        record.texts.append(folded.map { Array($0.utf8) })
      }
    }
    return record
  }

  /// -1, 0 or 1 by the sort keys alone: equal records are ordered by the caller.
  package func compare(_ a: SortRecord, _ b: SortRecord) -> Int {
    for level in levels {
      let order = order(by: level, a, b)
      if order != 0 { return level.isAscending ? order : -order }
    }
    return 0
  }

  /// Returns true if `a` stands before `b`: by the sort keys, then by number.
  package func precedes(_ a: SortRecord, _ b: SortRecord) -> Bool {
    let order = compare(a, b)
    return order != 0 ? order < 0 : a.key.number < b.key.number
  }

  private func order(by level: Level, _ a: SortRecord, _ b: SortRecord) -> Int {
    if level.isKey, level.target < 0 { return NumberComparison.order(a.key.number, b.key.number) }
    let left = level.target < 0 ? a.row : a.targets[level.target]
    let right = level.target < 0 ? b.row : b.targets[level.target]
    let leftNull = left?.isNull(level.slot) ?? true
    let rightNull = right?.isNull(level.slot) ?? true
    if leftNull || rightNull { return leftNull ? (rightNull ? 0 : -1) : 1 }
    guard let left, let right else { return 0 }
    if level.kind == .text, level.collation != .binary {
      return textOrder(by: level, a, row: left, b, row: right)
    }
    return left.order(of: level.slot, against: right, kind: level.kind)
  }

  private func textOrder(
    by level: Level, _ a: SortRecord, row left: Row, _ b: SortRecord, row right: Row
  ) -> Int {
    guard level.text >= 0, let left = a.texts[level.text], let right = b.texts[level.text] else {
      return TextOrder.order(
        left.bytes(level.slot), right.bytes(level.slot), collation: level.collation)
    }
    return left.withUnsafeBytes { left in
      right.withUnsafeBytes { right in ByteOrder.order(left, right) }
    }
  }

  // MARK: - Prefixes

  /// Returns the first sort key's value as a number that orders alike, as far as 64 bits go;
  /// records with equal prefixes must be compared. The rank tells nulls from values.
  func prefix(_ record: SortRecord) -> (rank: UInt8, bits: UInt64) {
    guard let level = levels.first else { return (0, 0) }
    if level.isKey, level.target < 0 {
      return level.directed(1, SortableKey.word(record.key.number))
    }
    let target = level.target < 0 ? record.row : record.targets[level.target]
    guard let target, !target.isNull(level.slot) else { return level.directed(0, 0) }
    guard level.kind == .text, level.collation != .binary else {
      return level.directed(1, target.prefix(level.slot, level.kind))
    }
    let folded = level.text < 0 ? nil : record.texts[level.text]
    return level.directed(1, folded?.withUnsafeBytes(SortableKey.prefix) ?? 0)
  }
}

extension RowComparator.Level {
  fileprivate func directed(_ rank: UInt8, _ bits: UInt64) -> (rank: UInt8, bits: UInt64) {
    isAscending ? (rank, bits) : (1 - rank, rank == 0 ? 0 : ~bits)
  }
}

extension Row {
  /// Returns the order of two values of one kind, neither of them null. Not-a-number is the least.
  func order(of slot: Int, against other: Row, kind: SlotKind) -> Int {
    switch kind {
    case .integer, .reference: NumberComparison.order(integer(slot), other.integer(slot))
    case .double:
      NumberComparison.order(double(slot), other.double(slot))
        ?? (double(slot).isNaN ? (other.double(slot).isNaN ? 0 : -1) : 1)
    case .text, .bytes, .uuid: ByteOrder.order(bytes(slot), other.bytes(slot))
    case .decimal: decimalOrder(slot, other)
    }
  }

  private func decimalOrder(_ slot: Int, _ other: Row) -> Int {
    var left = SortableKey()
    var right = SortableKey()
    left.append(slot: slot, kind: .decimal, of: self)
    right.append(slot: slot, kind: .decimal, of: other)
    return left < right ? -1 : (right < left ? 1 : 0)
  }

  fileprivate func prefix(_ slot: Int, _ kind: SlotKind) -> UInt64 {
    switch kind {
    case .integer, .reference: return SortableKey.word(integer(slot))
    case .double: return SortableKey.word(double(slot))
    case .decimal: return 0
    case .text, .bytes, .uuid: return SortableKey.prefix(bytes(slot))
    }
  }
}

extension SortableKey {
  /// Returns the first eight bytes as a number that orders alike.
  static func prefix(_ bytes: UnsafeRawBufferPointer) -> UInt64 {
    var word: UInt64 = 0
    withUnsafeMutableBytes(of: &word) { $0.copyMemory(from: .init(rebasing: bytes.prefix(8))) }
    return UInt64(bigEndian: word)
  }
}
