// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

/// A fixed number of elements, or of references to lower pages, in one block of memory behind the
/// object's header: a look-up touches one cache line a level.
final class Page<Element>: ManagedBuffer<Int, Element> {
  /// A power of two: large enough that a million rows take two levels, small enough that copying a
  /// page for a save of one row costs about a microsecond.
  static var capacity: Int { 128 }
  static var bits: Int { 7 }

  static func make(repeating element: Element) -> Page {
    let page = allocate()
    page.elements.initialize(repeating: element, count: capacity)
    return page
  }

  static func make(copying other: Page) -> Page {
    let page = allocate()
    page.elements.initialize(from: other.elements, count: capacity)
    return page
  }

  private static func allocate() -> Page {
    // `create` makes an object of the class it is called on.
    unsafeDowncast(create(minimumCapacity: capacity) { _ in 0 }, to: Page.self)
  }

  @inline(__always)
  var elements: UnsafeMutablePointer<Element> { withUnsafeMutablePointerToElements { $0 } }

  deinit {
    _ = withUnsafeMutablePointerToElements { $0.deinitialize(count: Self.capacity) }
  }
}
