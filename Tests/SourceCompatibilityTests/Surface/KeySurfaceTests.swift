// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import Testing

/// Keys, kinds and small types under Apple's names and numbers.
@Suite struct KeySurfaceTests {
  @Test func enumerationsAreFoundByTheirNumbers() {
    #expect(NSKeyValueSetMutationKind(rawValue: 2) == .minus)
    #expect(NSManagedObjectContextConcurrencyType(rawValue: 1) == .privateQueueConcurrencyType)
    #expect(NSMergePolicyType(rawValue: 0) == .errorMergePolicyType)
    #expect(NSSnapshotEventType(rawValue: 1 << 4) == .rollback)
    let key = NSManagedObjectContext.NotificationKey(rawValue: "inserted")
    #expect(key == .insertedObjects)
  }

  @Test func theKeysOfAChangeHaveTheirTexts() {
    let keys: [(NSKeyValueChangeKey, String)] = [
      (.kindKey, "kind"), (.newKey, "new"), (.oldKey, "old"), (.indexesKey, "indexes"),
      (.notificationIsPriorKey, "notificationIsPrior"),
    ]
    for (key, text) in keys {
      #expect(key.rawValue == text)
      #expect(NSKeyValueChangeKey(rawValue: text) == key)
    }
  }

  @Test func changesOfMembersHaveApplesNumbers() {
    #expect(NSKeyValueChange(rawValue: 1) == .setting)
    #expect(NSKeyValueChange(rawValue: 2) == .insertion)
    #expect(NSKeyValueChange(rawValue: 3) == .removal)
    #expect(NSKeyValueChange(rawValue: 4) == .replacement)
  }

  @Test func aPublisherSendsNothingAndNeverFails() {
    let output: ObservableObjectPublisher.Output.Type = Void.self
    #expect(output == Void.self)
    #expect(ObservableObjectPublisher.Failure.self == Never.self)
  }

  @Test func subscriptionsAreEqualByIdentity() {
    let (first, second) = (AnyCancellable {}, AnyCancellable {})
    #expect(first == first)
    #expect(first != second)
  }

  @Test func conflictsSayWhatTheyAreOf() {
    let context = ShoppingContainer().newBackgroundContext()
    context.performAndWait {
      let item = ShoppingItem(name: "Milk", in: context)
      let merge = NSMergeConflict(
        source: item, newVersion: 2, oldVersion: 1, cachedSnapshot: nil, persistedSnapshot: nil)
      #expect(merge.description.contains("NSMergeConflict"))
    }
    let constraint = NSConstraintConflict(
      constraint: ["email"], database: nil, databaseSnapshot: nil, conflicting: [],
      conflictingSnapshots: [])
    #expect(constraint.description.contains("email"))
  }
}
