// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

/// The store of type `NSBinaryStoreType`.
// Sendable: as its superclass.
final class BinaryFileStore: FileStore, @unchecked Sendable {
  override class var format: any FileFormat.Type { BinaryFormat.self }
}
