// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

/// The way in which a program reads the members of a to-many relationship.
public enum MemberAccess: Sendable {
  /// The live set of key-value coding, which has every member's object at hand.
  case liveSet
  /// The property of the generated class, an `NSSet`.
  case generatedProperty
  /// A property that is a `Set` of the members' type.
  case typedSet
}
