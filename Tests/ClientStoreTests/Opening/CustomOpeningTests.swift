// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import CoreDataTestSupport
import Foundation
import Testing

/// What opening a client store names, and what it leaves when it fails.
struct CustomOpeningTests {
  private let place: Workplace

  init() throws { place = try Workplace() }

  private func add(_ options: [AnyHashable: Any]) throws {
    FragileStore.register()
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: TapeModel.make())
    try coordinator.addPersistentStore(
      ofType: FragileStore.storeType, configurationName: nil, at: place.url(), options: options)
  }

  /// A link to a file that is not there.
  private func link() throws {
    try FileManager.default.createSymbolicLink(
      at: place.url(), withDestinationURL: place.url("missing"))
  }

  private var names: [String] {
    get throws { try FileManager.default.contentsOfDirectory(atPath: place.folder.path) }
  }

  // R-PSC-052
  @Test func aFailedAddKeepsALinkThatLeadsNowhere() throws {
    try link()
    #expect(throws: CocoaError.self) { try add([:]) }
    #expect(try names == ["store"])
    let error = try #require(throws: CocoaError.self) {
      try add([NSReadOnlyPersistentStoreOption: true])
    }
    #expect(error.code == .fileReadNoSuchFile)
    #expect(try names == ["store"])
  }

  // R-PSC-052
  @Test func aFailedAddRemovesAnEmptyFileOnly() throws {
    #expect(throws: CocoaError.self) { try add(["content": ""]) }
    #expect(try names.isEmpty)
    #expect(throws: CocoaError.self) { try add(["content": "something"]) }
    #expect(try names == ["store"])
  }

  // R-PSC-360, 452
  @Test func aStoreThatNamesItselfKeepsItsName() throws {
    NamedStore.register()
    let url = try #require(URL(string: "named:\(UUID().uuidString)"))
    var uri: URL?
    for _ in 0..<2 {
      let coordinator = NSPersistentStoreCoordinator(managedObjectModel: TapeModel.make())
      let store = try coordinator.addPersistentStore(
        ofType: NamedStore.storeType, configurationName: nil, at: url)
      let incremental = try #require(store as? NamedStore)
      #expect(store.identifier == "named-\(url.absoluteString.dropFirst("named:".count))")
      #expect(store.metadata[NSStoreUUIDKey] as? String == store.identifier)
      if let uri {
        let id = try #require(coordinator.managedObjectID(forURIRepresentation: uri))
        #expect("\(incremental.referenceObject(for: id))" == "b1")
      }
      let book = try #require(coordinator.managedObjectModel.entitiesByName["Book"])
      uri = incremental.newObjectID(for: book, referenceObject: "b1").uriRepresentation()
      try coordinator.remove(store)
    }
  }
}
