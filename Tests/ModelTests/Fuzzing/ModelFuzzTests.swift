// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import CoreDataTestSupport
import Testing

/// Damaged model files throw or answer, and what loads can be used.
///
/// `CORE_DATA_MODEL_MUTANTS=n` tries more of them, `CORE_DATA_MODEL_SEED=n` begins at one.
@Suite(.serialized) struct ModelFuzzTests {
  private static let environment = ProcessInfo.processInfo.environment

  @Test(.timeLimit(.minutes(15))) func mutantsOfModelsThrowOrAnswer() async {
    let count = Self.environment["CORE_DATA_MODEL_MUTANTS"].flatMap(Int.init) ?? 300
    let seed = Self.environment["CORE_DATA_MODEL_SEED"].flatMap(UInt64.init) ?? 1
    let result = await #expect(
      processExitsWith: .success, observing: [\.standardErrorContent]
    ) { [count = count as Int, seed = seed as UInt64] in
      let loaded = try ModelFuzz(seed: seed, count: count).run()
      // Otherwise nothing but the parser would have been tried.
      #expect(loaded > count / 20)
    }
    if result == nil { print("model mutants: \(count) from seed \(seed)") }
  }

  @Test func theModelToBeginWithIsSound() throws {
    let file = try ModelFile()
    let url = file.folder.appendingPathComponent("Everything.xml")
    try Data(SampleModelText.everything.utf8).write(to: url)
    let model = try NSManagedObjectModel.load(from: url)
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
    try coordinator.addPersistentStore(
      ofType: NSInMemoryStoreType, configurationName: nil, at: nil, options: nil)
    #expect(coordinator.persistentStores.count == 1)
  }
}
