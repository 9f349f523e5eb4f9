// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation

/// The JSON tables of Debian's package iso-codes.
struct IsoTables {
  let folder: URL

  /// Returns the records of a table, such as `3166-1`: a file with one member, the list of them.
  func records<Record: Decodable>(of table: String) throws -> [Record] {
    let file = folder.appendingPathComponent("iso_\(table).json")
    let data = try InputFile.contents(of: file, package: "iso-codes")
    do {
      let tables = try JSONDecoder().decode([String: [Record]].self, from: data)
      guard let records = tables[table], !records.isEmpty else {
        throw ToolFailure("\(file.path) holds no table \(table)")
      }
      return records
    } catch let error as DecodingError {
      throw ToolFailure("\(file.path) is damaged: \(Self.text(error))")
    }
  }

  private static func text(_ error: DecodingError) -> String {
    switch error {
    case .dataCorrupted(let context), .keyNotFound(_, let context),
      .typeMismatch(_, let context), .valueNotFound(_, let context):
      context.debugDescription
    @unknown default: "it cannot be decoded"
    }
  }
}
