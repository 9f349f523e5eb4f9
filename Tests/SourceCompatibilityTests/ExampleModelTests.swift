// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import ExampleModels
import Foundation
import Testing

/// The generated classes of the example models, in a file that imports CoreData first.
@Suite struct ExampleModelTests {
  private func context(_ url: URL) throws -> NSManagedObjectContext {
    ExampleModels.registerClasses()
    let model = try #require(NSManagedObjectModel(contentsOf: url))
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
    try coordinator.addPersistentStore(ofType: NSInMemoryStoreType, configurationName: nil, at: nil)
    let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
    context.persistentStoreCoordinator = coordinator
    return context
  }

  private func employee(_ name: String, in context: NSManagedObjectContext) -> Employee {
    let employee = Employee(context: context)
    employee.name = name
    employee.email = "\(name)@example.org"
    employee.hiredAt = Date(timeIntervalSinceReferenceDate: 0)
    return employee
  }

  @Test func scalarsStringsAndDates() throws {
    let context = try context(ExampleModels.company)
    try context.performAndWait {
      let ada = employee("Ada", in: context)
      #expect(ada.isActive)
      #expect(ada.salary == 0)
      #expect(ada.bio == nil)
      ada.salary += 5000
      ada.score = 1.5
      ada.isActive = false
      try context.save()
      context.refresh(ada, mergeChanges: false)
      #expect(ada.isFault)
      #expect(ada.name == "Ada")
      #expect(ada.salary == 5000)
      #expect(ada.score == 1.5)
      #expect(!ada.isActive)
      #expect(ada.hiredAt == Date(timeIntervalSinceReferenceDate: 0))
      #expect(ada.value(forKey: "salary") as? Int == 5000)
      ada.setValue(6000, forKey: "salary")
      #expect(ada.salary == 6000)
      #expect(ada.changedValues()["salary"] as? Int == 6000)
    }
  }

  @Test func toManyHelpersMaintainTheInverse() throws {
    let context = try context(ExampleModels.company)
    try context.performAndWait {
      let lab = Department(context: context)
      lab.name = "Lab"
      lab.createdAt = Date()
      let (ada, bob) = (employee("Ada", in: context), employee("Bob", in: context))
      lab.addToEmployees(ada)
      lab.addToEmployees(NSSet(array: [bob]))
      #expect(ada.department === lab)
      #expect(lab.employees?.count == 2)
      lab.removeFromEmployees(ada)
      #expect(ada.department == nil)
      #expect(lab.employees as? Set<Employee> == [bob])
      ada.department = lab
      try context.save()
      let request: NSFetchRequest<Department> = Department.fetchRequest()
      request.predicate = NSPredicate(format: "ANY employees.name == %@", "Ada")
      let found = try context.fetch(request)
      #expect(found == [lab])
      context.delete(lab)
      try context.save()
      let left = try context.count(for: Employee.fetchRequest() as NSFetchRequest<Employee>)
      #expect(left == 0)
    }
  }

  @Test func orderedToManyHelpers() throws {
    let context = try context(ExampleModels.atlas)
    try context.performAndWait {
      let trip = Trip(context: context)
      trip.name = "North"
      trip.budget = NSDecimalNumber(string: "99.90")
      let stops = ["NO", "SE", "FI"].map { code in
        let stop = Stop(context: context)
        stop.countryCode = code
        trip.addToStops(stop)
        return stop
      }
      let first = Stop(context: context)
      first.countryCode = "DK"
      trip.insertIntoStops(first, at: 0)
      trip.removeFromStops(stops[1])
      let codes = (trip.stops?.array as? [Stop])?.map(\.countryCode)
      #expect(codes == ["DK", "NO", "FI"])
      #expect(stops[1].trip == nil)
      try context.save()
      context.refresh(trip, mergeChanges: false)
      let again = (trip.stops?.array as? [Stop])?.map(\.countryCode)
      #expect(again == codes)
      #expect(trip.budget == NSDecimalNumber(string: "99.9"))
    }
  }

  @Test func keyPathsSortRequests() throws {
    let context = try context(ExampleModels.company)
    try context.performAndWait {
      for name in ["Bob", "Ada", "Cyd"] { _ = employee(name, in: context) }
      let request: NSFetchRequest<Employee> = Employee.fetchRequest()
      request.sortDescriptors = [NSSortDescriptor(keyPath: \Employee.name, ascending: true)]
      let names = try context.fetch(request).map(\.name)
      #expect(names == ["Ada", "Bob", "Cyd"])
    }
  }
}
