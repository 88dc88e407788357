/**
 * What keeps the program small: V8 gives back early what it does not need, and malloc has few pools and keeps none of them.
 * As much as the program takes until it is ready is not collected: nearly all of it stays.
 * Measured in docs/scale.md. Whoever has memory to spare takes it back: NODE_OPTIONS set to anything, even a blank, or
 * MALLOC_ARENA_MAX, go before.
 */
export const flags =
  process.env.NODE_OPTIONS === undefined
    ? ['--heap-growing-percent=40', '--max-semi-space-size=8', '--initial-heap-size=112']
    : []
export const malloc = {
  MALLOC_ARENA_MAX: process.env.MALLOC_ARENA_MAX ?? '2',
  MALLOC_TRIM_THRESHOLD_: process.env.MALLOC_TRIM_THRESHOLD_ ?? '131072',
  MALLOC_MMAP_THRESHOLD_: process.env.MALLOC_MMAP_THRESHOLD_ ?? '131072',
}
