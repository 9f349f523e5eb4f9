// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import CoreDataTestSupport
import ExampleModels
import Foundation
import Testing

/// Generated properties of scalar types.
@Suite struct ScalarPropertyTests {
  // R-CTX-204
  @Test(arguments: StackKind.singles)
  func nilReadsAsZeroThroughAScalar(_ kind: StackKind) throws {
    ExampleModels.registerClasses()
    let model = try #require(NSManagedObjectModel(contentsOf: ExampleModels.company))
    let stack = try Stack(kind, model: model)
    try stack.run { context in
      let employee = Employee(context: context)
      employee.setValuesForKeys(["name": "Ada", "email": "a", "hiredAt": Date()])
      #expect(employee.isActive)
      #expect(employee.salary == 0)
      (employee.salary, employee.score) = (5, 2.5)
      for key in ["salary", "score", "isActive"] { employee.setValue(nil, forKey: key) }
      #expect(employee.salary == 0)
      #expect(employee.score == 0)
      #expect(!employee.isActive)
      #expect(employee.value(forKey: "salary") == nil)
      #expect(failure { try context.save() }?.code == .validationMultipleErrors)
      employee.setValuesForKeys(["salary": 7, "score": 1, "isActive": true])
      try context.save()
      #expect(employee.salary == 7)
      #expect(employee.score == 1)
      #expect(employee.isActive)
    }
  }
}
