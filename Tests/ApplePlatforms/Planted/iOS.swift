// Mistakes that `.ci/apple` has to find: the lines that say so.
import Darwin
import Synchronization
import UIKit

func isTooNew(_ numbers: [Int]) {
  _ = Mutex(0)  // found
  _ = numbers.span  // found
}

func isOffTheMainActor() {
  _ = UIApplication.shared  // found
}

@MainActor func isNotInTheStandIn() {
  UIApplication.shared.isIdleTimerDisabled = true  // found
}

func isOnLinuxOnly(_ start: UnsafeMutableRawPointer) {
  explicit_bzero(start, 1)  // found
}

func exists(_ start: UnsafeMutableRawPointer) {
  memset_s(start, 1, 0, 1)
}

#if !os(iOS) || !canImport(Darwin) || canImport(Glibc) || canImport(AppKit)
  #error("This is not iOS.")
#endif
