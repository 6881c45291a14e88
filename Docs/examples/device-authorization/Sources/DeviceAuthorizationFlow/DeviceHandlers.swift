import Statecharts

/// What the chart calls. It keeps nothing: the device code is a secret variable of the chart, and a result that comes after
/// its state was left is dropped.
public struct DeviceHandlers: DeviceAuthorization.Handlers {
  private let client: DeviceClient

  /// Makes handlers that use a client.
  public init(_ client: DeviceClient) { self.client = client }

  /// Requests a code.
  public func requestCode() async throws(DeviceAuthorization.RequestCodeFailure)
    -> DeviceAuthorization.RequestCodeResult
  {
    do throws(DeviceError) {
      return try await client.requestCode()
    } catch {
      throw DeviceAuthorization.RequestCodeFailure(error) ?? .requestRefused
    }
  }

  /// Polls once.
  public func requestTokens(
    _ input: DeviceAuthorization.RequestTokensInput
  ) async throws(DeviceAuthorization.RequestTokensFailure) -> DeviceAuthorization.RequestTokensResult {
    do throws(DeviceError) {
      return try await client.requestTokens(deviceCode: input.deviceCode)
    } catch {
      throw DeviceAuthorization.RequestTokensFailure(error) ?? .requestRefused
    }
  }
}
