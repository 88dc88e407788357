/** A stretch of two texts: in both, only in the older, or only in the newer. */
export type Part = { kind: 'same' | 'gone' | 'new'; text: string }
/** A row of two texts side by side; a side without text is empty. */
export type Row = { kind: 'same' | 'changed'; before: Part[]; after: Part[] }

/** Beyond so many comparisons a stretch counts as replaced: exact, or not at all. */
const MAX_COMPARISONS = 4_000_000

/** Paragraph by paragraph; within a paragraph that was changed, the words that were added and removed. */
export function compareTexts(before: string, after: string): Row[] {
  const rows: Row[] = []
  let gone: string[] = []
  let come: string[] = []
  const settle = () => {
    for (let i = 0; i < Math.max(gone.length, come.length); i++)
      rows.push(compareParagraphs(gone[i] ?? '', come[i] ?? ''))
    gone = []
    come = []
  }
  for (const { kind, items } of compare(paragraphs(before), paragraphs(after))) {
    if (kind === 'gone') gone.push(...items)
    else if (kind === 'new') come.push(...items)
    else {
      settle()
      for (const text of items) rows.push({ kind, before: [{ kind, text }], after: [{ kind, text }] })
    }
  }
  settle()
  return rows
}

const paragraphs = (text: string) => text.split(/\n+/).filter(line => line.trim() !== '')

function compareParagraphs(before: string, after: string): Row {
  const parts = compare(wordsOf(before), wordsOf(after)).map(({ kind, items }) => ({ kind, text: items.join('') }))
  const side = (left: Part['kind']) => parts.filter(({ kind }) => kind !== left)
  return { kind: 'changed', before: side('new'), after: side('gone') }
}

/** Chinese by the character, other writing by the word. */
const wordsOf = (text: string) => text.match(/\p{Script=Han}|[\p{L}\p{N}]+|\s+|./gsu) ?? []

type Run = { kind: Part['kind']; items: string[] }

/** The longest common subsequence of two lists, as runs of what is in both, what is gone and what is new. */
function compare(before: readonly string[], after: readonly string[]): Run[] {
  let start = 0
  while (start < before.length && start < after.length && before[start] === after[start]) start++
  let end = 0
  while (
    end < before.length - start &&
    end < after.length - start &&
    before[before.length - 1 - end] === after[after.length - 1 - end]
  )
    end++
  const runs: Run[] = []
  const add = (kind: Run['kind'], items: readonly string[]) => {
    if (items.length === 0) return
    const last = runs.at(-1)
    if (last?.kind === kind) last.items.push(...items)
    else runs.push({ kind, items: [...items] })
  }
  add('same', before.slice(0, start))
  for (const { kind, items } of between(
    before.slice(start, before.length - end),
    after.slice(start, after.length - end),
  ))
    add(kind, items)
  add('same', before.slice(before.length - end))
  return runs
}

function between(a: readonly string[], b: readonly string[]): Run[] {
  if (a.length * b.length > MAX_COMPARISONS)
    return [
      { kind: 'gone', items: [...a] },
      { kind: 'new', items: [...b] },
    ]
  // common[i][j]: how long the longest is of what follows i and j.
  const width = b.length + 1
  const common = new Uint32Array((a.length + 1) * width)
  for (let i = a.length - 1; i >= 0; i--)
    for (let j = b.length - 1; j >= 0; j--)
      common[i * width + j] =
        a[i] === b[j]
          ? common[(i + 1) * width + j + 1]! + 1
          : Math.max(common[(i + 1) * width + j]!, common[i * width + j + 1]!)
  const runs: Run[] = []
  let [i, j] = [0, 0]
  while (i < a.length || j < b.length) {
    if (i < a.length && j < b.length && a[i] === b[j]) {
      runs.push({ kind: 'same', items: [a[i]!] })
      i++
      j++
    } else if (j === b.length || (i < a.length && common[(i + 1) * width + j]! >= common[i * width + j + 1]!))
      runs.push({ kind: 'gone', items: [a[i++]!] })
    else runs.push({ kind: 'new', items: [b[j++]!] })
  }
  return runs
}
