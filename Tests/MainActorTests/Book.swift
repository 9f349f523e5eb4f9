// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData

/// Not on the main actor, although everything else in this module is: its superclass is not.
public class Book: NSManagedObject {
  @NSManaged var title: String?
  @NSManaged var pages: Int32
  @NSManaged var shelf: Shelf?

  public override func awakeFromInsert() {
    super.awakeFromInsert()
    setPrimitiveValue(100, forKey: "pages")
  }

  public override func willSave() {
    super.willSave()
    if pages < 0 { pages = 0 }
  }

  public override func validateForInsert() throws {
    try super.validateForInsert()
    if title?.isEmpty == true { throw CocoaError(.validationStringTooShort) }
  }
}
