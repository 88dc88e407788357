import { pinyin } from 'pinyin-pro'
import { readAs } from './readings.ts'

/** Returns one syllable for each character, without tones; ü is v, as it is typed. */
export const syllablesOf = (text: string): string[] =>
  pinyin(text.toLowerCase(), { toneType: 'none', type: 'array', v: true })

/** The syllables of a text as words, and as a name with its surname and places, where those differ. */
export function readingsOf(text: string): string[][] {
  const name = readAs(text)
  return name === text ? [syllablesOf(text)] : [syllablesOf(text), syllablesOf(name)]
}

/** Range in `text` whose syllables, or their initials, spell `letters`: start and end (exclusive). */
export function findSpelt(text: string, letters: string): [number, number] | undefined {
  for (const syllables of readingsOf(text)) {
    const range = rangeSpelt(syllables, letters)
    if (range) return range
  }
}

function rangeSpelt(syllables: string[], letters: string): [number, number] | undefined {
  for (let from = 0; from < syllables.length; from++) {
    const initials = syllables.slice(from, from + letters.length).map(syllable => syllable[0])
    if (initials.join('') === letters) return [from, from + letters.length]
    let spelt = ''
    for (let to = from; to < syllables.length && spelt.length < letters.length; ) {
      spelt += syllables[to++]
      // The last syllable may be typed in part.
      if (spelt.startsWith(letters)) return [from, to]
    }
  }
}
