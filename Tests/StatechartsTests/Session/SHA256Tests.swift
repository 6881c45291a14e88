import Statecharts
import Testing

@Suite("SHA-256")
struct SHA256Tests {
  @Test("the vectors of FIPS 180-4 are met, around the ends of blocks too")
  func vectors() {
    #expect(
      SHA256.hexadecimal("abc".utf8) == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
    #expect(SHA256.hexadecimal([]) == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855")
    #expect(
      SHA256.hexadecimal("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq".utf8)
        == "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1")
    #expect(
      SHA256.hexadecimal([UInt8](repeating: UInt8(ascii: "a"), count: 20_000))
        == "cc17faaad36649c4603dda4d8ff97cb149722af0bcac0746305a2134ad2d0b97")
  }
}
