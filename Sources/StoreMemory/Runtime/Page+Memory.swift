// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

extension Page {
  /// A page whose elements are not initialised.
  ///
  /// Relies on `create`, which is declared to return a `ManagedBuffer`, making an object of the class
  /// that it is called on, as the standard library documents.
  static func allocate() -> Page {
    unsafeDowncast(create(minimumCapacity: capacity) { _ in 0 }, to: Page.self)
  }

  /// The elements of a page in a list of pages, without retaining the page; nil where there is none.
  ///
  /// Relies on an optional reference being the object's address, or null. With another
  /// representation look-ups would read foreign memory; `RuntimeTests` compares both ways.
  @inline(__always)
  package static func elements(
    in pages: UnsafeMutablePointer<Page?>?, at index: Int
  ) -> UnsafeMutablePointer<Element>? {
    guard let pages,
      let page = UnsafeRawPointer(pages + index).load(as: UnsafeRawPointer?.self)
    else { return nil }
    return Unmanaged<Page>.fromOpaque(page)._withUnsafeGuaranteedRef { $0.elements }
  }
}
