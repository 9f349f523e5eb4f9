// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import Foundation
import Testing

/// Programs as users write them for Apple's platforms, with `@objc` removed and nothing else:
/// the accessors of their `@NSManaged` properties come from the build plugin.
///
/// This target is compiled as clients compile, in Swift 5 mode and without upcoming features.
@Suite struct ManagedPropertyTests {
  /// Runs a block in a context of its own, on a new store.
  private func run(_ type: String, _ block: (NSManagedObjectContext) throws -> Void) throws {
    let container = try StudioContainer.make(type)
    let context = container.newBackgroundContext()
    try context.performAndWait { try block(context) }
    let coordinator = container.persistentStoreCoordinator
    for store in coordinator.persistentStores {
      let url = store.url
      try coordinator.remove(store)
      if let url { try? FileManager.default.removeItem(at: url) }
    }
  }

  // R-CTX-003, R-CTX-153, R-CTX-154
  @Test(arguments: StudioContainer.storeTypes)
  func everyTypeOfAttributeComesBackFromTheStore(_ type: String) throws {
    try run(type) { context in
      let album = Album(context: context)
      album.title = "Kind of Blue"
      album.price = NSDecimalNumber(string: "9.99")
      album.identifier = UUID(uuidString: "00000000-0000-0000-0000-00000000002A")
      album.website = URL(string: "https://example.org/blue")
      album.cover = Data([1, 2, 3])
      album.kind = .live
      album.stars = 4
      album.raise()
      let artist = Artist(context: context)
      artist.name = "Miles"
      artist.isActive = false
      artist.height = 1.69
      artist.weight = 61.5
      artist.tags = ["jazz", "trumpet"]
      artist.größe = 2.5
      artist.celebrate()
      artist.play()
      artist.play()
      album.artist = artist
      try context.save()
      context.reset()

      let found = try context.fetch(Album.fetchRequest() as NSFetchRequest<Work>)
      let blue = try #require(found.first as? Album)
      #expect(blue.title == "Kind of Blue")
      #expect(blue.createdAt == Date(timeIntervalSinceReferenceDate: 1000))
      #expect(blue.price == NSDecimalNumber(string: "9.99"))
      #expect(blue.identifier?.uuidString.hasSuffix("2A") == true)
      #expect(blue.website?.host == "example.org")
      #expect(blue.cover == Data([1, 2, 3]))
      #expect(blue.kind == .live)
      #expect(blue.stars == 5)
      let miles = try #require(blue.artist)
      #expect(miles.name == "Miles")
      #expect(!miles.isActive)
      #expect(miles.height == 1.69)
      #expect(miles.weight == 61.5)
      #expect(miles.größe == 2.5)
      #expect(miles.tags == ["jazz", "trumpet"])
      #expect(miles.age == 1)
      #expect(miles.plays == 2)
      #expect(miles.mood == "calm")
    }
  }

  // R-CTX-003
  @Test(arguments: StudioContainer.storeTypes)
  func aSubclassMayDeclareWhatItsSuperclassDeclares(_ type: String) throws {
    try run(type) { context in
      let album = Album(context: context)
      album.title = "Blue"
      album.createdAt = Date(timeIntervalSinceReferenceDate: 7)
      try context.save()
      context.reset()
      let work = try #require(try context.fetch(NSFetchRequest<Work>(entityName: "Work")).first)
      #expect(work.createdAt == Date(timeIntervalSinceReferenceDate: 7))
      #expect(work.workTitle == "Blue")
      #expect((work as? Album)?.albumTitle == "Blue")
    }
  }

  // R-CTX-203
  @Test(arguments: StudioContainer.storeTypes)
  func aDecimalPropertyOfAnIntegerAttributeIsANumberLikeOthers(_ type: String) throws {
    try run(type) { context in
      let album = Album(context: context)
      #expect(album.pressed == nil)
      #expect(album.sold == 0)
      album.pressed = NSDecimalNumber(string: "9007199254740993")
      album.sold = 7
      #expect(album.pressed?.stringValue == "9007199254740993")
      #expect(album.sold == 7)
      try context.save()
      context.reset()
      let found = try #require(
        try context.fetch(NSFetchRequest<Album>(entityName: "Album")).first)
      #expect(found.pressed?.stringValue == "9007199254740993")
      #expect(found.sold == 7)
      #expect(found.value(forKey: "pressed") as? Int == 9_007_199_254_740_993)
      found.pressed = NSDecimalNumber(string: "-2.75")
      #expect(found.pressed == -2)
      found.pressed = nil
      #expect(found.pressed == nil)
    }
  }

  // R-MOD-331: seconds since the reference date
  @Test(arguments: StudioContainer.storeTypes)
  func aScalarDateIsATimeInterval(_ type: String) throws {
    try run(type) { context in
      let track = Track(context: context)
      #expect(track.mixedAt == 0)
      track.mixedAt = -86_400.5
      try context.save()
      context.reset()
      let found = try #require(
        try context.fetch(NSFetchRequest<Track>(entityName: "Track")).first)
      #expect(found.mixedAt == -86_400.5)
      let date = found.value(forKey: "mixedAt") as? Date
      #expect(date == Date(timeIntervalSinceReferenceDate: -86_400.5))
    }
  }

  // R-CTX-200, R-CTX-201
  @Test func settersTrackChangesAndKeepInverses() throws {
    try run(NSInMemoryStoreType) { context in
      let artist = Artist(context: context)
      let album = Album(context: context)
      try context.save()
      #expect(!artist.hasChanges)
      artist.name = "Nina"
      #expect(artist.changedValues()["name"] as? String == "Nina")
      album.artist = artist
      #expect(artist.albums == [album])
      artist.albums = []
      #expect(album.artist == nil)
      #expect(artist.value(forKey: "name") as? String == "Nina")
    }
  }

  // R-CTX-221
  @Test func methodsForUnorderedRelationshipsChangeThem() throws {
    try run(NSInMemoryStoreType) { context in
      let artist = Artist(context: context)
      let albums = (0..<3).map { _ in Album(context: context) }
      artist.addToAlbums(albums[0])
      artist.addToAlbums(NSSet(array: [albums[1], albums[2]]))
      #expect(artist.albums == Set(albums))
      artist.removeFromAlbums(albums[0])
      #expect(albums[0].artist == nil)
      artist.removeFromAlbums([albums[1], albums[2]] as Set<Album>)
      #expect(artist.albums.isEmpty)
      let pupil = Artist(context: context)
      artist.addPupilsObject(pupil)
      #expect(pupil.mentor === artist)
      #expect(artist.pupils == NSSet(object: pupil))
    }
  }

  // R-CTX-221
  @Test func methodsForOrderedRelationshipsKeepTheOrder() throws {
    try run(NSInMemoryStoreType) { context in
      let album = Album(context: context)
      let tracks = ["a", "b", "c", "d", "e"].map { title in
        let track = Track(context: context)
        track.title = title
        return track
      }
      func titles() -> String {
        (album.tracks?.array as? [Track] ?? []).compactMap(\.title).joined()
      }
      album.addToTracks(tracks[0])
      album.addToTracks(NSOrderedSet(array: [tracks[1], tracks[2]]))
      album.insertIntoTracks(tracks[3], at: 0)
      #expect(titles() == "dabc")
      album.removeFromTracks(at: 1)
      #expect(titles() == "dbc")
      album.replaceTracks(at: 1, with: tracks[4])
      #expect(titles() == "dec")
      album.insertIntoTracks([tracks[0], tracks[1]], at: NSIndexSet(indexesIn: NSRange(0..<2)))
      #expect(titles() == "abdec")
      album.removeFromTracks(at: NSIndexSet(index: 2))
      #expect(titles() == "abec")
      album.replaceTracks(at: NSIndexSet(index: 0), with: [tracks[3]])
      #expect(titles() == "dbec")
      album.removeFromTracks(tracks[3])
      album.removeFromTracks(NSOrderedSet(object: tracks[2]))
      #expect(titles() == "be")
      #expect(tracks[3].album == nil)
    }
  }

  // R-CTX-204
  @Test func nilReadsAsNothingThroughTypesThatCannotBeNil() throws {
    try run(NSInMemoryStoreType) { context in
      let artist = Artist(context: context)
      artist.setValue(nil, forKey: "mood")
      artist.setValue(nil, forKey: "age")
      #expect(artist.mood == "")
      #expect(artist.age == 0)
      #expect(artist.größe == 0)
      #expect(artist.albums.isEmpty)
    }
  }

  // R-CTX-206
  @Test func primitivePropertiesAreNotTracked() throws {
    try run(NSInMemoryStoreType) { context in
      let artist = Artist(context: context)
      artist.name = "Ella"
      try context.save()
      artist.rename(quietly: "Billie")
      #expect(artist.name == "Billie")
      #expect(!artist.hasChanges)
    }
  }

  // R-CTX-003: sets of objects are values of these types too, and must not be taken for them.
  @Test(arguments: StudioContainer.storeTypes)
  func propertiesMayBeOfAnyType(_ type: String) throws {
    try run(type) { context in
      let artist = Artist(context: context)
      #expect(artist.anything == nil)
      #expect(artist.hashable == nil)
      #expect(artist.words == nil)
      artist.anything = "one"
      artist.implicit = 2
      artist.hashable = "three"
      artist.words = ["four", "five"]
      artist.exact = "six"
      artist.bag = ["seven"]
      try context.save()
      context.refresh(artist, mergeChanges: false)
      #expect(artist.anything as? String == "one")
      #expect(artist.implicit as? Int == 2)
      #expect(artist.hashable.map { $0 as Any } as? String == "three")
      #expect(artist.words == ["four", "five"])
      #expect((artist.exact as Any) as? String == "six")
      #expect(artist.bag == ["seven"])
    }
  }

  // R-CTX-051
  @Test func anArrayOfAPropertyIsLive() throws {
    try run(NSInMemoryStoreType) { context in
      let artist = Artist(context: context)
      let tags: NSMutableArray = artist.mutableArrayValue(forKey: "tags")
      tags.add("b")
      tags.insert("a", at: 0)
      tags.replaceObject(at: 1, with: "c")
      #expect(artist.tags == ["a", "c"])
      tags.removeObject(at: 0)
      #expect(tags.count == 1)
      #expect(tags.object(at: 0) as? String == "c")
      tags.removeLastObject()
      #expect(artist.tags == [])
      let album = Album(context: context)
      album.mutableArrayValue(forKey: "tracks").add(Track(context: context))
      #expect(album.tracks?.count == 1)
    }
  }

  // R-CTX-222
  @Test func fetchedPropertiesAreArraysOfTheClass() throws {
    try run(NSInMemoryStoreType) { context in
      let artists = (0..<2).map { _ in Artist(context: context) }
      for artist in artists { artist.name = "Bill" }
      try context.save()
      let namesakes: [Artist] = try #require(artists[0].namesakes)
      #expect(Set(namesakes) == Set(artists))
    }
  }

  @Test func privatePropertiesOfAFileWork() throws {
    try run(NSInMemoryStoreType) { context in
      let (old, young) = (Artist(context: context), Artist(context: context))
      #expect(!old.isOlder(than: young))
      old.setBirth(Date(timeIntervalSinceReferenceDate: 0))
      young.setBirth(Date(timeIntervalSinceReferenceDate: 9))
      #expect(old.isOlder(than: young))
    }
  }

  @Test func aManagedPropertySatisfiesAProtocol() throws {
    try run(NSInMemoryStoreType) { context in
      var listed: any Listed = Album(context: context)
      #expect(listed.title == "Untitled")
      listed.website = URL(string: "https://example.org")
      listed.website?.appendPathComponent("a")
      #expect(listed.website?.path == "/a")
    }
  }

  // S-70, R-CTX-008, R-CTX-009
  @Test func untypedRequestsAreWrittenAsEver() throws {
    try run(NSInMemoryStoreType) { context in
      Artist(context: context).name = "Ella"
      let request: NSFetchRequest<NSFetchRequestResult> = NSFetchRequest(entityName: "Artist")
      let found = try context.fetch(request) as! [Artist]
      #expect(found.map(\.name) == ["Ella"])
      let inherited: NSFetchRequest<NSFetchRequestResult> = Artist.fetchRequest()
      #expect(try context.count(for: inherited) == 1)
      let deletion = NSBatchDeleteRequest(fetchRequest: request)
      #expect(deletion.fetchRequest.entityName == "Artist")
    }
  }

  // R-PRED-300, R-PRED-302
  @Test(arguments: StudioContainer.storeTypes)
  func typedPredicatesFind(_ type: String) throws {
    let context = try StudioContainer.make(type).viewContext
    try context.performAndWait {
      for (index, name) in ["Ada", "Bob", "Eve"].enumerated() {
        let artist = Artist(context: context)
        artist.name = name
        for number in 0..<index {
          let album = Album(context: context)
          album.title = "\(name) \(number)"
          album.kind = number == 0 ? .live : .studio
          album.artist = artist
        }
      }
      let title = "Eve 1"
      let live = AlbumKind.live.rawValue
      let artists = try context.fetch(
        Artist.self, where: #Predicate { $0.albums.contains { $0.title == title } })
      #expect(artists.map(\.name) == ["Eve"])
      let albums = try context.fetch(
        Album.self, where: #Predicate { $0.artist?.name == "Eve" },
        sortBy: [SortDescriptor(\.artist?.name), SortDescriptor(\.title, order: .reverse)])
      #expect(albums.map(\.title) == ["Eve 1", "Eve 0"])
      #expect(live == 1)
      #expect(try context.count(Artist.self, where: #Predicate { $0.albums.isEmpty }) == 1)
    }
  }

  // R-CTX-218: names of key paths are known without a call.
  @Test func keyPathsToManagedPropertiesSort() throws {
    try run(NSInMemoryStoreType) { context in
      for name in ["b", "c", "a"] { Artist(context: context).name = name }
      try context.save()
      let request = NSFetchRequest<Artist>(entityName: "Artist")
      request.sortDescriptors = [NSSortDescriptor(keyPath: \Artist.name, ascending: false)]
      #expect(try context.fetch(request).map(\.name) == ["c", "b", "a"])
      #expect(NSSortDescriptor(keyPath: \Album.title, ascending: true).key == "title")
    }
  }

  @Test func theClassesAreFoundByTheNamesInTheModel() throws {
    let model = try #require(StudioContainer.model)
    try run(NSInMemoryStoreType) { context in
      let classes: [(String, NSManagedObject.Type)] = [
        ("Artist", Artist.self), ("Track", Track.self),
      ]
      for (name, type) in classes {
        let object = NSEntityDescription.insertNewObject(forEntityName: name, into: context)
        #expect(Swift.type(of: object) == type)
      }
      #expect(Album.entity().name == "Album")
      let publisher = Publisher(context: context)
      publisher.name = "Verve"
      let album = Album(context: context)
      publisher.addToAlbums(album)
      #expect(album.publisher?.name == "Verve")
    }
    #expect(model.entitiesByName.count == 5)
  }

  /// A model whose classes are all written by hand is registered, and its accessors are supplied.
  @Test func aModelWithoutGeneratedClassesServesThoseThatAreWritten() throws {
    let container = NSPersistentContainer(name: "Rooms")
    let description = NSPersistentStoreDescription()
    description.type = NSInMemoryStoreType
    container.persistentStoreDescriptions = [description]
    var failure: Error?
    container.loadPersistentStores { failure = $1 }
    #expect(failure == nil)
    let context = container.newBackgroundContext()
    try context.performAndWait {
      Room(context: context).number = "12"
      try context.save()
      let request = NSFetchRequest<Room>(entityName: "Room")
      #expect(try context.fetch(request).map(\.number) == ["12"])
    }
  }
}
