/** A word as staff write it in a list, a line each: the word, and behind a space what to write instead. */
export type ListedWord = { word: string; instead: string }

/** Maximum number of words in a list; below it the length of a word. */
export const MAX_WORDS = 1_000
const WORD_LENGTH = { from: 2, to: 30 }

const linesOf = (text: string) => text.split('\n').flatMap(line => line.trim() || [])

export const wordsIn = (text: string): ListedWord[] =>
  linesOf(text).map(line => {
    const [, word, instead = ''] = line.match(/^(\S+)\s*(.*)$/)!
    return { word: word!, instead }
  })

export function wordLinesFault(text: string): string | undefined {
  const words = wordsIn(text)
  const wrong = words.find(({ word }) => [...word].length < WORD_LENGTH.from || [...word].length > WORD_LENGTH.to)
  if (wrong) return `“${wrong.word}”应为 ${WORD_LENGTH.from} 到 ${WORD_LENGTH.to} 个字的词`
  const long = words.find(({ instead }) => [...instead].length > WORD_LENGTH.to)
  if (long) return `“${long.word}”的建议用语不能超过 ${WORD_LENGTH.to} 个字`
  const seen = new Set<string>()
  for (const { word } of words) {
    if (seen.has(word)) return `“${word}”写了两次`
    seen.add(word)
  }
  if (words.length > MAX_WORDS) return `最多 ${MAX_WORDS} 个词，现有 ${words.length} 个`
}
