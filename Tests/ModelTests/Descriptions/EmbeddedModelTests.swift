// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import Testing

/// Models that the program carries in its code.
struct EmbeddedModelTests {
  @Test func aContainerFindsAModelThatWasCompiledIn() {
    NSManagedObjectModel.registerModel(
      named: "EmbeddedSample", version: "EmbeddedSample 2",
      contents: "<model><entity name=\"A\"/><configuration name=\"C\"/></model>")
    let container = NSPersistentContainer(name: "EmbeddedSample")
    #expect(container.managedObjectModel.entities.map(\.name) == ["A"])
    #expect(container.managedObjectModel.configurations == ["C"])
  }

  @Test func eachContainerHasAModelOfItsOwn() {
    NSManagedObjectModel.registerModel(
      named: "EmbeddedTwice", version: "1", contents: "<model><entity name=\"A\"/></model>")
    let models = (0..<2).map { _ in NSPersistentContainer(name: "EmbeddedTwice").managedObjectModel
    }
    #expect(models[0] !== models[1])
    #expect(models[0] == models[1])
  }

  @Test func aModelThatIsWrongIsAnEmptyOne() {
    NSManagedObjectModel.registerModel(named: "EmbeddedWrong", version: "1", contents: "<model>")
    #expect(NSPersistentContainer(name: "EmbeddedWrong").managedObjectModel.entities.isEmpty)
  }

  @Test func aMissingModelIsReportedWithThePlaces() async {
    let result = await #expect(
      processExitsWith: .success, observing: [\.standardErrorContent]
    ) {
      #expect(NSPersistentContainer(name: "NowhereAtAll").managedObjectModel.entities.isEmpty)
    }
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(text.contains("Failed to load model named NowhereAtAll"))
    #expect(text.contains(Bundle.main.resourceURL?.path ?? "?"))
  }
}
