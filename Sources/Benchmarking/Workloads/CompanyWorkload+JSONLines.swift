// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

public import Foundation

/// The data as a text file, for systems in other languages.
extension CompanyWorkload {
  /// Writes one line with everything but the employees, then one array per employee:
  /// name, email, salary, hiredAt, isActive, score, bio or null, department, tags.
  ///
  /// `utf8Excess` of the first line is by how much the UTF-8 bytes of all texts exceed their
  /// characters: add it where a language counts characters.
  public func writeJSONLines(to file: URL) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.withoutEscapingSlashes, .sortedKeys]
    var text = try encoder.encode(Header(self))
    text.append(0x0A)
    for employee in employees {
      text.append(try encoder.encode(Line(employee: employee)))
      text.append(0x0A)
    }
    try text.write(to: file, options: .atomic)
  }

  private struct Header: Encodable {
    var n: Int
    var seed: UInt64
    var departments: [[String: Value]]
    var tags: [String]
    var filters: [[Int64]]
    var lookups: [Int]
    var tenth: [Int]
    var newcomers: [Line]
    var utf8Excess: Int
    var checksums: [String: Int64]

    init(_ workload: CompanyWorkload) {
      n = workload.count
      seed = workload.seed
      departments = workload.departments.map {
        ["name": .text($0.name), "budget": .number($0.budget), "createdAt": .number($0.createdAt)]
      }
      tags = workload.tags
      filters = workload.filters.map { [Int64($0.department), $0.lowest, $0.highest] }
      lookups = workload.lookups
      tenth = workload.tenth
      newcomers = workload.newcomers.map { Line(employee: $0) }
      utf8Excess = workload.employees.reduce(0) { $0 + Header.excess(of: $1) }
      let cases = BenchmarkCase.allCases.map { ($0.rawValue, workload.checksum(of: $0)) }
      checksums = Dictionary(uniqueKeysWithValues: cases)
    }

    private static func excess(of employee: Employee) -> Int {
      [employee.name, employee.email, employee.bio ?? ""].reduce(0) {
        $0 + $1.utf8.count - $1.unicodeScalars.count
      }
    }
  }

  private enum Value: Encodable {
    case text(String)
    case number(Double)

    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      switch self {
      case .text(let text): try container.encode(text)
      case .number(let number): try container.encode(number)
      }
    }
  }

  private struct Line: Encodable {
    let employee: Employee

    func encode(to encoder: any Encoder) throws {
      var line = encoder.unkeyedContainer()
      try line.encode(employee.name)
      try line.encode(employee.email)
      try line.encode(employee.salary)
      try line.encode(employee.hiredAt)
      try line.encode(employee.isActive)
      try line.encode(employee.score)
      try line.encode(employee.bio)
      try line.encode(employee.department)
      try line.encode(employee.tags)
    }
  }
}
