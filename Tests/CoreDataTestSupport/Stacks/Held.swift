// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

package import CoreData

/// Carries an object out of a block that ran on its context's queue.
package struct Held: @unchecked Sendable {
  // Sendable: used within the blocks of one context only.
  package let object: NSManagedObject
  package init(_ object: NSManagedObject) { self.object = object }
}
