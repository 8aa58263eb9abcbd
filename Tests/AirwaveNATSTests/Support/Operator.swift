#if NATS
import CNATS
import Foundation

/// An operator, an account and a user. Their keys are those of the seeds 0101…, 0202… and 0303….
struct Operator {
  /// What the operator has signed: its own token, and that of the account. It has no end.
  private static let token = """
    eyJ0eXAiOiJKV1QiLCJhbGciOiJlZDI1NTE5LW5rZXkifQ.eyJqdGkiOiIxIiwiaWF0IjoxNzAwMDAwMDAwLCJpc3MiOiJPQ0ZJU\
    lk2NU9RRTdERlA1S0xOUzJQRjJMVlpNVVpZSlg0T1pJRVEzNk4ySVFBTlVCNVhWWU9DUyIsIm5hbWUiOiJhIiwic3ViIjoiT0NGS\
    VJZNjVPUUU3REZQNUtMTlMyUEYyTFZaTVVaWUpYNE9aSUVRMzZOMklRQU5VQjVYVllPQ1MiLCJuYXRzIjp7InR5cGUiOiJvcGVyY\
    XRvciIsInZlcnNpb24iOjJ9fQ.V80VzRAr17N2Uy3m74E8Sl3KegKVlzQu2bcIkORiVauo0kLXdB-fz2iQrqKzK2uKGU_q-QXcpt\
    CWUcih8D9eDw
    """
  private static let accountToken = """
    eyJ0eXAiOiJKV1QiLCJhbGciOiJlZDI1NTE5LW5rZXkifQ.eyJqdGkiOiIxIiwiaWF0IjoxNzAwMDAwMDAwLCJpc3MiOiJPQ0ZJU\
    lk2NU9RRTdERlA1S0xOUzJQRjJMVlpNVVpZSlg0T1pJRVEzNk4ySVFBTlVCNVhWWU9DUyIsIm5hbWUiOiJhIiwic3ViIjoiQUNBV\
    FM1WU9WQjZST1gyV1VOS0dOUTJNUDNHTVhETUtTRzJPNE41Q0xYM0E2VzRQWkdaWklMMlIiLCJuYXRzIjp7InR5cGUiOiJhY2Nvd\
    W50IiwidmVyc2lvbiI6MiwibGltaXRzIjp7InN1YnMiOi0xLCJkYXRhIjotMSwicGF5bG9hZCI6LTEsImltcG9ydHMiOi0xLCJle\
    HBvcnRzIjotMSwid2lsZGNhcmRzIjp0cnVlLCJjb25uIjotMSwibGVhZiI6LTF9fX0.UUg3x1TlS0c5-f2Db9-xWdYppr3ui50rH\
    gUz-rkHDx8Y4iqUNPkcy5T2fwCordlrQzGS30wTMnBB-MU5lP8ABA
    """
  private static let account = "ACATS5YOVB6ROX2WUNKGNQ2MP3GMXDMKSG2O4N5CLX3A6W4PZGZZIL2R"
  private static let accountSeed = "SAAAEAQCAIBAEAQCAIBAEAQCAIBAEAQCAIBAEAQCAIBAEAQCAIBAEAUN5U"
  /// The public key of the user.
  static let user = "UDWUSKGGFDI4FRXK5EBTRECZSVQSSWJHHJOGH6JWG3AUMFFMQ435C2U4"

  /// The seed of the user.
  let seed = "SUAAGAYDAMBQGAYDAMBQGAYDAMBQGAYDAMBQGAYDAMBQGAYDAMBQGA6BEM"

  /// What a server says that trusts the operator, and has the account alone: as that of the system, without streams.
  var configuration: String {
    """
    operator: \(Self.token)
    resolver: MEMORY
    system_account: \(Self.account)
    resolver_preload: { \(Self.account): \(Self.accountToken) }
    """
  }

  /// What the account has signed for the user.
  var userToken: String {
    let payload = """
      {"jti": "1", "iat": 1700000000, "iss": "\(Self.account)", "name": "a", "sub": "\(Self.user)", \
      "nats": {"type": "user", "version": 2, "subs": -1, "data": -1, "payload": -1}}
      """
    let text = "\(encoded(#"{"typ":"JWT","alg":"ed25519-nkey"}"#.utf8)).\(encoded(payload.utf8))"
    var (signature, count) = (UnsafeMutablePointer<UInt8>?.none, Int32(0))
    nats_Open(-1)
    nats_Sign(Self.accountSeed, text, &signature, &count)
    defer { free(signature) }
    return "\(text).\(encoded(UnsafeBufferPointer(start: signature, count: Int(count))))"
  }

  private func encoded(_ bytes: some Sequence<UInt8>) -> String {
    Data(bytes).base64EncodedString().replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
  }
}
#endif
