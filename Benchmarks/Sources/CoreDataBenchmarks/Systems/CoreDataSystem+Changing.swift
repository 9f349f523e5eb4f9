// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import ExampleModels
import Foundation
import Harness

/// The cases that update and delete.
extension CoreDataSystem {
  func update(
    _ workload: CompanyWorkload, in folder: URL, _ stopwatch: Stopwatch
  ) throws -> Int64 {
    let wanted = try tenth(workload, folder)
    try with(folder) { context in
      let ids = try self.ids(wanted, context)
      try measure(savingIn: folder, stopwatch) {
        let request = NSFetchRequest<Employee>(entityName: "Employee")
        request.predicate = NSPredicate(
          format: "department IN %@", ids.map { context.object(with: $0) } as NSArray)
        for employee in try context.fetch(request) {
          employee.salary += CompanyWorkload.raise
          employee.score += CompanyWorkload.scoreChange
        }
        try context.save()
      }
    }
    return try with(folder) { context in
      try allEmployees(context).reduce(0) { $0 + $1.salary + Int64(($1.score * 100).rounded()) }
    }
  }

  func delete(
    _ workload: CompanyWorkload, in folder: URL, _ stopwatch: Stopwatch
  ) throws -> Int64 {
    let wanted = try tenth(workload, folder)
    try with(folder) { context in
      let ids = try self.ids(wanted, context)
      try measure(savingIn: folder, stopwatch) {
        for id in ids { context.delete(context.object(with: id)) }
        try context.save()
      }
    }
    let left = try with(folder) { Int64(try departments($0).count) }
    return try contents(folder) + left
  }

  /// Where the departments to change are, found with a stack of its own.
  private func tenth(_ workload: CompanyWorkload, _ folder: URL) throws -> [String] {
    try with(folder) { context in
      let departments = try departments(context)
      return workload.tenth.map { departments[$0].objectID.uriRepresentation().absoluteString }
    }
  }

  private func ids(
    _ identifiers: [String], _ context: NSManagedObjectContext
  ) throws -> [NSManagedObjectID] {
    try identifiers.map {
      guard let id = context.persistentStoreCoordinator?.managedObjectID(for: $0) else {
        throw BenchmarkFailure("\($0) is unknown.")
      }
      return id
    }
  }
}
