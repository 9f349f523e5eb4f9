// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

/// The cells of one object, one for each property of its layout; none until the first is written.
///
/// A bare block of memory: an array would check for sharing and bounds at every access. The object
/// owns it, gives it the count of its layout, and frees it when it dies.
struct CellBuffer {
  private var base: UnsafeMutablePointer<PropertyValue>?

  init() {}

  @inline(__always)
  var isEmpty: Bool { base == nil }

  /// A cell of a buffer that is not empty; the index is one of the layout's.
  @inline(__always)
  subscript(index: Int) -> PropertyValue {
    _read { yield base.unsafelyUnwrapped[index] }
  }

  /// Replaces a cell of a buffer that is not empty.
  @inline(__always)
  mutating func set(_ value: PropertyValue, at index: Int) {
    base.unsafelyUnwrapped[index] = value
  }

  /// Makes an empty buffer one of unset cells.
  mutating func allocate(_ count: Int) {
    let cells = UnsafeMutablePointer<PropertyValue>.allocate(capacity: count)
    cells.initialize(repeating: .unset, count: count)
    base = cells
  }

  /// Makes the buffer empty.
  mutating func free(_ count: Int) {
    guard let cells = base else { return }
    base = nil
    cells.deinitialize(count: count)
    cells.deallocate()
  }
}
