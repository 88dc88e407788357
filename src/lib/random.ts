export type Chance = ReturnType<typeof chance>

/** The same seed, the same choices (mulberry32): what is made up is alike on every machine. */
export function chance(seed: number) {
  let state = (seed + 1) * 0x9e3779b9
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
  return {
    between: (low: number, high: number) => Math.round(low + next() * (high - low)),
    of: <One>(choices: readonly One[]): One => choices[Math.floor(next() * choices.length)]!,
    maybe: (likely = 0.5) => next() < likely,
  }
}
