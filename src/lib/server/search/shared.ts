import { spoken } from './heading.ts'
import { runs } from './runs.ts'

/**
 * What of `text` was meant by something typed otherwise: the stretch that sounds alike or differs in one character, else
 * the longest that both have, of two characters at least.
 */
export function sharedIn(text: string, typed: string): string | undefined {
  const stretches = runs(text.slice(0, FAR))
  const meant = runs(typed)
  const whole = meant.length === 1 ? sameButOne(stretches, meant[0]!) : undefined
  return whole ?? longestShared(stretches, meant)
}

/** In UTF-16 units: no further is looked. */
const FAR = 40_000

function sameButOne(stretches: string[][], meant: string[]): string | undefined {
  if (meant.length < 3) return
  const sound = spoken(meant).join(' ')
  let close: string | undefined
  for (const run of stretches)
    for (let from = 0; from + meant.length <= run.length; from++) {
      const different = differences(run, from, meant)
      if (different > MOST) continue
      const part = run.slice(from, from + meant.length)
      if (spoken(part).join(' ') === sound) return part.join('')
      if (different === 1) close ??= part.join('')
    }
  return close
}

/** Of more wrong characters nobody is understood. */
const MOST = 2

function differences(run: string[], from: number, meant: string[]): number {
  let different = 0
  for (let i = 0; i < meant.length && different <= MOST; i++) if (run[from + i] !== meant[i]) different++
  return different
}

function longestShared(stretches: string[][], meant: string[][]): string | undefined {
  const text = stretches.map(stretch => stretch.join('')).join(' ')
  let longest = ''
  for (const run of meant)
    for (let from = 0; from < run.length; from++)
      for (let to = run.length; to - from > Math.max(1, longest.length); to--) {
        const part = run.slice(from, to).join('')
        if (text.includes(part)) longest = part
      }
  return longest || undefined
}
