// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import CoreDataTestSupport
import Foundation
import Testing

/// Columns of dictionary results that cannot be evaluated.
@Suite struct ColumnErrorTests {
  // R-REQ-038: an error of the framework's, which programs catch as `NSError`
  @Test(
    arguments: StackKind.all,
    ["median:(rank)", "stddev:(rank)", "mode:(rank)", "text + 1", "nonsense", "$x", "text[0]"])
  func theyAreErrorsWithTheColumnsName(_ kind: StackKind, _ format: String) throws {
    let stack = try Stack(kind)
    try stack.run { context in
      _ = context.insert("Note", ["text": "a", "rank": 1])
      try context.save()
      let column = NSExpressionDescription()
      column.name = "odd"
      column.expression = NSExpression(format: format)
      column.expressionResultType = .doubleAttributeType
      let request = NSFetchRequest<NSDictionary>(entityName: "Note")
      request.resultType = .dictionaryResultType
      request.propertiesToFetch = [column]
      var code = 0
      do { _ = try context.fetch(request) } catch let error as NSError { code = error.code }
      #expect(code == 134060)
    }
  }
}
