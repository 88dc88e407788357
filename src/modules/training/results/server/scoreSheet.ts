import type { Output } from '#lib/contract.ts'
import { invalid } from '#lib/error.ts'
import { typedKeys } from '#lib/keys.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { sendWorkbook } from '#lib/server/sheets/workbook.ts'
import { typedCode } from '#lib/typed.ts'
import { MEGABYTE } from '#lib/uploads.ts'
import { withTemporaryFile } from '#modules/files/server/temporaryFile.ts'
import { readSheet, type SheetCell, type SheetRow, textIn } from '#modules/training/participants/server/sheetRows.ts'
import { type Round, roundNames } from '../passing.ts'
import type { staffResultContract } from '../resultContract.ts'
import type { staffScoreContract } from '../scoreContract.ts'
import { type Judgement, judgeScore, tryWords } from './scoreJudging.ts'
import { words } from './scoreList.ts'
import { type FoundCourse, findCourse, inTicketOrder, readScores, type ScoreRow, scoresWhere } from './scoreQueries.ts'
import { refuseUnscored } from './scores.ts'

type Endpoints = typeof staffScoreContract
type Read = Endpoints['POST /staff/training/scores/read']
type ReadRow = Output<Read>['rows'][number]

const MAX_ROWS = 5000
/** Titles and remarks may stand above the headings. */
const MAX_HEADING_ROW = 10
const UPLOAD_LIMIT = { limit: 2 * MEGABYTE, tooLarge: '文件不能超过 2 MB，请只保留成绩表' }
const NAMES = {
  ticket: ['准考证号', '准考证', '考号'],
  name: ['姓名', '学员姓名'],
  theory: ['理论', '理论成绩', '笔试'],
  practice: ['实操', '实操成绩', '实际操作'],
  absent: ['缺考', '是否缺考'],
}
type Place = keyof typeof NAMES

const rosterOf = (ctx: Ctx, id: number, round: Round) =>
  readScores(ctx, scoresWhere({ id, scope: round === 'makeup' ? 'makeup' : undefined })).orderBy(...inTicketOrder)

export const scoreSheetHandlers = {
  'GET /staff/training/scores/template': async (ctx, { id, round }) => {
    const found = await findCourse(ctx, id)
    refuseUnscored(found)
    const rows = await rosterOf(ctx, id, round)
    const column = (title: string, width: number, value: (row: ScoreRow) => string | null) => ({ title, width, value })
    return sendWorkbook(`${found.of.title} ${roundNames[round]}成绩录入表`, {
      name: '成绩',
      columns: [
        column('准考证号', 18, row => row.ticketNumber),
        column('姓名', 12, row => row.name),
        column('单位', 30, row => row.organisationName),
        column('理论', 10, row => words(row[round]?.theory)),
        ...(found.of.passPractice === null ? [] : [column('实操', 10, row => words(row[round]?.practice))]),
        column('缺考', 8, row => (row[round]?.isAbsent ? '是' : '')),
      ],
      rows,
    })
  },
  /** Previews the sheet row by row with the resulting scores; nothing is stored. */
  'POST /staff/training/scores/read': async (ctx, { id, round }) => {
    const found = await findCourse(ctx, id)
    refuseUnscored(found)
    const sheet = await withTemporaryFile(ctx, UPLOAD_LIMIT, path =>
      readSheet(path, MAX_ROWS + MAX_HEADING_ROW + 1, ctx.address),
    )
    const at = sheet.slice(0, MAX_HEADING_ROW).findIndex(({ cells }) => placeOf(cells, 'name') >= 0)
    if (at < 0) throw invalid('没有找到“姓名”一列，请按模板填写，保留第一行的列名')
    if (sheet.length - at - 1 > MAX_ROWS) throw invalid(`一次最多 ${MAX_ROWS} 行，请分成几份`)
    const headings = sheet[at]!.cells
    const roster = await readScores(ctx, scoresWhere({ id })).orderBy(...inTicketOrder)
    const find = finder(roster)
    const named = new Set<number>()
    const rows = sheet.slice(at + 1).map(row => readRow(found, round, cellsOf(row, headings), find, named))
    const count = (which: (row: ReadRow) => boolean) => rows.filter(which).length
    const expected =
      round === 'makeup' ? roster.filter(({ first }) => ['failed', 'absent'].includes(first?.result ?? '')) : roster
    return {
      rows,
      fresh: count(({ isNew }) => isNew),
      wrong: count(({ problem }) => problem !== ''),
      same: count(({ isNew, problem }) => !isNew && problem === ''),
      corrections: count(({ isCorrection }) => isCorrection),
      missing: expected.filter(({ id }) => !named.has(id)).length,
    }
  },
} satisfies Partial<Handlers<typeof staffResultContract>>

const plain = (cell: SheetCell | undefined) => typedCode(textIn(cell))
const placeOf = (headings: SheetRow['cells'], place: Place) =>
  headings.findIndex(heading => NAMES[place].includes(plain(heading).replace(/\(.*?\)|\*/g, '')))

type Cells = { row: number; fault?: string } & Record<Place, string>

function cellsOf({ row, cells }: SheetRow, headings: SheetRow['cells']): Cells {
  const cell = (place: Place) => plain(cells[placeOf(headings, place)])
  const faults = Object.values(NAMES).flatMap(([label], i) => {
    const found = cells[placeOf(headings, typedKeys(NAMES)[i]!)]
    return typeof found === 'object' ? `${label}：${found.fault}` : []
  })
  return {
    row,
    ...(faults.length > 0 && { fault: faults.join('；') }),
    ticket: cell('ticket').toUpperCase(),
    name: cell('name'),
    theory: cell('theory'),
    practice: cell('practice'),
    absent: cell('absent'),
  }
}

type Find = (cells: Cells) => ScoreRow | { problem: string }

/** Finds a row by ticket number, or by name alone if no ticket was issued. */
function finder(roster: ScoreRow[]): Find {
  const byTicket = new Map(roster.map(row => [row.ticketNumber, row]))
  const byName = Map.groupBy(roster, row => plain(row.name))
  return ({ ticket, name }) => {
    if (!ticket && !name) return { problem: '没有准考证号和姓名' }
    if (ticket) {
      const row = byTicket.get(ticket)
      if (!row) return { problem: `本班没有准考证号 ${ticket}` }
      return name && plain(row.name) !== name ? { problem: `姓名不符：准考证号 ${ticket} 是“${row.name}”` } : row
    }
    const same = byName.get(name) ?? []
    if (same.length > 1) return { problem: `名册里有 ${same.length} 位“${name}”，请填写准考证号` }
    return same[0] ?? { problem: `名册里没有“${name}”` }
  }
}

function readRow(found: FoundCourse, round: Round, cells: Cells, find: Find, named: Set<number>): ReadRow {
  const nothing = { score: null, before: '', isNew: false, isCorrection: false }
  const about = { row: cells.row, ticketNumber: cells.ticket, name: cells.name }
  if (cells.fault) return { ...about, ...nothing, problem: cells.fault }
  const person = find(cells)
  if ('problem' in person) return { ...about, ...nothing, problem: person.problem }
  if (named.has(person.id)) return { ...about, ...nothing, problem: `“${person.name}”在表中出现了不止一次` }
  named.add(person.id)
  const stored = person[round]
  const isAbsent = [cells.theory, cells.practice].includes('缺考') || /^(是|缺考|√|y|yes|true|1)$/i.test(cells.absent)
  const isEmpty = !cells.theory && !cells.practice && !isAbsent
  // Empty cells keep the stored value: a sheet of one part must not clear the other.
  const score = (part: 'theory' | 'practice') =>
    isAbsent ? cells[part].replace('缺考', '') : cells[part] || words(stored?.[part])
  const typed = { theory: score('theory'), practice: score('practice'), isAbsent }
  const seen = stored?.updatedAt.getTime() ?? null
  const row = { ...about, ticketNumber: person.ticketNumber ?? '', name: person.name, before: tryWords(stored) }
  const judgement: Judgement = isEmpty ? { kind: 'same' } : judgeScore(found.of, round, person, { ...typed, seen })
  if (judgement.kind === 'same') return { ...nothing, ...row, problem: '' }
  if (judgement.kind !== 'change') return { ...nothing, ...row, problem: sentence(judgement.faults) }
  const { isCorrection } = judgement.change
  return { ...row, score: { participantId: person.id, ...typed, seen }, isNew: true, isCorrection, problem: '' }
}

const sentence = (faults: Record<string, string>) =>
  Object.entries(faults)
    .map(([cell, fault]) => `${{ theory: '理论', practice: '实操' }[cell] ?? ''}${fault}`)
    .join('；')
