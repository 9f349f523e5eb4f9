// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import Foundation

open class Work: NSManagedObject {
  open override func awakeFromInsert() {
    super.awakeFromInsert()
    setPrimitiveValue(Date(timeIntervalSinceReferenceDate: 1000), forKey: "createdAt")
  }
}
