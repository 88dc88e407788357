import { readFileSync, writeFileSync } from 'node:fs'
import { equivalents } from './equivalents.ts'

type Place = { line: number; column: number }
type Mutant = { status: string; replacement: string; location: { start: Place; end: Place } }
type Report = { files: Record<string, { source: string; mutants: Mutant[] }> }

const inWords = (text: string) => text.replace(/\s+/g, ' ').trim()

function originalOf(source: string, { start, end }: Mutant['location']): string {
  const lines = source.split('\n').slice(start.line - 1, end.line)
  lines[lines.length - 1] = lines.at(-1)!.slice(0, end.column - 1)
  lines[0] = lines[0]!.slice(start.column - 1)
  return inWords(lines.join(' '))
}

const { files } = JSON.parse(readFileSync('test-results/mutation/report.json', 'utf8')) as Report

const rows = Object.entries(files)
  .sort(([one], [other]) => one.localeCompare(other))
  .map(([file, { source, mutants }]) => {
    // Mutants that cannot be loaded prove nothing.
    const valid = mutants.filter(({ status }) => status !== 'RuntimeError')
    const left = valid.filter(({ status }) => status === 'Survived' || status === 'NoCoverage')
    const survivors = left.map(({ location, replacement }) => {
      const [was, is] = [originalOf(source, location), inWords(replacement)]
      const reason = equivalents[file]?.find(one => one.was === was && one.is === is)?.reason
      return { line: location.start.line, was, is, reason }
    })
    return { file, count: valid.length, killed: valid.length - left.length, survivors }
  })

const sum = (of: (row: (typeof rows)[number]) => number) => rows.reduce((total, row) => total + of(row), 0)
const score = (killed: number, count: number) => ((100 * killed) / (count || 1)).toFixed(1)
const named = ({ survivors }: (typeof rows)[number]) => survivors.filter(({ reason }) => reason).length
const code = (text: string) =>
  `\`${(text.length > 90 ? `${text.slice(0, 90)}…` : text).replaceAll('|', '\\|') || ' '}\``

const table = rows.map(
  row =>
    `| \`${row.file}\` | ${row.count} | ${row.killed} | ${row.survivors.length} | ${named(row)} | ${score(row.killed, row.count)} |`,
)
const list = rows.flatMap(({ file, survivors }) =>
  survivors.map(
    ({ line, was, is, reason = '**not noticed**' }) =>
      `| \`${file}\`:${line} | ${code(was)} → ${code(is)} | ${reason} |`,
  ),
)
const [count, killed] = [sum(row => row.count), sum(row => row.killed)]

writeFileSync(
  'docs/mutation.md',
  `# What the tests of the pure parts notice

\`npm run mutate\` changes the pure parts of the program, one place at a time (StrykerJS), runs their unit tests without a
database, and writes this page. What the tests notice is killed; what they do not notice survives. A survivor that says the
same as the program is equivalent, and its reason stands in \`test/mutation/equivalents.ts\`.

| file | mutants | killed | survived | of them equivalent | score |
|---|--:|--:|--:|--:|--:|
${table.join('\n')}
| **all** | **${count}** | **${killed}** | **${count - killed}** | **${sum(named)}** | **${score(killed, count)}** |

## Survivors

| where | what was changed | why nobody notices |
|---|---|---|
${list.join('\n')}
`,
)
console.log(`${killed} of ${count} mutants killed: ${score(killed, count)} %. See docs/mutation.md.`)
