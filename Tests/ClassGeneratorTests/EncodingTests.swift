// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import ClassGenerator
import Testing

/// The encodings within Swift's symbols, by what other implementations give.
struct EncodingTests {
  /// The test suite of RFC 1321.
  private static let messages = [
    ("", "D41D8CD98F00B204E9800998ECF8427E"),
    ("a", "0CC175B9C0F1B6A831C399E269772661"),
    ("abc", "900150983CD24FB0D6963F7D28E17F72"),
    ("message digest", "F96B697D7CB7938D525A2F31AAF161D0"),
    ("abcdefghijklmnopqrstuvwxyz", "C3FCD3D76192E4007DFB496CCA67E13B"),
    (
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789",
      "D174AB98D277D9F5A5611C2C9F419D9F"
    ),
    (String(repeating: "1234567890", count: 8), "57EDF4A22BE3C955AC49DA2E2107B67A"),
  ]

  @Test(arguments: messages)
  func digestsAreThoseOfTheStandard(_ message: String, _ digest: String) {
    #expect(MD5.hexadecimal(Array(message.utf8)) == digest)
  }

  /// Lengths around those at which the padding takes another block.
  @Test(arguments: [
    (55, "6912EE65FFF2D9F9CE2508CDDF8BCDA0"), (56, "51FDD1ACDA72405DFDFA03FCB85896D7"),
    (57, "5320EF4C17EF34A0CF2DB763338D25EB"), (63, "48A6295221902E8E0938F773A7185E72"),
    (64, "B2D3F56BC197FD985D5965079B5E7148"), (65, "8BD7053801C768420FAF816FADBA971C"),
    (119, "1C772251899A7FF007400B888D6B2042"), (120, "B7BA1EFC6022E9ED272F00B8831E26E6"),
    (1000, "A24F1E3EF66950E1327F210E3997BA2C"),
  ])
  func digestsOfEachLengthAreRight(_ length: Int, _ digest: String) {
    #expect(MD5.hexadecimal((0..<length).map { UInt8($0 % 251) }) == digest)
  }

  /// Names of the RFC 3492's samples and others, with Swift's digits and delimiter.
  @Test(arguments: [
    ("abc", "abc_"), ("ü", "tda"), ("bücher", "bcher_kva"), ("größe", "gre_GkaIi"),
    ("naïve_café", "nave_caf_iBaHc"), ("名前", "ldrIFb"), ("ключ_key", "_key_kFdgIfJb"),
    ("他们为什么不说中文", "ihqwcrbEcvIaIdqgAFGpqjye"), ("3年B組金八先生", "3B_wwEcFeBIAeFHFaGFlsyCb"),
    ("そのスピードで", "dJjuauEBawczczp"), ("ليهمابتكلموشعربي؟", "egbpdajGbuEbxfgehfvwxn"),
    ("𝒳", "tDBh"),
  ])
  func namesBeyondASCIIAreEncoded(_ name: String, _ encoded: String) {
    #expect(Punycode.encoded(name) == encoded)
  }
}
