const MINUTE = 60_000

/** Whether one more may be written: so many in a minute, and how many were left out since. */
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
