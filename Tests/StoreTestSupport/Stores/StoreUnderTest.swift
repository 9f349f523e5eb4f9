// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

package import Foundation
package import StoreInterface

/// A kind of store, as the suites see it: how to open one, and what it claims to be able to do.
package struct StoreUnderTest: Sendable, CustomStringConvertible {
  package let name: String
  /// What an opened store must report.
  package let capabilities: StoreCapabilities
  package let place: Place
  /// Where stores of a kind are.
  package enum Place: Sendable {
    case nowhere
    /// In a file of this name.
    case file(String)
    /// On a server; a store's URL is made of the name of its test's folder.
    case server(@Sendable (_ folder: URL) throws -> URL)
  }

  private let opening: @Sendable (StoreConfiguration) throws(StoreError) -> any StoreBackend

  package init(
    name: String, capabilities: StoreCapabilities, place: Place,
    opening: @escaping @Sendable (StoreConfiguration) throws(StoreError) -> any StoreBackend
  ) {
    self.name = name
    self.capabilities = capabilities
    self.place = place
    self.opening = opening
  }

  package var description: String { name }

  package func open(_ configuration: StoreConfiguration) throws(StoreError) -> any StoreBackend {
    try opening(configuration)
  }

  package var isFile: Bool { if case .file = place { true } else { false } }

  package var isRemote: Bool { if case .server = place { true } else { false } }

  /// Where the store lies that belongs to a folder; always the same.
  package func url(in directory: TemporaryDirectory) throws -> URL? {
    switch place {
    case .nowhere: nil
    case .file(let name): directory.url.appendingPathComponent(name)
    case .server(let url): try directory.owning(url(directory.url))
    }
  }

  package func configuration(
    directory: TemporaryDirectory, schema: StoreSchema, entities: [Int]? = nil
  ) throws -> StoreConfiguration {
    var configuration = StoreConfiguration(
      url: try url(in: directory), schema: schema, entities: entities ?? schema.allEntities,
      newMetadata: StoreMetadata(identifier: UUID().uuidString, properties: Data()))
    configuration.timeout = 20
    return configuration
  }

  /// Creates the store in a folder, or opens the one that is there.
  package func make(
    directory: TemporaryDirectory, schema: StoreSchema, entities: [Int]? = nil
  ) throws -> any StoreBackend {
    try open(configuration(directory: directory, schema: schema, entities: entities))
  }

  /// The same store behind a wrapper.
  package func wrapped(
    _ label: String, _ wrap: @escaping @Sendable (any StoreBackend) -> any StoreBackend
  ) -> StoreUnderTest {
    let opening = opening
    return StoreUnderTest(name: "\(name), \(label)", capabilities: capabilities, place: place) {
      (configuration) throws(StoreError) in wrap(try opening(configuration))
    }
  }
}
