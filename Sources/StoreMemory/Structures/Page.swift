// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

/// A fixed number of elements, or of references to lower pages, in one block of memory.
// Sendable: a page is written only while one PagedArray of one writer references it.
final class Page<Element>: @unchecked Sendable {
  /// A power of two: large enough that a million rows take two levels, small enough that copying a
  /// page for a save of one row costs under a microsecond.
  static var capacity: Int { 128 }
  static var bits: Int { 7 }

  let elements: UnsafeMutablePointer<Element>

  init(repeating element: Element) {
    elements = .allocate(capacity: Self.capacity)
    elements.initialize(repeating: element, count: Self.capacity)
  }

  init(copying other: Page) {
    elements = .allocate(capacity: Self.capacity)
    elements.initialize(from: other.elements, count: Self.capacity)
  }

  deinit {
    elements.deinitialize(count: Self.capacity)
    elements.deallocate()
  }
}
