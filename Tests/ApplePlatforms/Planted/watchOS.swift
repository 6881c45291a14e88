// Mistakes that `.ci/apple` has to find: the lines that say so.
func isTooLarge() -> Duration { .seconds(31_557_600_000) }  // found
func isTooLargeWhenFolded() -> Int { 100_000 * 100_000 }  // found
func isTooLargeWithoutASign() -> UInt { 5_000_000_000 }  // found

func fits() -> (Duration, Int64, Int, UInt) {
  (.seconds(Int64(31_557_600_000)), 31_557_600_000, Int.max - 1, 4_294_967_295)
}
