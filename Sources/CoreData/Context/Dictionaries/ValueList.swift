// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation

/// Values of one row, to be found again: groups and distinct rows are kept by them.
///
/// Foundation's collections compare their elements as wanted, but hash on Linux by their count alone,
/// so that a table of them is a list. Texts are told apart by their bytes, as everywhere in stores.
struct ValueList: Hashable {
  private let values: NSArray
  private let mixed: Int

  init(_ values: [Any?]) {
    let values = values.map { value in (value as? String).map { Data($0.utf8) } ?? value }
    var hasher = Hasher()
    for value in values {
      // The hash of a decimal number asks itself without end on Linux.
      if let number = value as? NSNumber {
        hasher.combine(number.doubleValue)
      } else if let value = value as? AnyHashable {
        hasher.combine(value)
      }
    }
    mixed = hasher.finalize()
    self.values = NSArray(array: values.map { $0 ?? NSNull() })
  }

  static func == (a: ValueList, b: ValueList) -> Bool {
    a.mixed == b.mixed && a.values.isEqual(b.values)
  }

  func hash(into hasher: inout Hasher) { hasher.combine(mixed) }
}
