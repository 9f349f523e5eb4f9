// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation
import KeyedArchives

/// Reads the parts of a binary store's file one after the other.
final class BinaryFile {
  private let problem: FileProblem
  private let file: FileReader
  private var rest: Int

  init(_ url: URL) throws {
    problem = FileProblem(url)
    rest = FileContent.size(of: url)
    file = try FileReader(url)
    let signature = try bytes(BinaryFrame.signature.count)
    guard signature == BinaryFrame.signature else {
      throw signature.starts(with: Data("bplist0".utf8))
        ? problem.unfit("it is an archive or a property list that another program wrote.")
        : problem.damaged("it is not a binary store.")
    }
  }

  /// Returns the next part; nil at the end.
  func next() throws -> Any? {
    guard let data = try nextData() else { return nil }
    guard PropertyListCheck.isPlain(data) else {
      throw problem.unfit("it has something other than plain values.")
    }
    do {
      return try PropertyListSerialization.propertyList(from: data, format: nil)
    } catch {
      throw problem.damaged("a part is no property list.")
    }
  }

  private func nextData() throws -> Data? {
    let length = BinaryFrame.number(try bytes(8))
    let checksum = BinaryFrame.number(try bytes(8))
    guard length > 0 else {
      guard checksum == 0, rest == 0 else { throw problem.damaged("something follows its end.") }
      return nil
    }
    guard length <= UInt64(rest) else { throw problem.damaged("it ends too early.") }
    let data = try bytes(Int(length))
    guard BinaryFrame.checksum(data) == checksum else {
      throw problem.damaged("a checksum is wrong.")
    }
    return data
  }

  /// Everything that was not read yet, in pieces.
  func copyRest(to file: FileReplacement) throws {
    while rest > 0 { try file.write(try bytes(min(rest, 1 << 20))) }
  }

  private func bytes(_ count: Int) throws -> Data {
    guard count <= rest else { throw problem.damaged("it ends too early.") }
    let data = try file.read(upTo: count)
    guard data.count == count else { throw problem.damaged("it ends too early.") }
    rest -= count
    return data
  }
}
