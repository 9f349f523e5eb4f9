// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CZlib
package import Foundation

/// Deflated bytes without a header, as stores keep their models (R-MOD-308).
package enum RawDeflate {
  /// A reason why bytes cannot be inflated.
  package enum Damage: Error, CustomStringConvertible {
    /// The bytes are no deflated ones, or end too early.
    case unreadable
    /// There would be more than the limit.
    case tooLarge(limit: Int)

    package var description: String {
      switch self {
      case .unreadable: "it cannot be inflated: it is damaged, or was cut"
      case .tooLarge(let limit): "it would be larger than \(limit) bytes"
      }
    }
  }

  private static let blockSize = 1 << 16

  /// Returns the bytes deflated; as they are, if zlib has no memory to begin with.
  package static func deflated(_ data: Data) -> Data {
    var stream = z_stream()
    guard czlib_deflate_begin(&stream) == Z_OK else { return stored(data) }
    defer { deflateEnd(&stream) }
    var result = Data()
    // Without a limit deflating ends with the input.
    _ = run(&stream, over: data) { stream, block in
      let status = deflate(&stream, Z_FINISH)
      result += block.prefix(blockSize - Int(stream.avail_out))
      return status
    }
    return result
  }

  /// Returns the bytes in blocks that are not deflated, which any reader of deflated bytes takes (RFC 1951, 3.2.4).
  package static func stored(_ data: Data) -> Data {
    var (result, rest) = (Data(), data)
    repeat {
      let block = rest.prefix(Int(UInt16.max))
      rest = rest.dropFirst(block.count)
      let count = UInt16(block.count)
      result.append(rest.isEmpty ? 1 : 0)
      for half in [count, ~count] { result += withUnsafeBytes(of: half.littleEndian, Array.init) }
      result += block
    } while !rest.isEmpty
    return result
  }

  /// Returns the bytes inflated.
  ///
  /// - Parameter limit: how many bytes there may be: a few deflated ones can stand for very many.
  package static func inflated(_ data: Data, limit: Int = 64 << 20) throws(Damage) -> Data {
    var stream = z_stream()
    guard czlib_inflate_begin(&stream) == Z_OK else { throw .unreadable }
    defer { inflateEnd(&stream) }
    var result = Data()
    let status = run(&stream, over: data) { stream, block in
      let status = inflate(&stream, Z_NO_FLUSH)
      result += block.prefix(blockSize - Int(stream.avail_out))
      return result.count > limit ? Z_MEM_ERROR : status
    }
    if result.count > limit { throw .tooLarge(limit: limit) }
    guard status == Z_STREAM_END else { throw .unreadable }
    return result
  }

  /// Calls a step with a block for its output until it says that it is at the end, or cannot go on.
  private static func run(
    _ stream: inout z_stream, over data: Data,
    _ step: (inout z_stream, UnsafeMutableRawBufferPointer) -> Int32
  ) -> Int32 {
    let block = UnsafeMutableRawBufferPointer.allocate(byteCount: blockSize, alignment: 1)
    defer { block.deallocate() }
    return data.withUnsafeBytes { input in
      stream.next_in = UnsafeMutablePointer(
        mutating: input.bindMemory(to: UInt8.self).baseAddress)
      stream.avail_in = UInt32(input.count)
      var status = Z_OK
      while status == Z_OK {
        stream.next_out = block.bindMemory(to: UInt8.self).baseAddress
        stream.avail_out = UInt32(blockSize)
        status = step(&stream, block)
      }
      return status
    }
  }
}
