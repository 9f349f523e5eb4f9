// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData

public final class JournalTag: NSManagedObject {
  @NSManaged public var name: String
  @NSManaged public var entries: Set<JournalEntry>
}

/// What a writer felt.
public enum JournalMood: Int16 {
  case calm, glad, sad
}
