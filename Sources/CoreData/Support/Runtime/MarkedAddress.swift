// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

/// The address of an object, or none, with a mark beside it, in one word.
///
/// Relies on objects standing at even addresses, so that the lowest bit is free: the runtime aligns
/// them to 16 bytes. On one that did not, the mark would turn an address into another;
/// `RuntimeTests` looks at the addresses of objects of several sizes.
package struct MarkedAddress<Object: AnyObject> {
  package let word: UInt

  @inline(__always)
  package init(word: UInt) { self.word = word }

  @inline(__always)
  package init(_ object: Unmanaged<Object>, isMarked: Bool) {
    word = UInt(bitPattern: object.toOpaque()) | (isMarked ? MarkedAddress.mark : 0)
  }

  /// The bit of the mark.
  @inline(__always)
  package static var mark: UInt { 1 }

  @inline(__always)
  package var isMarked: Bool { word & MarkedAddress.mark != 0 }

  /// The object; nil for the address 0.
  @inline(__always)
  package var object: Unmanaged<Object>? {
    UnsafeRawPointer(bitPattern: word & ~MarkedAddress.mark).map { Unmanaged.fromOpaque($0) }
  }
}
