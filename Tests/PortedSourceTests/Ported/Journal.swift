// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

// swift-format-ignore-file: OrderedImports

import Foundation
import CoreData
import class CoreData.NSComparisonPredicate
import class CoreData.NSExpression
#if canImport(Combine)
import Combine
#endif

/// Hears of changes; "@objc protocol" on Apple's platforms.
protocol JournalDelegate: AnyObject {
  func journalDidSave(_ journal: Journal)
}

/// The entries of one writer, with the questions that the program asks.
final class Journal: NSObject {
  let context: NSManagedObjectContext
  weak var delegate: JournalDelegate?

  #if canImport(ObjectiveC)
  @objc dynamic var isOpen = true
  #endif

  init(context: NSManagedObjectContext) { self.context = context }

  func entries(of mood: JournalMood, tagged tag: String) throws -> [JournalEntry] {
    let request: NSFetchRequest<JournalEntry> = JournalEntry.fetchRequest()
    // Not "#keyPath(JournalEntry.mood)", which is no attribute.
    request.predicate = NSPredicate(
      format: "%K == %d AND ANY \("tags").\("name") ==[c] %@",
      "moodValue", mood.rawValue, tag)
    request.sortDescriptors = [
      NSSortDescriptor(
        key: "title", ascending: true,
        selector: Selector("localizedStandardCompare:")),
      NSSortDescriptor(key: "writtenAt", ascending: false),
    ]
    return try context.fetch(request)
  }

  /// The left side and the type of a condition.
  func parts(of predicate: NSPredicate) -> (NSExpression, NSComparisonPredicate.Operator)? {
    guard let comparison = predicate as? NSComparisonPredicate else { return nil }
    return (comparison.leftExpression, comparison.predicateOperatorType)
  }

  /// A store that nobody reads while the device is locked.
  func protectedStore() -> NSPersistentStoreDescription {
    let description = NSPersistentStoreDescription()
    description.setOption(
      FileProtectionType.complete.rawValue as NSObject, forKey: NSPersistentStoreFileProtectionKey)
    return description
  }

  /// Hands on what a results controller tells; "next?.controllerDidChangeContent?(controller)" of Apple's.
  func hand(
    _ controller: NSFetchedResultsController<NSFetchRequestResult>,
    to next: NSFetchedResultsControllerDelegate?
  ) {
    next?.controllerDidChangeContent(controller)
  }

  func entries(_ format: String, _ arguments: CVarArg...) throws -> [JournalEntry] {
    let request = NSFetchRequest<JournalEntry>(entityName: "JournalEntry")
    request.predicate = NSPredicate(format: format, argumentArray: arguments)
    return try context.fetch(request)
  }

  func titles() throws -> [String] {
    let request = NSFetchRequest<NSDictionary>(entityName: "JournalEntry")
    let column = NSExpressionDescription()
    column.name = "shout"
    column.expression = NSExpression(
      forFunction: "uppercase:", arguments: [NSExpression(forKeyPath: "title")])
    column.resultType = .string
    request.resultType = .dictionaryResultType
    request.propertiesToFetch = [column]
    return try context.fetch(request).compactMap { $0["shout"] as? String }.sorted()
  }

  func save() throws {
    try context.save()
    delegate?.journalDidSave(self)
  }
}

/// Keeps a title as its letters backwards.
final class TitleTransformer: CoreData.ValueTransformer, @unchecked Sendable {
  override class func allowsReverseTransformation() -> Bool { true }

  override func transformedValue(_ value: Any?) -> Any? {
    (value as? String).map { String($0.reversed()) }
  }

  override func reverseTransformedValue(_ value: Any?) -> Any? { transformedValue(value) }
}
