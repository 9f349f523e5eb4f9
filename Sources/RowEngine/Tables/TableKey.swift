// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import StoreInterface

/// Values by which rows are grouped and made distinct: equal where ``ValueComparison`` says so, and
/// where both are null or not a number.
struct TableKey: Hashable {
  private let values: [AttributeValue]

  init(_ values: [AttributeValue]) { self.values = values }

  static func == (a: TableKey, b: TableKey) -> Bool {
    zip(a.values, b.values).allSatisfy(TableKey.areEqual)
  }

  func hash(into hasher: inout Hasher) {
    for value in values { TableKey.hash(value, into: &hasher) }
  }

  private static func areEqual(_ a: AttributeValue, _ b: AttributeValue) -> Bool {
    switch (a, b) {
    case (.null, .null): true
    case (.string(let a), .string(let b)): a.utf8.elementsEqual(b.utf8)
    case (.reference(let a), .reference(let b)): a == b
    case (.double(let a), .double(let b)), (.date(let a), .date(let b)):
      a == b || a.isNaN && b.isNaN
    case (.null, _), (_, .null): false
    default: ValueComparison.order(a, b, options: []) == 0
    }
  }

  /// Numbers that are equal have one hash, whatever their kind.
  private static func hash(_ value: AttributeValue, into hasher: inout Hasher) {
    switch value {
    case .null: hasher.combine(0)
    case .integer(let integer): hasher.combine(Double(integer))
    case .double(let double), .date(let double): hasher.combine(double.isNaN ? 0.5 : double)
    case .decimal(let decimal): hasher.combine(decimal.nearestDouble)
    case .string(var text): text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    case .data(let data): hasher.combine(data)
    case .uuid(let uuid): hasher.combine(uuid)
    case .reference(let key): hasher.combine(key)
    }
  }
}
