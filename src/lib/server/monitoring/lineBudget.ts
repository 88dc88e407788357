const MINUTE = 60_000

/**
 * Limits log lines per minute: returns undefined when the budget is used up, otherwise how many were left out since the
 * last line.
 */
export function lineBudget(perMinute: number) {
  let begun = 0
  let written = 0
  let leftOut = 0
  return (now = Date.now()): { leftOut: number } | undefined => {
    if (now - begun >= MINUTE) {
      begun = now
      written = 0
    }
    if (written >= perMinute) {
      leftOut++
      return undefined
    }
    written++
    const told = { leftOut }
    leftOut = 0
    return told
  }
}
