// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import ModelFormat
import Testing

/// The example messages of FIPS 180-4.
struct SHA2Tests {
  private static let long = "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq"

  @Test(arguments: [
    ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
    ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
    (long, "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"),
  ])
  func sha256OfTheStandardMessages(message: String, digest: String) {
    #expect(hexadecimal(SHA2.sha256(Array(message.utf8))) == digest)
  }

  @Test func sha512OfTheStandardMessage() {
    let digest =
      "ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a"
      + "2192992a274fc1a836ba3c23a3feebbd454d4423643ce80e2a9ac94fa54ca49f"
    #expect(hexadecimal(SHA2.sha512(Array("abc".utf8))) == digest)
  }

  @Test func sha512OfTheEmptyMessage() {
    let digest =
      "cf83e1357eefb8bdf1542850d66d8007d620e4050b5715dc83f4a921d36ce9ce"
      + "47d0d13c5d85f2b0ff8318d2877eec2f63b931bd47417a81a538327af927da3e"
    #expect(hexadecimal(SHA2.sha512([])) == digest)
  }

  @Test func aMillionLettersFillManyBlocks() {
    let message = Array(repeating: UInt8(ascii: "a"), count: 1_000_000)
    #expect(
      hexadecimal(SHA2.sha256(message))
        == "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0")
  }

  /// The digests of 0 to 300 bytes, each a line: what `sha256sum` says of what `sha256sum` says of them.
  @Test func everyLengthIsPaddedToWholeBlocksOf64Bytes() {
    #expect(
      hexadecimal(SHA2.sha256(lines(SHA2.sha256)))
        == "f36ecfee534414eda831205a429da329254cf20bd17abd3ec8c8e013a7d1070c")
  }

  @Test func everyLengthIsPaddedToWholeBlocksOf128Bytes() {
    #expect(
      hexadecimal(SHA2.sha256(lines(SHA2.sha512)))
        == "990520ff8a70142930d510ab220df70d1202d1adca3bfa301fdfa27997cb3566")
  }

  @Test func partsHaveTheDigestOfTheWhole() {
    let message = (0..<200).map { UInt8($0) }
    let digests = (0...200).map { split in
      var stream = SHA256Stream()
      for part in [message[..<split], message[split...]] { part.withUnsafeBytes { stream.add($0) } }
      return stream.digest
    }
    #expect(Set(digests) == [SHA2.sha256(message)])
  }

  private func lines(_ digest: ([UInt8]) -> [UInt8]) -> [UInt8] {
    (0...300).flatMap { count in
      Array("\(hexadecimal(digest(Array(repeating: 7, count: count))))\n".utf8)
    }
  }

  private func hexadecimal(_ bytes: [UInt8]) -> String {
    bytes.map { byte in (byte < 16 ? "0" : "") + String(byte, radix: 16) }.joined()
  }
}
