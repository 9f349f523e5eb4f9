// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

/// The store of type `NSXMLStoreType`.
// Sendable: as its superclass.
final class XMLFileStore: FileStore, @unchecked Sendable {
  override class var format: any FileFormat.Type { XMLFormat.self }
}
