// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation

/// How a store's file is laid out.
protocol FileFormat {
  /// The type of stores in this format.
  static var type: String { get }

  /// How names are spelled in the file.
  static var spelling: NameSpelling { get }

  /// Returns true if a file that begins so is of this format; the start has at least
  /// `FileContent.startLength` bytes if the file has.
  static func isOwn(start: Data) -> Bool

  /// Reads the file's description of itself, without its objects. Throws 259 for other content.
  static func header(at url: URL) throws -> FileHeader

  /// Reads the file, record by record. Throws 259 for damage, 134080 for content that does not fit.
  static func read(_ url: URL, into assembly: NodeAssembly) throws -> FileHeader

  /// Writes a file, record by record.
  static func write(
    _ header: FileHeader, _ records: RecordList, to file: FileReplacement
  ) throws

  /// Replaces what the file says of itself, all at once; its records stay, byte for byte.
  static func replaceHeader(of url: URL, with header: FileHeader) throws
}
