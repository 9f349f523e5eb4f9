// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

// swift-format-ignore-file: OrderedImports

import Foundation
import CoreData

public class JournalEntry: NSManagedObject {
  public required init(
    entity: NSEntityDescription, insertInto context: NSManagedObjectContext?
  ) {
    super.init(entity: entity, insertInto: context)
  }

  convenience init(title: String, in context: NSManagedObjectContext) {
    self.init(context: context)
    self.title = title
  }

  public override func awakeFromInsert() {
    super.awakeFromInsert()
    setPrimitiveValue(Date(timeIntervalSinceReferenceDate: 0), forKey: "writtenAt")
  }

  public var mood: JournalMood {
    get { JournalMood(rawValue: moodValue) ?? .calm }
    set { moodValue = newValue.rawValue }
  }
}
