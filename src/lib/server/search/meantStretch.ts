import { fold, foldInPlace } from './fold.ts'
import { soundSyllables } from './heading.ts'
import { stretchesOf } from './runs.ts'

/**
 * Finds the stretch of `text` that a misspelt query meant: one that sounds alike or differs in one character, else the
 * longest common stretch of at least two characters.
 */
export function meantStretch(text: string, typed: string): string | undefined {
  // Characters that fold to several do not occur in Chinese stretches.
  const { plain: folded } = foldInPlace(text.slice(0, MAX_SEARCHED_UNITS))
  const meant = stretchesOf(fold(typed))
  const whole = meant.length === 1 ? sameButOne(stretchesOf(folded), meant[0]!) : undefined
  return whole ?? longestShared(folded, meant)
}

/** Extends a stretch of `text` to the words that it begins and ends in: 报名通 within 报名通知 becomes 报名通知. */
export function toWholeWords(text: string, stretch: string): string {
  const { plain } = foldInPlace(text.slice(0, MAX_SEARCHED_UNITS))
  const found = plain.indexOf(stretch)
  if (found < 0) return stretch
  const from = Math.max(0, found - WORD_CONTEXT)
  const near = plain.slice(from, found + stretch.length + WORD_CONTEXT)
  let [begin, end] = [found - from, found - from + stretch.length]
  for (const { index, segment } of words.segment(near)) {
    const after = index + segment.length
    if (index < begin && after > begin) begin = index
    if (index < end && after > end) end = after
  }
  return near.slice(begin, end)
}

const words = new Intl.Segmenter('zh', { granularity: 'word' })
/** UTF-16 units on either side in which words are looked for. */
const WORD_CONTEXT = 30

/** Maximum UTF-16 units searched. */
const MAX_SEARCHED_UNITS = 40_000

function sameButOne(stretches: string[], meant: string): string | undefined {
  if (meant.length < 3) return
  const sound = soundOf(meant)
  let close: string | undefined
  for (const stretch of stretches)
    for (let from = 0; from + meant.length <= stretch.length; from++) {
      const different = differences(stretch, from, meant)
      if (different > MAX_DIFFERENCES) continue
      const part = stretch.slice(from, from + meant.length)
      if (soundOf(part) === sound) return part
      if (different === 1) close ??= part
    }
  return close
}

const soundOf = (text: string) => soundSyllables([...text]).join(' ')

/** Maximum wrong characters. */
const MAX_DIFFERENCES = 2

function differences(stretch: string, from: number, meant: string): number {
  let different = 0
  for (let i = 0; i < meant.length && different <= MAX_DIFFERENCES; i++)
    if (stretch.charCodeAt(from + i) !== meant.charCodeAt(i)) different++
  return different
}

/** A stretch that is not in the text cannot be found with one character more. */
function longestShared(text: string, meant: string[]): string | undefined {
  let longest = ''
  for (const stretch of meant)
    for (let from = 0; from < stretch.length; from++)
      for (let to = from + longest.length + 1; to <= stretch.length; to++) {
        const part = stretch.slice(from, to)
        if (!text.includes(part)) break
        longest = part
      }
  return longest.length > 1 ? longest : undefined
}
