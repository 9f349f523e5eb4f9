// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

/// The posting context in the user info of a notification, which must not keep it alive.
package final class WeakContext: Sendable {
  private let map: IdentityMap

  init(_ context: NSManagedObjectContext) { map = context.identityMap }

  /// The context while it lives. Any thread.
  package var context: NSManagedObjectContext? { map.livingContext }
}
