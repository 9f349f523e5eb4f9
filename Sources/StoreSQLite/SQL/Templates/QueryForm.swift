// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if SQLite
import Foundation
import StoreInterface

/// A query as far as the text of its statement depends on it: queries are equal that differ in
/// constants of one form, in a limit or in an offset.
struct QueryForm: Equatable {
  enum Purpose { case rows, count }

  let query: Query
  let purpose: Purpose

  static func == (a: QueryForm, b: QueryForm) -> Bool {
    let (left, right) = (a.query, b.query)
    guard a.purpose == b.purpose, left.entity == right.entity,
      left.concreteEntities == right.concreteEntities, left.output == right.output,
      left.nullSemantics == right.nullSemantics,
      left.wantsSortColumnsOnly == right.wantsSortColumnsOnly,
      (left.limit > 0) == (right.limit > 0), (left.offset > 0) == (right.offset > 0),
      left.sort == right.sort
    else { return false }
    guard let filter = left.filter, let other = right.filter else {
      return left.filter == nil && right.filter == nil
    }
    return filter.hasForm(of: other, ConstantForm.areAlike)
  }

  /// A hash that forms that are equal share.
  var hash: Int {
    var hasher = Hasher()
    hasher.combine(query.entity)
    hasher.combine(query.output)
    hasher.combine(query.sort.count)
    query.filter?.hashForm(into: &hasher)
    return hasher.finalize()
  }
}

/// The form of a constant: what the text of a condition depends on. That is its kind; its sign, as the
/// negative zero counts as zero; the hierarchy of an object.
enum ConstantForm {
  static func areAlike(_ a: AttributeValue, _ b: AttributeValue) -> Bool {
    switch (a, b) {
    case (.null, .null), (.string, .string), (.uuid, .uuid), (.data, .data): true
    case (.integer(let a), .integer(let b)): a.signum() == b.signum()
    case (.double(let a), .double(let b)):
      a == 0 || b == 0 ? a.bitPattern == b.bitPattern : (a < 0) == (b < 0) && !a.isNaN && !b.isNaN
    case (.date(let a), .date(let b)): !a.isNaN && !b.isNaN
    case (.reference(let a), .reference(let b)): a.entity == b.entity && a.store == b.store
    // A decimal is brought into a form of its own.
    default: false
    }
  }

  /// Returns a constant of the same form that no other place of a query has; the constant itself where
  /// it is the only one of its form, nil where it is like none.
  static func mark(_ value: AttributeValue, _ place: Int) -> AttributeValue? {
    guard areAlike(value, value) else { return nil }
    return switch value {
    case .null, .integer(0), .double(0): value
    case .integer(let integer): .integer(integer.signum() * (Int64.max / 3 - Int64(place)))
    case .double(let double): .double((double < 0 ? -1 : 1) * (1.5e100 + Double(place) * 1e98))
    case .date: .date(1.5e9 + 0.5 + Double(place))
    // The end of the texts that begin with a mark, its successor, is no other mark.
    case .string: .string("\u{E000}\(place) constant")
    case .uuid: .uuid(uuid(place))
    case .data: .data(.init("constant \(place)".utf8))
    case .reference(let key):
      .reference(
        ObjectKey(entity: key.entity, number: Int64.max / 5 - Int64(place), store: key.store))
    case .decimal: nil
    }
  }

  private static func uuid(_ place: Int) -> UUID {
    var uuid = UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 0, 0, 0, 0, 0, 0, 0, 0)).uuid
    withUnsafeMutableBytes(of: &uuid) {
      $0.storeBytes(of: UInt64(place), toByteOffset: 8, as: UInt64.self)
    }
    return UUID(uuid: uuid)
  }

  /// Returns a constant as columns of its own kind hold it; nil where they do not.
  static func plain(_ value: AttributeValue) -> SQLValue? {
    switch value {
    case .integer(let value): .integer(value)
    case .double(let value), .date(let value): .real(value)
    case .string(let value): .text(value)
    case .data(let value): .blob(value)
    case .uuid(let value): .blob(withUnsafeBytes(of: value.uuid) { .init($0) })
    case .reference(let key): .integer(key.number)
    case .null, .decimal: nil
    }
  }
}
#endif
