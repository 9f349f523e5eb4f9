// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation

/// The check that a file is UTF-8 throughout. Foundation's XML parser stops the program at names
/// that are not.
enum UTF8Check {
  private static let pieceSize = 1 << 20

  static func isWellFormed(_ url: URL) throws -> Bool {
    let file = try FileReader(url)
    var rest = Data()
    while true {
      let piece = try file.read(upTo: pieceSize)
      if piece.isEmpty { break }
      let bytes = rest + piece
      let whole = bytes.count - unfinished(bytes)
      guard isWellFormed(bytes.prefix(whole)) else { return false }
      rest = Data(bytes.dropFirst(whole))
    }
    return rest.isEmpty
  }

  private static func isWellFormed(_ bytes: Data) -> Bool {
    String(validating: bytes, as: UTF8.self) != nil
  }

  /// How many bytes at the end begin a character that goes on in the next piece.
  private static func unfinished(_ bytes: Data) -> Int {
    for (place, byte) in bytes.suffix(3).reversed().enumerated() where byte >= 0xC0 {
      let length = byte >= 0xF0 ? 4 : byte >= 0xE0 ? 3 : 2
      return place + 1 < length ? place + 1 : 0
    }
    return 0
  }
}
