// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

extension Set<NSManagedObject> {
  /// The same set as one of objects of a class, without a look at each: they must be of the class.
  ///
  /// Relies on sets of class references having one representation, whatever the class, and on managed
  /// objects hashing alike, which no class of theirs can change. A cast would make another set, member
  /// by member. On a toolchain with another representation the set would be garbage; `RuntimeTests`
  /// looks up, adds and removes members of converted sets.
  /// - Parameter type: a class that inherits from `NSManagedObject`, or that class.
  @inline(__always)
  package func assumed<Member: NSManagedObject>(of type: Member.Type) -> Set<Member> {
    unsafeBitCast(self, to: Set<Member>.self)
  }
}
