import { pinyin } from 'pinyin-pro'

/** Returns one syllable for each character, without tones; ü is v, as it is typed. */
export const syllablesOf = (text: string): string[] =>
  pinyin(text.toLowerCase(), { toneType: 'none', type: 'array', v: true })

/** Range in `text` whose syllables, or their initials, spell `letters`: start and end (exclusive). */
export function findSpelt(text: string, letters: string): [number, number] | undefined {
  const syllables = syllablesOf(text)
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
