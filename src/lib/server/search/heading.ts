import { pinyin } from 'pinyin-pro'
import { fold } from './fold.ts'
import { readingsOf, syllablesOf } from './pinyin.ts'
import { HAN, runs } from './runs.ts'

/**
 * Tokens of a heading besides its words: `^` whole heading, or all of its initials; `%` two adjacent syllables by
 * sound; `_` two characters with one between them, for a wrong character in the middle of a short word.
 */
export const headingTokens = (text: string): string[] => [
  ...new Set([
    ...namesOf(text).flatMap(name => [`^${name}`, ...initialsOf(name).map(initials => `^${initials}`)]),
    ...hanRuns(text).flatMap(run => [...sounds(run), ...skips(run)]),
  ]),
]

/** Characters; PostgreSQL refuses tokens of more than 2 kB. */
const MAX_NAME_LENGTH = 100
const STATE = '中华人民共和国'

/** Names of a heading: whole, and without the name of the state and a trailing bracket. */
function namesOf(text: string): string[] {
  const whole = lettersOf(text)
  const core = lettersOf(fold(text).replace(/[(（〔][^()（）〔〕]*[)）〕]\s*$/u, ''))
  return [...new Set([whole, core, shortened(whole), shortened(core)])].filter(
    name => name && name.length <= MAX_NAME_LENGTH,
  )
}

const lettersOf = (text: string) =>
  runs(text)
    .map(run => run.join(''))
    .join('')
const shortened = (name: string) =>
  name.startsWith(STATE) && name.length > STATE.length + 1 ? name.slice(STATE.length) : name

/** The headings that are just what was typed; null where that holds neither letter nor digit. */
export function toExactQuery(typed: string): string | null {
  const names = namesOf(typed)
  return names.length > 0 ? names.map(name => `'^${name}'`).join(' | ') : null
}

const initialsOf = (name: string) => readingsOf(name).map(syllables => syllables.map(syllable => syllable[0]).join(''))

const hanRuns = (text: string) => runs(text).filter(run => HAN.test(run[0]!))
const pairs = (syllables: string[]) => syllables.slice(1).map((next, i) => `%${syllables[i]}-${next}`)
export const skips = (run: string[]) => run.slice(2).map((char, i) => `_${run[i]}${char}`)

/** Sounds of the word in context and of its characters alone: 会计 is kuaiji, but a guesser types huiji. */
function sounds(run: string[]): string[] {
  return [...pairs(soundSyllables(run)), ...pairs(run.map(char => mergeSounds(readAlone(char))))]
}

/** Syllables of the typed text, with similar sounds merged. */
export const soundSyllables = (run: string[]): string[] => syllablesOf(run.join('')).map(mergeSounds)
export const soundPairs = (run: string[]) => {
  const [asWord, alone] = [pairs(soundSyllables(run)), pairs(run.map(char => mergeSounds(readAlone(char))))]
  return asWord.map((pair, i) => [...new Set([pair, alone[i]!])])
}

const readings = new Map<string, string>()
function readAlone(char: string): string {
  let reading = readings.get(char)
  if (reading === undefined) {
    reading = pinyin(char, { toneType: 'none', v: true })
    readings.set(char, reading)
  }
  return reading
}

/** Merges sounds that many do not distinguish: zh and z, n and l, an and ang. */
const mergeSounds = (syllable: string) =>
  syllable
    .replace(/[^a-z]/g, '')
    .replace(/^([zcs])h/, '$1')
    .replace(/^l/, 'n')
    .replace(/ng$/, 'n')
