// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import Foundation

extension Work {

  @nonobjc public class func fetchRequest() -> NSFetchRequest<Work> {
    return NSFetchRequest<Work>(entityName: "Work")
  }

  @NSManaged public var title: String

}

extension Work: Identifiable {

}
