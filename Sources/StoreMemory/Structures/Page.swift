// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

/// A fixed number of elements, or of references to lower pages, in one block of memory behind the
/// object's header: a look-up touches one cache line a level.
package final class Page<Element>: ManagedBuffer<Int, Element> {
  /// A power of two: large enough that a million rows take two levels, small enough that copying a
  /// page for a save of one row costs about a microsecond.
  package static var capacity: Int { 128 }
  static var bits: Int { 7 }

  package static func make(repeating element: Element) -> Page {
    let page = allocate()
    page.elements.initialize(repeating: element, count: capacity)
    return page
  }

  static func make(copying other: Page) -> Page {
    let page = allocate()
    page.elements.initialize(from: other.elements, count: capacity)
    return page
  }

  @inline(__always)
  package var elements: UnsafeMutablePointer<Element> { withUnsafeMutablePointerToElements { $0 } }

  deinit {
    _ = withUnsafeMutablePointerToElements { $0.deinitialize(count: Self.capacity) }
  }
}
