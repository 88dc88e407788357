import { fold } from './fold.ts'

const MAX_GROUPS = 300
const MAX_WORDS_IN_GROUP = 12
const MAX_ALTERNATIVES = 8

/** Groups of words that mean the same: one on each line. */
export const synonymsIn = (lines: string): string[][] =>
  lines
    .split('\n')
    .map(line =>
      [
        ...new Set(
          line
            .split(/[\s,，、;；=]+/)
            .map(fold)
            .filter(Boolean),
        ),
      ].slice(0, MAX_WORDS_IN_GROUP),
    )
    .filter(words => words.length > 1)
    .slice(0, MAX_GROUPS)

/** The other ways to say what was typed, with the longest word of each group replaced. */
export function synonymQueries(typed: string, synonyms: string[][]): string[] {
  const said = fold(typed)
  const ways = synonyms.flatMap(group => {
    const [word] = group.filter(word => said.includes(word)).sort((a, b) => b.length - a.length)
    return word === undefined ? [] : group.filter(other => other !== word).map(other => said.replaceAll(word, other))
  })
  return [...new Set(ways)].filter(way => way !== said).slice(0, MAX_ALTERNATIVES)
}
