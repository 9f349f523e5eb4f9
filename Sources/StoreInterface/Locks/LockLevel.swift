// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

/// The order in which a thread takes locks: while it holds one, only those of later cases.
///
/// Two of the same level are never held together. Decision 14 has the table of all locks.
@usableFromInline package enum LockLevel: Int, CaseIterable, Sendable {
  /// The list of a router's stores.
  case router
  /// The list of a coordinator's contexts.
  case contexts
  /// In how many contexts a client store's objects are registered.
  case registrations
  /// A model that is being compiled.
  case freezing
  /// The registered objects of a context.
  case identityMap
  /// The stores that IDs refer to.
  case references
  /// The former stores that IDs refer to.
  case aliases
  /// The facts about its class that an entity's layout has found out.
  case layout
  /// Held for a copy: nothing else is taken.
  case leaf
}
