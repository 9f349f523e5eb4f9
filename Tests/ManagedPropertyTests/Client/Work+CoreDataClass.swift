// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import Foundation

open class Work: NSManagedObject {
  @NSManaged open var createdAt: Date?
  @NSManaged private var primitiveTitle: String?

  /// The title, without anybody noticing.
  var workTitle: String? { primitiveTitle }

  open override func awakeFromInsert() {
    super.awakeFromInsert()
    setPrimitiveValue(Date(timeIntervalSinceReferenceDate: 1000), forKey: "createdAt")
  }
}
