// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData

/// The only class of its model, which generates none.
class Room: NSManagedObject {
  @NSManaged var number: String?
}
