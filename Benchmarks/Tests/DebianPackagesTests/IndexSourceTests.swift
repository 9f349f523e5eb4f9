// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import DebianPackages
import Foundation
import Testing

@Suite struct IndexSourceTests {
  private let nowhere = URL(fileURLWithPath: "/nowhere")

  @Test func aGivenFileComesFirst() throws {
    let source = try IndexSource.find(path: Fixture.url.path, lists: nowhere)
    #expect(try source.index().packages.count == 3)
  }

  @Test func plainListsComeBeforeTheCacheOfApt() throws {
    let folder = Fixture.url.deletingLastPathComponent()
    let lists = FileManager.default.temporaryDirectory
      .appendingPathComponent("lists-\(UUID().uuidString)")
    try FileManager.default.copyItem(at: folder, to: lists)
    defer { try? FileManager.default.removeItem(at: lists) }
    let list = lists.appendingPathComponent("main_Packages")
    try FileManager.default.moveItem(at: lists.appendingPathComponent("Packages"), to: list)
    #expect(try IndexSource.find(lists: lists, apt: "/bin/true") == .files([list]))
  }

  @Test func theCacheOfAptComesNext() throws {
    #expect(try IndexSource.find(lists: nowhere, apt: "/bin/true") == .apt)
  }

  @Test func withoutAnyTheMessageSaysWhatToDo() throws {
    #expect(throws: IndexFailure.noIndex) {
      try IndexSource.find(lists: nowhere, apt: "/nowhere/apt-cache")
    }
    #expect(IndexFailure.noIndex.description.contains("apt-get update"))
    #expect(IndexFailure.noIndex.description.contains("--index"))
  }

  @Test func compressedAndMissingFilesAreReported() {
    #expect(throws: IndexFailure.compressed(path: "/nowhere/Packages.lz4")) {
      try IndexSource.find(path: "/nowhere/Packages.lz4")
    }
    #expect(throws: IndexFailure.unreadable(path: "/nowhere/Packages")) {
      try IndexSource.find(path: "/nowhere/Packages")
    }
  }

  @Test func aLimitStopsReading() throws {
    #expect(try IndexSource.files([Fixture.url]).index(limit: 2).packages.count == 2)
  }

  @Test func whatComesAfterTheLimitIsNotRead() throws {
    let file = FileManager.default.temporaryDirectory
      .appendingPathComponent("Packages-\(UUID().uuidString)")
    try Data("Package: a\nVersion: 1\n\nno field here".utf8).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    #expect(try IndexSource.files([file]).index(limit: 1).packages.map(\.name) == ["a"])
  }

  @Test func theEndOfAFileEndsItsLastStanza() throws {
    let twice = try IndexSource.files([Fixture.url, Fixture.url]).index()
    #expect(twice.packages.count == 3)
  }
}
