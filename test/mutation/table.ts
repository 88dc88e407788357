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

type Row = (typeof rows)[number]
const sum = (of: Row[], figure: (row: Row) => number) => of.reduce((total, one) => total + figure(one), 0)
const score = (killed: number, count: number) => ((100 * killed) / (count || 1)).toFixed(1)
const named = ({ survivors }: Row) => survivors.filter(({ reason }) => reason).length
const code = (text: string) =>
  `\`${(text.length > 90 ? `${text.slice(0, 90)}…` : text).replaceAll('|', '\\|') || ' '}\``

const row = (name: string, of: Row[]) => {
  const [count, killed] = [sum(of, one => one.count), sum(of, one => one.killed)]
  return `| ${name} | ${count} | ${killed} | ${count - killed} | ${sum(of, named)} | ${score(killed, count)} |`
}
const incomplete = rows.filter(({ survivors }) => survivors.length > 0)
const complete = rows.filter(({ survivors }) => survivors.length === 0)
const notNoticed = rows.flatMap(({ file, survivors }) =>
  survivors
    .filter(({ reason }) => !reason)
    .map(({ line, was, is }) => `| \`${file}\`:${line} | ${code(was)} → ${code(is)} |`),
)

writeFileSync(
  'docs/mutation.md',
  `# What the tests of the pure parts notice

\`npm run mutate\` changes the pure parts of the program (\`test/mutation/pure.ts\`), one place at a time (StrykerJS), runs
their unit tests without a database, and writes this page. It takes about 15 minutes. A change that makes a test fail is
killed; the others survive. A survivor that behaves like the program is equivalent; \`test/mutation/equivalents.ts\` has the
reason. Goal: every survivor is equivalent.

| file | mutants | killed | survived | equivalent | score |
|---|--:|--:|--:|--:|--:|
${incomplete.map(one => row(`\`${one.file}\``, [one])).join('\n')}
${row(`${complete.length} other files`, complete)}
${row('**all**', rows)}

## Not noticed

${notNoticed.length > 0 ? `| where | change |\n|---|---|\n${notNoticed.join('\n')}` : 'Nothing: every survivor is equivalent.'}
`,
)
const [count, killed] = [sum(rows, one => one.count), sum(rows, one => one.killed)]
console.log(`${killed} of ${count} mutants killed: ${score(killed, count)} %. See docs/mutation.md.`)
