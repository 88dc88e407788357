import { Converter } from 'opencc-js/cn2t'
import { pinyin } from 'pinyin-pro'
import type { Law } from './laws.ts'
import { otherQuestions } from './otherQuestions.ts'
import { questions } from './questions.ts'

export type SearchQuestion = { typed: string; isMeant: (title: string) => boolean }
export type Paper = { name: string; asked: SearchQuestion[]; first?: number; ten?: number }

/** The same draw every time. */
function dice(seed: number) {
  let state = seed
  return (below: number) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

const MAX_QUERY_LENGTH = 50
const toTraditional = Converter({ from: 'cn', to: 't' })
const plain = (title: string) => title.replace(/\s/g, '')
const short = (title: string) => title.replace(/^中华人民共和国/, '')
const isCalled = (title: string) => (shown: string) => plain(shown) === plain(title)

/** Builds the questions: each kind with the score that it has to reach. */
export function papersOn(laws: Law[]): Paper[] {
  const draw = dice(20)
  const short50 = laws.filter(({ title }) => title.length <= MAX_QUERY_LENGTH)
  const named = short50.filter(({ title }) => title !== short(title))
  const about = (typed: (title: string) => string | undefined, of = short50): SearchQuestion[] =>
    of.flatMap(({ title }) => {
      const words = typed(title)
      return words ? [{ typed: words.slice(0, MAX_QUERY_LENGTH), isMeant: isCalled(title) }] : []
    })
  const phrases = (count: number) =>
    laws.flatMap(law => Array.from({ length: count }, () => phraseOf(law, laws, draw)).filter(asked => asked !== null))
  return [
    { name: '标题', asked: about(title => title), first: 0.99 },
    { name: '标题，繁体', asked: about(title => toTraditional(title)), first: 0.97 },
    { name: '简称', asked: about(short, named), first: 0.97 },
    { name: '首字母', asked: about(initials, named) },
    { name: '正文中 6 至 12 字', asked: phrases(2), first: 0.95 },
    { name: '两段', asked: laws.flatMap(law => twoPieces(law, laws, draw) ?? []), first: 0.95 },
    { name: '标题错一个同音字', asked: about(title => sameSound(short(title), draw)), ten: 0.9 },
    { name: '标题错一个字', asked: about(title => otherCharacter(short(title), draw)), ten: 0.9 },
    { name: '正文错一个字', asked: phrases(1).map(one => ({ ...one, typed: otherCharacter(one.typed, draw)! })) },
    { name: '提问', asked: askedOf(questions), ten: 0.85 },
    { name: '另外的提问', asked: askedOf(otherQuestions), ten: 0.85 },
  ]
}

const askedOf = (list: typeof questions): SearchQuestion[] =>
  list.map(([typed, ...parts]) => ({ typed, isMeant: title => parts.some(part => title.includes(part)) }))

/** Words that stand in no other of the texts. */
function phraseOf(law: Law, laws: Law[], draw: (below: number) => number): SearchQuestion | null {
  const runs = law.body.match(/\p{Script=Han}{6,}/gu) ?? []
  for (let tries = 0; tries < 50 && runs.length > 0; tries++) {
    const run = runs[draw(runs.length)]!
    const length = Math.min(run.length, 6 + draw(7))
    const from = draw(run.length - length + 1)
    const typed = run.slice(from, from + length)
    const having = laws.filter(({ title, body }) => title.includes(typed) || body.includes(typed))
    if (having.every(({ title }) => title === law.title)) return { typed, isMeant: isCalled(law.title) }
  }
  return null
}

function twoPieces(law: Law, laws: Law[], draw: (below: number) => number): SearchQuestion | null {
  const [one, two] = [phraseOf(law, laws, draw), phraseOf(law, laws, draw)]
  return one && two && { typed: `${one.typed.slice(0, 6)} ${two.typed.slice(0, 6)}`, isMeant: one.isMeant }
}

const initials = (title: string) =>
  pinyin(short(title), { toneType: 'none', type: 'array' })
    .map(syllable => syllable[0])
    .join('')

/** Common characters by their sound. */
const common = [...new Set(Array.from(COMMON()))]
const bySound = Map.groupBy(common, char => pinyin(char, { toneType: 'none' }))

function sameSound(text: string, draw: (below: number) => number): string | undefined {
  const chars = Array.from(text)
  const sounds = pinyin(text, { toneType: 'none', type: 'array' })
  for (let tries = 0; tries < 50; tries++) {
    const at = draw(chars.length)
    const others = (bySound.get(sounds[at] ?? '') ?? []).filter(char => char !== chars[at])
    if (/\p{Script=Han}/u.test(chars[at]!) && others.length > 0)
      return chars.with(at, others[draw(others.length)]!).join('')
  }
}

function otherCharacter(text: string, draw: (below: number) => number): string | undefined {
  const chars = Array.from(text)
  for (let tries = 0; tries < 50; tries++) {
    const at = draw(chars.length)
    const other = common[draw(common.length)]!
    if (/\p{Script=Han}/u.test(chars[at]!) && other !== chars[at]) return chars.with(at, other).join('')
  }
}

/** Returns all characters of GB 2312 level 1, the ones in common use. */
function COMMON(): string {
  const decoder = new TextDecoder('gb18030')
  const bytes: number[] = []
  for (let row = 0xb0; row <= 0xd6; row++) for (let cell = 0xa1; cell <= 0xfe; cell++) bytes.push(row, cell)
  return decoder.decode(new Uint8Array(bytes)).replace(/\P{Script=Han}/gu, '')
}
