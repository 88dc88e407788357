import { commonPasswords } from './commonPasswords.ts'
import { knownWords, NAME } from './guessableWords.ts'

/**
 * Whether few tries find a password: it is cut into the pieces that are cheapest to guess together, in powers of ten.
 * The idea is that of zxcvbn (Wheeler, USENIX Security 2016). Its estimate is not used, because it counts ten for each
 * unknown character, which refuses short generated passwords and Chinese sentences, and 10,000 for each piece after the
 * first, which accepts a name with two ornaments.
 */
export async function isEasilyGuessed(lower: string): Promise<boolean> {
  words ??= rankWords()
  const ranks = await words
  const joined = lower.replace(/[._-]/g, '')
  return cheapest(lower, ranks) < ENOUGH_GUESSES || (joined !== lower && cheapest(joined, ranks) + 1 < ENOUGH_GUESSES)
}

/** The power of ten below which a password is refused: some 300 million tries. */
const ENOUGH_GUESSES = 8.5

/** No known piece is longer; it bounds the work on a long password. */
const LONGEST_PIECE = 20

type Ranks = ReadonlyMap<string, number>
let words: Promise<Ranks> | undefined

async function rankWords(): Promise<Ranks> {
  const common = [...(await commonPasswords())].map(
    (word, rank) => [word, Math.max(2.5, Math.log10(rank + 1))] as const,
  )
  return new Map([...common, ...knownWords.map(word => [word, 2.5] as const)])
}

/** Fills from left to right: the least for the first n characters is the least of a shorter beginning and one more piece. */
function cheapest(text: string, ranks: Ranks): number {
  const characters = [...text]
  const least = [0]
  for (let end = 1; end <= characters.length; end++) {
    least[end] = least[end - 1]! + costOfCharacter(characters[end - 1]!)
    for (let start = Math.max(0, end - LONGEST_PIECE); start < end - 1; start++)
      least[end] = Math.min(least[end]!, least[start]! + costOfPiece(characters.slice(start, end), ranks))
    // Every piece to come begins at one of these, so the rest of a long password makes it no cheaper.
    if (Math.min(...least.slice(-LONGEST_PIECE)) >= ENOUGH_GUESSES) return ENOUGH_GUESSES
  }
  return least[characters.length]!
}

function costOfCharacter(character: string): number {
  if (/\d/.test(character)) return 1
  if (/[a-z]/.test(character)) return Math.log10(26)
  if (/[\s.,_@!#*-]/.test(character)) return 1
  if (/\p{Script=Han}/u.test(character)) return 3.5
  return 1.5
}

function costOfPiece(piece: string[], ranks: Ranks): number {
  const text = piece.join('')
  return Math.min(
    costOfWord(text, ranks),
    costOfName(text),
    costOfDate(text),
    costOfRepetition(piece, ranks),
    piece.length > 2 ? costOfSequence(piece) : Number.POSITIVE_INFINITY,
    piece.length > 2 ? costOfKeys(piece) : Number.POSITIVE_INFINITY,
  )
}

/** Digits and signs that stand for the letter that they resemble. */
const LOOKALIKES: Record<string, string> = {
  '@': 'a',
  '4': 'a',
  '0': 'o',
  '1': 'i',
  '!': 'i',
  '3': 'e',
  $: 's',
  '5': 's',
}

function costOfWord(text: string, ranks: Ranks): number {
  const known = ranks.get(text)
  if (known !== undefined) return known
  const plain = text.replace(/[@401!3$5]/g, sign => LOOKALIKES[sign]!)
  const disguised = plain === text ? undefined : (ranks.get(plain) ?? ranks.get(plain.replaceAll('i', 'l')))
  return disguised === undefined ? Number.POSITIVE_INFINITY : disguised + 0.5
}

const costOfName = (text: string) => (/^[a-z]{4,}$/.test(text) && NAME.test(text) ? 3.8 : Number.POSITIVE_INFINITY)

function costOfDate(text: string): number {
  if (/^(19|20)\d\d$/.test(text)) return 2
  if (/^(19|20)\d\d[-./]?(0?[1-9]|1[0-2])[-./]?(0?[1-9]|[12]\d|3[01])$/.test(text)) return 3.5
  return Number.POSITIVE_INFINITY
}

/** A piece said over and over costs what it costs once. */
function costOfRepetition(piece: string[], ranks: Ranks): number {
  if (piece.length < 3) return Number.POSITIVE_INFINITY
  for (let period = 1; period <= piece.length / 2; period++)
    if (piece.length % period === 0 && piece.every((character, n) => character === piece[n % period]))
      return (period === 1 ? costOfCharacter(piece[0]!) : cheapest(piece.slice(0, period).join(''), ranks)) + 0.5
  return Number.POSITIVE_INFINITY
}

/** `abcd`, `4321`, `2468`: each character as far from the one before. */
function costOfSequence(piece: string[]): number {
  const codes = piece.map(character => character.codePointAt(0)!)
  const step = codes[1]! - codes[0]!
  const isSequence = Math.abs(step) <= 2 && step !== 0 && codes.every((code, n) => code === codes[0]! + n * step)
  return isSequence ? costOfRun(piece) : Number.POSITIVE_INFINITY
}

/** Three neighbours stand together by chance in every tenth generated password, four hardly ever. */
const costOfRun = ({ length }: string[]) => (length === 3 ? 2 : 1.5)

/** The keys of a keyboard from left to right, with and without shift; each row is half a key further right. */
const KEYBOARD = [
  ['1234567890-=', '!@#$%^&*()_+'],
  ['qwertyuiop[]', 'QWERTYUIOP{}'],
  ["asdfghjkl;'", 'ASDFGHJKL:"'],
  ['zxcvbnm,./', 'ZXCVBNM<>?'],
]
type Key = { row: number; column: number }
const keys = new Map<string, Key>(
  KEYBOARD.flatMap((levels, row) =>
    levels.flatMap(level => [...level].map((sign, column) => [sign, { row, column }] as const)),
  ),
)

/** A walk over neighbouring keys: cheap while it goes straight on, dearer by each turn. */
function costOfKeys(piece: string[]): number {
  let turns = 0
  let before = ''
  for (let n = 1; n < piece.length; n++) {
    const [from, to] = [keys.get(piece[n - 1]!), keys.get(piece[n]!)]
    if (!from || !to) return Number.POSITIVE_INFINITY
    const [down, right] = [to.row - from.row, to.column - from.column]
    // Of two rows, the lower one's key stands below two keys: the same column, and the next one.
    const isNeighbour = down === 0 ? Math.abs(right) === 1 : Math.abs(down) === 1 && (right === 0 || right === -down)
    if (!isNeighbour) return Number.POSITIVE_INFINITY
    const direction = `${down} ${right}`
    if (n > 1 && direction !== before) turns++
    before = direction
  }
  return piece.length === 3 && turns > 0 ? Number.POSITIVE_INFINITY : costOfRun(piece) + 0.7 * turns
}
