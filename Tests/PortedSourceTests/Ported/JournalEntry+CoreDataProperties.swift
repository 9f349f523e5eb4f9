// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

// swift-format-ignore-file: OrderedImports

import Foundation
import CoreData

extension JournalEntry {
  @nonobjc public class func fetchRequest() -> NSFetchRequest<JournalEntry> {
    return NSFetchRequest<JournalEntry>(entityName: "JournalEntry")
  }

  @NSManaged public var title: String?
  @NSManaged public var writtenAt: Date?
  @NSManaged public var moodValue: Int16
  @NSManaged public var tags: NSSet?
}

// MARK: Generated accessors for tags
extension JournalEntry {
  @NSManaged public func addToTags(_ value: JournalTag)

  @NSManaged public func removeFromTags(_ value: JournalTag)

  @NSManaged public func addToTags(_ values: NSSet)

  @NSManaged public func removeFromTags(_ values: NSSet)
}
