// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if SQLite
import CoreData
import CoreDataTestSupport
import Foundation
import Testing

/// A value in a file is read when somebody asks for it, and is then what its object's row says.
@Suite struct LazyValueTests {
  // R-REQ-172
  @Test func aValueIsReadWhenItIsAskedFor() throws {
    let gallery = try Gallery()
    try gallery.fill([1, 2])
    try gallery.hideFiles()
    try gallery.run { context in
      let pictures = try context.all("Picture", sortedBy: "name")
      #expect(pictures.map { $0.string("name") } == ["1", "2"])
      try gallery.showFiles()
      #expect(pictures.map(\.data) == [Gallery.content(1), Gallery.content(2)])
      try gallery.hideFiles()
      // What has been read stays with its object.
      #expect(pictures[0].data == Gallery.content(1))
      #expect(!context.hasChanges)
    }
  }

  // R-REQ-172: the names of 40 pictures of 1 MB cost no megabyte
  @Test func whatNobodyAsksForIsNotRead() async throws {
    await #expect(processExitsWith: .success) {
      let gallery = try Gallery()
      let content = Gallery.content(3, count: 1 << 20)
      try gallery.run { context in
        for number in 0..<40 {
          _ = context.insert("Picture", ["name": "\(number)", "data": content])
        }
        try context.save()
      }
      let before = try bytesRead()
      try gallery.run { context in
        let pictures = try context.all("Picture")
        #expect(Set(pictures.compactMap { $0.string("name") }).count == 40)
      }
      let names = try bytesRead() - before
      try gallery.run { context in
        let pictures = try context.all("Picture")
        #expect(pictures.allSatisfy { $0.data?.count == 1 << 20 })
      }
      let all = try bytesRead() - before
      exit(names < 1 << 20 && all >= 40 << 20 ? EXIT_SUCCESS : EXIT_FAILURE)
    }
  }

  // R-REQ-172: a file as long as this is mapped
  @Test func aLongValueIsTheReadersOwn() throws {
    let gallery = try Gallery()
    let content = Gallery.content(5, count: 5 << 20)
    try gallery.run { context in
      _ = context.insert("Picture", ["name": "long", "data": content])
      try context.save()
    }
    var data = try #require(try gallery.data("long"))
    #expect(data == content)
    try gallery.hideFiles()
    // Nobody else has the bytes any more: they are changed where they are.
    data[0] ^= 0xFF
    data[data.count - 1] ^= 0xFF
    #expect(data != content)
    #expect(data.dropFirst().dropLast() == content.dropFirst().dropLast())
    try gallery.showFiles()
    #expect(try gallery.data("long") == content)
  }

  // R-CTX-270
  @Test func changesAreToldByWhatTheFileHolds() throws {
    let gallery = try Gallery()
    try gallery.fill([1])
    try gallery.run { context in
      let picture = try context.picture("1")
      picture.setValue(Gallery.content(1), forKey: "data")
      #expect(!picture.hasPersistentChangedValues)
      picture.setValue(Gallery.content(2), forKey: "data")
      #expect(picture.hasPersistentChangedValues)
      #expect(picture.changedValues()["data"] as? Data == Gallery.content(2))
      #expect(picture.committedValues(forKeys: ["data"])["data"] as? Data == Gallery.content(1))
      context.refresh(picture, mergeChanges: false)
      #expect(picture.data == Gallery.content(1))
    }
  }

  @Test func predicatesReadValues() throws {
    let gallery = try Gallery()
    try gallery.fill([1, 2])
    try gallery.run { context in
      let request = NSFetchRequest<NSManagedObject>(entityName: "Picture")
      request.predicate = NSPredicate(format: "data == %@", Gallery.content(2) as NSData)
      let found = try context.fetch(request)
      #expect(found.map { $0.string("name") } == ["2"])
      #expect(try context.all("Picture", "data != nil").count == 2)
    }
  }

  @Test func dictionariesHoldValues() throws {
    let gallery = try Gallery()
    try gallery.fill([1])
    try gallery.run { context in
      let request = NSFetchRequest<NSDictionary>(entityName: "Picture")
      request.resultType = .dictionaryResultType
      request.propertiesToFetch = ["data", "name"]
      let found = try context.fetch(request)
      #expect(found.map { $0["data"] as? Data } == [Gallery.content(1)])
    }
  }

  @Test func aChildContextReadsAndReplacesValues() throws {
    let gallery = try Gallery()
    try gallery.fill([1])
    let parent = gallery.context()
    let child = NSManagedObjectContext(.privateQueue)
    child.parent = parent
    try child.performAndWait {
      let picture = try child.picture("1")
      #expect(picture.data == Gallery.content(1))
      picture.setValue("renamed", forKey: "name")
      try child.save()
    }
    try parent.performAndWait { try parent.save() }
    #expect(try gallery.data("renamed") == Gallery.content(1))
    try child.performAndWait {
      try child.picture("renamed").setValue(Gallery.content(5), forKey: "data")
      try child.save()
    }
    try parent.performAndWait { try parent.save() }
    #expect(try gallery.reopened().data("renamed") == Gallery.content(5))
  }

  // R-CTX-600
  @Test func mergedConflictsKeepWhatOneSideHasChanged() throws {
    let gallery = try Gallery()
    try gallery.fill([1])
    let (one, other) = (gallery.context(), gallery.context())
    one.mergePolicy = NSMergePolicy.mergeByPropertyObjectTrump
    try one.performAndWait {
      let picture = try one.picture("1")
      picture.setValue("mine", forKey: "name")
      try other.performAndWait {
        try other.picture("1").setValue(Gallery.content(2), forKey: "data")
        try other.save()
      }
      try one.save()
      #expect(picture.data == Gallery.content(2))
    }
    #expect(try gallery.reopened().data("mine") == Gallery.content(2))
  }
}

/// What this process has read from files so far.
private func bytesRead() throws -> Int {
  let text = try String(contentsOfFile: "/proc/self/io", encoding: .utf8)
  let line = text.split(separator: "\n").first { $0.hasPrefix("rchar:") }
  return try #require(line.flatMap { Int($0.dropFirst(7)) })
}
#endif
