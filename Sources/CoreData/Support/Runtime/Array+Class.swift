// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

extension [NSManagedObject] {
  /// The same array as one of objects of a class, without a look at each: they must be of the class.
  ///
  /// Relies on arrays of class references having one representation, whatever the class: the buffer's
  /// own class tells only that it holds native references. A cast with `as!` would visit every object.
  /// On a toolchain with another representation the array would be garbage; `RuntimeTests` compares
  /// the objects of converted arrays.
  /// - Parameter type: a class that inherits from `NSManagedObject`, or that class.
  @inline(__always)
  package func assumed<T>(of type: T.Type) -> [T] { unsafeBitCast(self, to: [T].self) }
}

extension Array {
  /// The same array as one of managed objects, without a look at each: its elements must be of a class
  /// of these. Relies on what ``assumed(of:)`` relies on, whose test asks this, too.
  @inline(__always)
  package var assumedObjects: [NSManagedObject] { unsafeBitCast(self, to: [NSManagedObject].self) }
}
