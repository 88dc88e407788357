/** Match of a listed word: the text from `start` to `end`, however it is written. */
export type WordPlace = { word: string; start: number; end: number }

type MatchOptions = {
  fold?: (char: string) => string
  /** Characters allowed between the letters of a word. */
  between?: RegExp
}

const plainChar = (char: string) => char.normalize('NFKC').toLowerCase()
const GAPS = /[\s\p{Cf}·・_*-]/u

/** Finds the words of a list in texts: of those that begin at one place the longest, and none within another. */
export function wordFinder(words: readonly string[], { fold = plainChar, between = GAPS }: MatchOptions = {}) {
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
  const root: TrieNode = { next: new Map() }
  for (const word of words) {
    const { letters } = lettersOf(word)
    if (letters !== '') insertWord(root, letters, word)
  }
  return (text: string): WordPlace[] => {
    const { letters, places } = lettersOf(text)
    const found: WordPlace[] = []
    let reached = 0
    for (let at = 0; at < letters.length; at++) {
      const hit = longestAt(root, letters, at)
      if (!hit || hit.end <= reached) continue
      found.push({ word: hit.word, start: places[at]!.start, end: places[hit.end - 1]!.end })
      reached = hit.end
    }
    return found
  }
}

/** Node of a trie over the words, so that a long list costs no more than a short one. */
type TrieNode = { next: Map<string, TrieNode>; word?: string }

function insertWord(root: TrieNode, letters: string, word: string): void {
  let step = root
  for (const letter of letters.split('')) {
    const known = step.next.get(letter) ?? { next: new Map() }
    step.next.set(letter, known)
    step = known
  }
  step.word ??= word
}

function longestAt(root: TrieNode, letters: string, at: number): { word: string; end: number } | undefined {
  let longest: { word: string; end: number } | undefined
  let step: TrieNode | undefined = root
  for (let end = at; step; end++) {
    if (step.word !== undefined) longest = { word: step.word, end }
    step = step.next.get(letters[end] ?? '')
  }
  return longest
}
