// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation

/// The place of an object in a store by names that outlast the process: what its URI says.
struct ObjectAddress: Hashable, Sendable {
  /// The store's UUID.
  let store: String
  private let root: String
  private let name: String

  /// Nil for a temporary ID.
  init?(_ id: NSManagedObjectID) {
    guard !id.isTemporaryID, let reference = id.reference else { return nil }
    store = reference.identifier
    root = URIPart.encoded(id.layout.rootName, .alphanumerics)
    name = id.uriRepresentation().absoluteString.split(separator: "/").last.map(String.init) ?? ""
  }

  /// The name of the note that tells where the object has gone. Ends with a slash, so that it is not
  /// the beginning of another's.
  var forwardNote: String { "\(ForwardingNote.entries)\(root)/\(name)/" }

  /// The name of the note that tells where the object has been before.
  var originNote: String { "\(ForwardingNote.origins)\(root)/\(name)/" }

  /// False for a name that is too long for a note, as client stores may give.
  var fitsNotes: Bool { forwardNote.utf8.count <= 400 }
}

/// The address that a moved object has left behind, and when.
struct ForwardingEntry: Sendable {
  let uri: String
  let date: Date

  init(to uri: String, at date: Date) {
    self.uri = uri
    self.date = date
  }

  /// Reads the content of a note; nil for something else.
  init?(_ content: Data?) {
    guard let content else { return nil }
    let parts = String(decoding: content, as: UTF8.self).split(separator: " ", maxSplits: 1)
    guard parts.count == 2, let seconds = Double(parts[0]) else { return nil }
    self.init(to: String(parts[1]), at: Date(timeIntervalSince1970: seconds))
  }

  var content: Data { Data("\(Int64(date.timeIntervalSince1970)) \(uri)".utf8) }
}

/// The names of the notes that moves leave in stores.
enum ForwardingNote {
  /// In each store with any of the others.
  static let marker = "forwarding"
  /// Of an object that has gone: seconds since 1970, and its new URI.
  static let entries = "forward/"
  /// Of an object that has come: the URIs that lead to it, a line each.
  static let origins = "origin/"
}
