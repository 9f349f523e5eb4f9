// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import ClientStores
import CoreData
import Foundation
import Testing

/// Files that are no CSV store, or not a whole one.
struct CSVFileTests {
  private static func stored() throws -> Data {
    let stack = try ClientStack(.csv)
    try stack.run { context in
      let box = context.insert("Box", ["label": "a \"b\"\nc"])
      _ = context.insert("Item", ["name": "x", "box": box, "small": 7])
      _ = context.insert("Tool", ["name": "", "box": box])
      try context.save()
    }
    defer { try? FileManager.default.removeItem(at: stack.url) }
    return try stack.bytes()
  }

  /// Writes bytes, opens them, and gives the error that this must throw; the file must stay.
  private func refusal(_ bytes: Data) throws -> CocoaError {
    let url = ClientStores.freshCSV()
    defer { try? FileManager.default.removeItem(at: url) }
    try bytes.write(to: url)
    let error = try #require(throws: CocoaError.self) { try ClientStack(.csv, at: url) }
    #expect(try Data(contentsOf: url) == bytes)
    return error
  }

  private func line(_ error: CocoaError) -> Int? { error.userInfo[CSVStore.lineKey] as? Int }

  // R-PSC-051, 059, 362
  @Test(arguments: [
    "hello", "a,b\n1,2\n", "SQLite format 3\u{0}", "\"", "\u{0}\u{0}", "#store,XML,1\r\n",
  ])
  func aForeignFileIsRefusedAndStays(_ text: String) throws {
    let error = try refusal(Data(text.utf8))
    #expect(error.code == .fileReadCorruptFile)
    #expect(line(error) == 1)
  }

  @Test func bytesThatAreNoTextAreRefused() throws {
    #expect(try refusal(Data([0xFF, 0xFE, 0x2C])).code == .fileReadCorruptFile)
  }

  // R-PSC-376, 406
  @Test func everyTruncationIsRefused() throws {
    let whole = try Self.stored()
    let end = whole.count - 2  // the last line's own end may be missing
    for length in stride(from: 1, to: end, by: 61) {
      let error = try refusal(whole.prefix(length))
      #expect(error.code == .fileReadCorruptFile, "\(length) bytes")
      #expect(line(error) != nil, "\(length) bytes")
    }
  }

  @Test(arguments: [
    (",x,", ",x,y,", "cells"), ("#section,Box", "#section,Bix", "Bix"), ("small", "smell", "smell"),
    (",7,", ",seven,", "seven"), ("#end,", "#and,", "'#end,NUMBER'"), (",1,", ",99,", "99"),
  ])
  func anErrorNamesTheLine(old: String, new: String, reason: String) throws {
    var text = String(decoding: try Self.stored(), as: UTF8.self)
    let data = try #require(text.range(of: "#section,Box"))
    let place = try #require(text.range(of: old, range: data.lowerBound..<text.endIndex))
    let before = text[..<place.lowerBound].utf8.filter { $0 == 0x0A }.count
    text.replaceSubrange(place, with: new)
    let error = try refusal(Data(text.utf8))
    #expect(abs((line(error) ?? 0) - before - 1) <= 1)
    #expect(error.localizedDescription.contains(reason))
  }

  // R-PSC-402
  @Test func anEmptyFileIsANewStore() throws {
    let url = ClientStores.freshCSV()
    defer { try? FileManager.default.removeItem(at: url) }
    try Data().write(to: url)
    let stack = try ClientStack(.csv, at: url)
    try stack.run { context in
      _ = context.insert("Note", ["text": "n"])
      try context.save()
    }
    #expect(try stack.other().run { try $0.all("Note").count } == 1)
  }

  // R-PSC-403
  @Test func anEmptyFileOfTheClientIsLeftAlone() throws {
    let url = ClientStores.freshCSV()
    defer { try? FileManager.default.removeItem(at: url) }
    try Data().write(to: url)
    let stack = try ClientStack(.csv, at: url)
    try stack.coordinator.remove(stack.store)
    #expect(try Data(contentsOf: url).isEmpty)
  }

  // R-PSC-484, 485
  @Test func metadataIsReadAndWrittenWithoutAStack() throws {
    let url = ClientStores.freshCSV()
    defer { try? FileManager.default.removeItem(at: url) }
    try Self.stored().write(to: url)
    let type = NSPersistentStore.StoreType(rawValue: CSVStore.storeType)
    var metadata = try NSPersistentStoreCoordinator.metadataForPersistentStore(type: type, at: url)
    let identifier = metadata[NSStoreUUIDKey] as? String
    metadata["note"] = "n"
    try NSPersistentStoreCoordinator.setMetadata(metadata, type: type, at: url)
    let stack = try ClientStack(.csv, at: url)
    #expect(stack.store.identifier == identifier)
    #expect(stack.store.metadata["note"] as? String == "n")
    #expect(try stack.run { try $0.all("Item").count } == 2)
  }

  // R-PSC-416
  @Test func aFileThatSomebodyElseWroteIsNotOverwritten() throws {
    let stack = try ClientStack(.csv)
    defer { try? FileManager.default.removeItem(at: stack.url) }
    try stack.run { context in
      _ = context.insert("Note", ["text": "mine"])
      try context.save()
    }
    try stack.other().run { context in
      _ = context.insert("Note", ["text": "theirs"])
      try context.save()
    }
    let bytes = try stack.bytes()
    try stack.run { context in
      _ = context.insert("Note", ["text": "late"])
      let error = try #require(throws: CocoaError.self) { try context.save() }
      #expect(error.code == .persistentStoreSaveConflicts)
      #expect(context.hasChanges)
    }
    #expect(try stack.bytes() == bytes)
  }
}
