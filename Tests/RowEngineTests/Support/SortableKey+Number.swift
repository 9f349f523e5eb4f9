// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import RowEngine

extension SortableKey {
  /// The key of an index entry: these fields, then the number of the entry's object.
  func ended(by number: Int64) -> SortableKey {
    SortableKey(bytes: bytes + withUnsafeBytes(of: SortableKey.word(number).bigEndian, Array.init))
  }
}
