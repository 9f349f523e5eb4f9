// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

package import CoreData
import Foundation
import Testing

/// Stores of one type in a folder of their own.
package struct Office {
  package static let types = [NSBinaryStoreType, NSXMLStoreType]

  package let type: String
  package let place: Workplace

  package init(_ type: String) throws {
    self.type = type
    place = try Workplace()
  }

  package var url: URL { place.url() }

  package var bytes: Data {
    get throws { try Data(contentsOf: url) }
  }

  /// Everything in the folder.
  package func names() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: place.folder.path).sorted()
  }

  package func open(
    configuration: String? = nil, options: [AnyHashable: Any]? = nil
  ) throws -> NSPersistentStoreCoordinator {
    try place.opened(
      type, model: OfficeModel.make(), configuration: configuration, options: options)
  }

  /// Opens, runs, closes.
  package func use<T>(
    options: [AnyHashable: Any]? = nil, _ block: (NSManagedObjectContext) throws -> T
  ) throws -> T {
    let coordinator = try open(options: options)
    defer { close(coordinator) }
    return try place.run(coordinator, block)
  }

  package func close(_ coordinator: NSPersistentStoreCoordinator) {
    for store in coordinator.persistentStores { try? coordinator.remove(store) }
  }

  /// What opening says, with the bytes of the file as they were before.
  package func refusal(options: [AnyHashable: Any]? = nil) throws -> CocoaError? {
    let before = try bytes
    let error = failure { close(try open(options: options)) }
    #expect(try bytes == before)
    #expect(try FileManager.default.contentsOfDirectory(atPath: place.folder.path).count == 1)
    return error
  }

  /// The same for a block that only looks and changes.
  package func check(
    options: [AnyHashable: Any]? = nil, _ block: (NSManagedObjectContext) throws -> Void
  ) throws {
    let coordinator = try open(options: options)
    defer { close(coordinator) }
    let context = NSManagedObjectContext(.privateQueue)
    context.persistentStoreCoordinator = coordinator
    try context.performAndWait { try block(context) }
  }

  /// A store with a department, its staff and lockers, and a sample.
  package func fill() throws {
    try check { context in
      let department = context.insert("Department", ["name": "Research"])
      let staff = ["Ada", "Bob", "Cyd"].map { context.insert("Employee", ["firstName": $0]) }
      department.setValue(NSOrderedSet(array: staff.reversed()), forKey: "staff")
      staff[0].setValue(Set([staff[1], staff[2]]), forKey: "knows")
      staff[1].setValue(context.insert("Locker", ["number": 7]), forKey: "locker")
      _ = context.insert("Sample", ["name": "one", "small": 1, "data": Data(0..<40)])
      try context.save()
    }
  }
}
