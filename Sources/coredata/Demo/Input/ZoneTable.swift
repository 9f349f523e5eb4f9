// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation

/// The time-zone table of Debian's package tzdata, `zone1970.tab`.
enum ZoneTable {
  static func records(in file: URL) throws -> [ZoneRecord] {
    let data = try InputFile.contents(of: file, package: "tzdata")
    let lines = String(decoding: data, as: UTF8.self).split(
      separator: "\n", omittingEmptySubsequences: false)
    var records: [ZoneRecord] = []
    for (index, line) in lines.enumerated() where !line.isEmpty && !line.hasPrefix("#") {
      guard let record = ZoneRecord(row: line) else {
        throw ToolFailure("\(file.path), line \(index + 1): not a row of the time-zone table")
      }
      records.append(record)
    }
    return records
  }
}
