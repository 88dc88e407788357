import { fold } from './fold.ts'

/** Limits: number of groups, characters of a word, and alternatives tried. */
const [GROUPS, LONGEST, WAYS] = [300, 12, 8]

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
      ].slice(0, LONGEST),
    )
    .filter(words => words.length > 1)
    .slice(0, GROUPS)

/** The other ways to say what was typed, with the longest word of each group replaced. */
export function synonymQueries(typed: string, synonyms: string[][]): string[] {
  const said = fold(typed)
  const ways = synonyms.flatMap(group => {
    const [word] = group.filter(word => said.includes(word)).sort((a, b) => b.length - a.length)
    return word === undefined ? [] : group.filter(other => other !== word).map(other => said.replaceAll(word, other))
  })
  return [...new Set(ways)].filter(way => way !== said).slice(0, WAYS)
}
