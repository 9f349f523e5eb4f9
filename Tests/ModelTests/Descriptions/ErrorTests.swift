// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import Testing

@Suite struct ErrorTests {
  @Test func codesHaveApplesValues() {  // R-CTX-945 R-PSC-005
    #expect(NSManagedObjectValidationError == 1550)
    #expect(NSManagedObjectMergeError == 133020)
    #expect(NSPersistentStoreIncompatibleVersionHashError == 134100)
    #expect(NSStagedMigrationBackwardMigrationError == 134506)
    #expect(CocoaError.Code.validationMissingMandatoryProperty.rawValue == 1570)
    #expect(CocoaError.persistentStoreSave.rawValue == 134030)
  }

  @Test func anErrorMatchesBothAsCocoaErrorAndAsNSError() {  // R-PSC-004 R-CTX-012
    let error: any Error = CocoaError(.coreData, userInfo: ["reason": "x"])
    #expect((error as? CocoaError)?.code == .coreData)
    let bridged = error as NSError
    #expect(bridged.domain == NSCocoaErrorDomain)
    #expect(bridged.code == NSCoreDataError)
    #expect(bridged.userInfo["reason"] as? String == "x")
  }

  @Test func keysHaveApplesTexts() {  // R-CTX-946 R-CTX-850 R-CTX-851 R-PSC-009
    #expect(NSValidationKeyErrorKey == "NSValidationErrorKey")
    #expect(NSPersistentStoreSaveConflictsErrorKey == "conflictList")
    #expect(NSInsertedObjectsKey == "inserted")
    #expect(NSManagedObjectContext.NotificationKey.queryGeneration.rawValue == "newQueryGeneration")
    #expect(
      Notification.Name.NSManagedObjectContextDidSave.rawValue
        == "NSManagingContextDidSaveChangesNotification")
    #expect(NSInMemoryStoreType == "InMemory")
    #expect(NSStoreUUIDKey == "NSStoreUUID")
  }
}
