/** Where a word of a list stands in a text: `text` from `start` up to `end` is what stands there, however it is written. */
export type WordPlace = { word: string; start: number; end: number }

type Reading = {
  /** One character as it is compared. */
  fold?: (char: string) => string
  /** What may stand between the letters of a word without parting it. */
  between?: RegExp
}

const plainChar = (char: string) => char.normalize('NFKC').toLowerCase()
const GAPS = /[\s\p{Cf}·・_*-]/u

/** Finds the words of a list in texts: of those that begin at one place the longest, and none within another. */
export function wordFinder(words: readonly string[], { fold = plainChar, between = GAPS }: Reading = {}) {
  const lettersOf = (text: string) => {
    let letters = ''
    const places: { start: number; end: number }[] = []
    let at = 0
    for (const char of text) {
      const place = { start: at, end: at + char.length }
      at = place.end
      if (between.test(char)) continue
      const plain = fold(char)
      letters += plain
      for (let i = 0; i < plain.length; i++) places.push(place)
    }
    return { letters, places }
  }
  const byFirst = new Map<string, { word: string; letters: string }[]>()
  for (const word of words) {
    const { letters } = lettersOf(word)
    if (letters === '') continue
    const first = letters[0]!
    byFirst.set(first, [...(byFirst.get(first) ?? []), { word, letters }])
  }
  for (const alike of byFirst.values()) alike.sort((a, b) => b.letters.length - a.letters.length)
  return (text: string): WordPlace[] => {
    const { letters, places } = lettersOf(text)
    const found: WordPlace[] = []
    let reached = -1
    for (let at = 0; at < letters.length; at++) {
      const hit = byFirst.get(letters[at]!)?.find(one => letters.startsWith(one.letters, at))
      const last = at + (hit?.letters.length ?? 0) - 1
      if (!hit || last <= reached) continue
      found.push({ word: hit.word, start: places[at]!.start, end: places[last]!.end })
      reached = last
    }
    return found
  }
}
