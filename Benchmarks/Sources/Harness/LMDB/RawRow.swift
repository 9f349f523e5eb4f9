// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

/// How an employee is laid out: numbers at fixed places, three lengths, then the texts. A length of
/// all ones is a missing text.
enum RawRow {
  static let salary = 0
  static let hiredAt = 8
  static let score = 16
  static let department = 24
  static let version = 32
  static let isActive = 40
  private static let lengths = 44
  static let texts = 56
  private static let missing = UInt32.max

  /// Packs an employee behind what is in the buffer, which is emptied first.
  static func pack(_ employee: CompanyWorkload.Employee, into buffer: inout [UInt8]) {
    buffer.removeAll(keepingCapacity: true)
    add(employee.salary, &buffer)
    add(employee.hiredAt, &buffer)
    add(employee.score, &buffer)
    add(Int64(employee.department + 1), &buffer)
    add(Int64(1), &buffer)
    add(UInt32(employee.isActive ? 1 : 0), &buffer)
    add(UInt32(employee.name.utf8.count), &buffer)
    add(UInt32(employee.email.utf8.count), &buffer)
    add(employee.bio.map { UInt32($0.utf8.count) } ?? missing, &buffer)
    buffer.append(contentsOf: employee.name.utf8)
    buffer.append(contentsOf: employee.email.utf8)
    if let bio = employee.bio { buffer.append(contentsOf: bio.utf8) }
  }

  @inline(__always)
  static func integer(_ place: Int, _ row: UnsafeRawBufferPointer) -> Int64 {
    row.loadUnaligned(fromByteOffset: place, as: Int64.self)
  }

  @inline(__always)
  static func double(_ place: Int, _ row: UnsafeRawBufferPointer) -> Double {
    row.loadUnaligned(fromByteOffset: place, as: Double.self)
  }

  /// Bytes of a text, 0 to 2; nil when it is missing.
  @inline(__always)
  static func length(_ text: Int, _ row: UnsafeRawBufferPointer) -> Int? {
    let length = row.loadUnaligned(fromByteOffset: lengths + 4 * text, as: UInt32.self)
    return length == missing ? nil : Int(length)
  }

  /// Reads every field, copying none.
  @inline(__always)
  static func checksum(_ row: UnsafeRawBufferPointer) -> Int64 {
    let bytes = (length(0, row) ?? 0) + (length(1, row) ?? 0) + (length(2, row) ?? 0)
    let rest = double(hiredAt, row) + double(score, row) + Double(integer(department, row))
    return integer(salary, row) + Int64(bytes) + (rest.isNaN ? 1 : 0)
  }

  @inline(__always)
  private static func add<Value>(_ value: Value, _ buffer: inout [UInt8]) {
    withUnsafeBytes(of: value) { buffer.append(contentsOf: $0) }
  }
}
