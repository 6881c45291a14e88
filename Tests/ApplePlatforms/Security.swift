// Platforms: iOS macOS tvOS watchOS visionOS
@_exported import AppleFoundation

/// https://developer.apple.com/documentation/kernel/osstatus
public typealias OSStatus = Int32

/// https://developer.apple.com/documentation/corefoundation/cftyperef
public typealias CFTypeRef = AnyObject

/// https://developer.apple.com/documentation/corefoundation/cfdictionary
public final class CFDictionary {}

/// https://developer.apple.com/documentation/corefoundation/cfstring
public final class CFString {}

extension Dictionary where Key == String, Value == Any {
  /// Stands for `self as CFDictionary`: https://developer.apple.com/documentation/corefoundation/cfdictionary
  public var asCFDictionary: CFDictionary { CFDictionary() }
}

extension CFString {
  /// Stands for `self as String`: https://developer.apple.com/documentation/corefoundation/cfstring
  public var asString: String { "" }
}

/// https://developer.apple.com/documentation/security/errsecsuccess
public var errSecSuccess: OSStatus { 0 }

/// https://developer.apple.com/documentation/security/errsecduplicateitem
public var errSecDuplicateItem: OSStatus { -25299 }

/// https://developer.apple.com/documentation/security/errsecitemnotfound
public var errSecItemNotFound: OSStatus { -25300 }

/// https://developer.apple.com/documentation/security/ksecclass
@available(iOS 2, macOS 10.6, tvOS 9, watchOS 2, visionOS 1, *)
public var kSecClass: CFString { CFString() }

/// https://developer.apple.com/documentation/security/ksecclassgenericpassword
@available(iOS 2, macOS 10.7, tvOS 9, watchOS 2, visionOS 1, *)
public var kSecClassGenericPassword: CFString { CFString() }

/// https://developer.apple.com/documentation/security/ksecattrservice
@available(iOS 2, macOS 10.6, tvOS 9, watchOS 2, visionOS 1, *)
public var kSecAttrService: CFString { CFString() }

/// https://developer.apple.com/documentation/security/ksecattraccount
@available(iOS 2, macOS 10.6, tvOS 9, watchOS 2, visionOS 1, *)
public var kSecAttrAccount: CFString { CFString() }

/// https://developer.apple.com/documentation/security/ksecusedataprotectionkeychain
@available(iOS 13, macOS 10.15, tvOS 13, watchOS 6, visionOS 1, *)
public var kSecUseDataProtectionKeychain: CFString { CFString() }

/// https://developer.apple.com/documentation/security/ksecreturndata
@available(iOS 2, macOS 10.6, tvOS 9, watchOS 2, visionOS 1, *)
public var kSecReturnData: CFString { CFString() }

/// https://developer.apple.com/documentation/security/ksecmatchlimit
@available(iOS 2, macOS 10.6, tvOS 9, watchOS 2, visionOS 1, *)
public var kSecMatchLimit: CFString { CFString() }

/// https://developer.apple.com/documentation/security/ksecmatchlimitone
@available(iOS 2, macOS 10.6, tvOS 9, watchOS 2, visionOS 1, *)
public var kSecMatchLimitOne: CFString { CFString() }

/// https://developer.apple.com/documentation/security/ksecvaluedata
@available(iOS 2, macOS 10.6, tvOS 9, watchOS 2, visionOS 1, *)
public var kSecValueData: CFString { CFString() }

/// https://developer.apple.com/documentation/security/ksecattraccessible
@available(iOS 4, macOS 10.9, tvOS 9, watchOS 2, visionOS 1, *)
public var kSecAttrAccessible: CFString { CFString() }

/// https://developer.apple.com/documentation/security/ksecattraccessibleafterfirstunlockthisdeviceonly
@available(iOS 4, macOS 10.9, tvOS 9, watchOS 2, visionOS 1, *)
public var kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly: CFString { CFString() }

/// https://developer.apple.com/documentation/security/secitemcopymatching(_:_:)
@available(iOS 2, macOS 10.6, tvOS 9, watchOS 2, visionOS 1, *)
public func SecItemCopyMatching(_ query: CFDictionary, _ result: UnsafeMutablePointer<CFTypeRef?>?)
  -> OSStatus
{ 0 }

/// https://developer.apple.com/documentation/security/secitemupdate(_:_:)
@available(iOS 2, macOS 10.6, tvOS 9, watchOS 2, visionOS 1, *)
public func SecItemUpdate(_ query: CFDictionary, _ attributesToUpdate: CFDictionary) -> OSStatus { 0 }

/// https://developer.apple.com/documentation/security/secitemadd(_:_:)
@available(iOS 2, macOS 10.6, tvOS 9, watchOS 2, visionOS 1, *)
public func SecItemAdd(_ attributes: CFDictionary, _ result: UnsafeMutablePointer<CFTypeRef?>?) -> OSStatus {
  0
}

/// https://developer.apple.com/documentation/security/secitemdelete(_:)
@available(iOS 2, macOS 10.6, tvOS 9, watchOS 2, visionOS 1, *)
public func SecItemDelete(_ query: CFDictionary) -> OSStatus { 0 }
