// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

package import StoreInterface

/// Looking at a stored row without counting references to its memory.
package enum StoredRow {
  /// The first byte of the row in a place; nil for none. Valid while the place keeps the row.
  ///
  /// Relies on the parts of a structure standing as declared, and on nil being a null reference in the
  /// first: the chunk at 0, the offset at 8. With another order filters would read foreign memory;
  /// `RuntimeTests` compares the offsets, and what this finds with what the row says.
  @inline(__always)
  package static func start(_ place: UnsafeMutablePointer<Row?>) -> UnsafeRawPointer? {
    let parts = UnsafeRawPointer(place)
    guard let chunk = parts.load(as: UnsafeRawPointer?.self) else { return nil }
    let offset = Int(parts.load(fromByteOffset: 8, as: UInt32.self))
    return Unmanaged<RowChunk>.fromOpaque(chunk)._withUnsafeGuaranteedRef {
      UnsafeRawPointer($0.base) + offset
    }
  }
}
