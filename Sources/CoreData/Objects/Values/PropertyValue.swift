// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import StoreInterface

/// The value of one property in an object's overlay: a typed cell, never an `Any`.
///
/// Values that a row holds as they are stay unboxed; anything else sits in a ``ValueBox``.
enum PropertyValue {
  /// Nothing here: the row has the value.
  case unset
  case null
  /// Integers and Booleans.
  case integer(Int64)
  /// Doubles, floats, and dates as seconds since 2001.
  case double(Double)
  case string(String)
  /// Data, UUIDs, URLs, decimals, transformed and composite values, fetched arrays.
  case boxed(ValueBox)
  case toOne(NSManagedObject)
  case toMany(ToManyValue)

  var isUnset: Bool {
    if case .unset = self { true } else { false }
  }
}

/// A value of a type that does not fit a cell.
class ValueBox {
  final let value: Any

  init(_ value: Any) { self.value = value }
}

/// The value of a transformable with the bytes that a transformer has made of it, for the row that is packed
/// next: a transformer is asked once in a save, since it may count, encrypt or write.
final class TransformedBox: ValueBox {
  private var data: Data??

  /// - Parameter data: nil: the row has null.
  init(_ value: Any, data: Data?) {
    self.data = .some(data)
    super.init(value)
  }

  /// Returns the bytes the first time, or that there are none; later nil.
  func take() -> Data?? {
    defer { data = nil }
    return data
  }
}
