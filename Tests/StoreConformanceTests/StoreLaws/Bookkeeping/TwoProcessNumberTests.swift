// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import StoreInterface
import StoreTestSupport
import Testing

/// Numbers of a file that this process and a child have open at once.
@Suite(.serialized) struct TwoProcessNumberTests {
  private static let stores = StoreUnderTest.files.filter {
    $0.capabilities.isSuperset(of: [.durable, .multiProcess])
  }

  // R-PSC-329, R-PSC-330
  @Test(arguments: stores)
  func numbersOfTwoProcessesDiffer(_ store: StoreUnderTest) async throws {
    let session = try StoreSession(store, SchemaFixture.company)
    let mine = OtherThread { try (0..<300).map { try session.reserve("Tag", 1 + $0 % 3) } }
    let file = try #require(try store.url(in: session.directory))
    await #expect(processExitsWith: .success) { [file = file as URL, name = store.name as String] in
      let child = try #require(StoreUnderTest.all.first { $0.name == name })
      let schema = SchemaFixture.company
      var configuration = StoreConfiguration(
        url: file, schema: schema, entities: schema.allEntities,
        newMetadata: StoreMetadata(identifier: UUID().uuidString, properties: Data()))
      configuration.timeout = 60
      let backend = try child.open(configuration)
      let tag = schema.index("Tag")
      let first = try (0..<300).map { try backend.reserveNumbers(1 + $0 % 3, root: tag) }
      backend.close()
      let list = first.map(String.init).joined(separator: " ")
      try Data(list.utf8).write(to: file.appendingPathExtension("numbers"))
    }
    let list = try String(
      contentsOf: file.appendingPathExtension("numbers"), encoding: .utf8)
    let theirs = list.split(separator: " ").compactMap { Int64($0) }.enumerated()
      .flatMap { place, first in first..<(first + 1 + Int64(place % 3)) }
    let ours = try mine.value().flatMap { $0.map(\.number) }
    #expect(theirs.count == 600)
    #expect(Set(theirs).union(ours).count == 1_200)
  }
}
