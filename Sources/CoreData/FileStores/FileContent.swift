// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation

/// Looking at files.
enum FileContent {
  /// How much of a file tells its format.
  static let startLength = 65_536

  /// Bytes; 0 for none.
  static func size(of url: URL) -> Int {
    var status = stat()
    guard stat(url.path, &status) == 0 else { return 0 }
    return Int(status.st_size)
  }

  /// Throws unless a file is there, or nothing at all.
  static func requireFile(_ url: URL) throws {
    let problem = FileProblem(url)
    var status = stat()
    guard stat(url.path, &status) == 0 else {
      guard errno != ENOENT, errno != ENOTDIR else { return }
      throw problem.unreadable()
    }
    let what: String
    switch status.st_mode & S_IFMT {
    case S_IFREG: return
    case S_IFDIR: what = "a folder"
    case S_IFIFO: what = "a pipe"
    case S_IFSOCK: what = "a socket"
    default: what = "a device"
    }
    throw problem.unfit("there is \(what), not a file.")
  }

  /// Returns the first bytes of a store.
  static func start(ofStoreAt url: URL) throws -> Data {
    try FileReader(url).read(upTo: startLength)
  }

  /// Returns the first bytes; empty when they cannot be read.
  static func start(of url: URL) -> Data {
    var status = stat()
    guard stat(url.path, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
      let handle = try? FileHandle(forReadingFrom: url)  // what cannot be read is of no format
    else { return Data() }
    defer { try? handle.close() }  // nothing was written
    // What cannot be read is of no format.
    return (try? handle.read(upToCount: startLength)) ?? Data()
  }

  /// Returns the type of the store in a file, if it is of one of these formats.
  static func type(at url: URL) -> String? {
    let start = start(of: url)
    guard !start.isEmpty else { return nil }
    let formats: [any FileFormat.Type] = [XMLFormat.self, BinaryFormat.self]
    return formats.first { $0.isOwn(start: start) }?.type
  }
}

/// The header of a store's file: its own description.
struct FileHeader {
  /// The number of the first object; Apple's stores begin with the same.
  static let firstNumber: Int64 = 102
  /// No file has an object beyond.
  static let greatestNumber: Int64 = 1 << 60

  /// Without the UUID and the type.
  private(set) var metadata: [String: Any]
  var identifier: String?
  /// The highest number an object ever had, as far as the file knows.
  var lastNumber: Int64
  /// The archive of the model with which the file was written, deflated; nil for a file without.
  var modelArchive: Data?

  init(metadata: [String: Any], identifier: String?, lastNumber: Int64) {
    self.metadata = metadata
    self.metadata[NSStoreUUIDKey] = nil
    self.metadata[NSStoreTypeKey] = nil
    self.identifier = identifier
    self.lastNumber = lastNumber
  }

  /// Returns the metadata as clients see it.
  func complete(type: String) -> [String: Any] {
    var result = metadata
    result[NSStoreTypeKey] = type
    result[NSStoreUUIDKey] = identifier
    return result
  }
}
