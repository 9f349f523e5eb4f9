// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

/// One record of a CSV file, and the line that it begins on.
struct CSVRecord {
  /// One cell. Without quotes an empty cell is no value; with quotes it is an empty text.
  struct Field: Equatable {
    var text: String
    var isQuoted = false

    static let none = Field(text: "")

    init(text: String, isQuoted: Bool = false) {
      self.text = text
      self.isQuoted = isQuoted
    }

    /// A value, which is quoted when it is empty or needs to be.
    init(_ text: String) {
      let special: Set<UInt8> = [0x22, 0x2C, 0x0D, 0x0A]  // " , CR LF
      self.init(text: text, isQuoted: text.isEmpty || text.utf8.contains(where: special.contains))
    }

    var value: String? { text.isEmpty && !isQuoted ? nil : text }
  }

  var line = 0
  var fields: [Field]

  init(_ fields: [Field], line: Int = 0) {
    self.fields = fields
    self.line = line
  }

  /// What kind of record it is: `#store`, `#section`, `#end`; nil for one of data.
  var mark: String? {
    guard let first = fields.first, !first.isQuoted, first.text.hasPrefix("#") else { return nil }
    return first.text
  }

  func text(_ place: Int) -> String? { fields.indices.contains(place) ? fields[place].value : nil }
}
