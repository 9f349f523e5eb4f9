// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

package import Foundation
package import StoreInterface

/// A kind of store, as the suites see it: how to open one, and what it claims to be able to do.
package struct StoreUnderTest: Sendable, CustomStringConvertible {
  package let name: String
  /// What an opened store must report.
  package let capabilities: StoreCapabilities
  /// The name of its file; nil for a store without one.
  package let fileName: String?
  private let opening: @Sendable (StoreConfiguration) throws(StoreError) -> any StoreBackend

  package init(
    name: String, capabilities: StoreCapabilities, fileName: String?,
    opening: @escaping @Sendable (StoreConfiguration) throws(StoreError) -> any StoreBackend
  ) {
    self.name = name
    self.capabilities = capabilities
    self.fileName = fileName
    self.opening = opening
  }

  package var description: String { name }

  package func open(_ configuration: StoreConfiguration) throws(StoreError) -> any StoreBackend {
    try opening(configuration)
  }

  /// Where the store lies in a folder.
  package func url(in directory: TemporaryDirectory) -> URL? {
    fileName.map { directory.url.appendingPathComponent($0) }
  }

  package func configuration(
    directory: TemporaryDirectory, schema: StoreSchema, entities: [Int]? = nil
  ) -> StoreConfiguration {
    var configuration = StoreConfiguration(
      url: url(in: directory), schema: schema, entities: entities ?? schema.allEntities,
      newMetadata: StoreMetadata(identifier: UUID().uuidString, properties: Data()))
    configuration.timeout = 20
    return configuration
  }

  /// Creates the store in a folder, or opens the one that is there.
  package func make(
    directory: TemporaryDirectory, schema: StoreSchema, entities: [Int]? = nil
  ) throws(StoreError) -> any StoreBackend {
    try open(configuration(directory: directory, schema: schema, entities: entities))
  }

  /// The same store behind a wrapper.
  package func wrapped(
    _ label: String, _ wrap: @escaping @Sendable (any StoreBackend) -> any StoreBackend
  ) -> StoreUnderTest {
    let opening = opening
    return StoreUnderTest(name: "\(name), \(label)", capabilities: capabilities, fileName: fileName)
    { (configuration) throws(StoreError) in wrap(try opening(configuration)) }
  }
}
