// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

/// Comparing a boxed object with another by identity.
///
/// Sets ask `isEqual` of every object they pass on the way to a free place, and notifications are
/// full of sets; a dynamic cast there costs more than all the rest of an insertion.
///
/// Relies on the layout of `Any?` and on how metadata of classes begins, both part of Swift's stable
/// ABI on Apple's platforms and so on Linux too. With another layout an object might not equal
/// itself; `RuntimeTests` compares sizes, and values of every kind.
package enum ExistentialReference {
  /// The layout of `Any?`: a payload of three words, then the metadata of the payload's type.
  private typealias Words = (payload: UnsafeRawPointer?, Int, Int, metadata: UnsafePointer<Int>?)
  /// The kind with which the metadata of a class begins.
  private static let classKind = 0

  /// Returns true if a value is a reference to an object.
  @inline(__always)
  package static func refers(_ value: Any?, to object: AnyObject) -> Bool {
    let words = unsafeBitCast(value, to: Words.self)
    guard let metadata = words.metadata else { return false }
    guard metadata.pointee == classKind else { return (value as AnyObject?) === object }
    return words.payload == UnsafeRawPointer(Unmanaged.passUnretained(object).toOpaque())
  }

  /// Returns the object of a class that a value is. What was boxed as a reference is cast as one, be it as
  /// `NSObject`, whose `==` does it: a cast of a value that may be anything costs ten times as much.
  @inline(__always)
  package static func object<Object: AnyObject>(_ value: Any?, of type: Object.Type) -> Object? {
    let words = unsafeBitCast(value, to: Words.self)
    guard let payload = words.payload, let metadata = words.metadata,
      metadata.pointee == classKind
    else { return value as? Object }
    if UnsafeRawPointer(metadata) == unsafeBitCast(type, to: UnsafeRawPointer.self) {
      return Unmanaged<Object>.fromOpaque(payload).takeUnretainedValue()
    }
    return Unmanaged<AnyObject>.fromOpaque(payload).takeUnretainedValue() as? Object
  }
}
