import { z } from 'zod'
import type { Output } from '#lib/contract.ts'
import { dayOf } from '#lib/dates.ts'
import { invalid } from '#lib/error.ts'
import { fieldText } from '#lib/form/formWords.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { inTransaction } from '#lib/server/database/transaction.ts'
import { maskForm } from '#lib/server/encryption/encryptedForm.ts'
import { privateDownload } from '#lib/server/http/download.ts'
import { limit } from '#lib/server/limits/rateLimit.ts'
import { XLSX } from '#lib/server/sheets/workbook.ts'
import { MEGABYTE, mimeTypes } from '#lib/uploads.ts'
import { record } from '#modules/audit/server/record.ts'
import { withTemporaryFile } from '#modules/files/server/temporaryFile.ts'
import type { ImportColumn } from '#modules/imports/server/importKinds.ts'
import type { Corrections } from '#modules/imports/server/mending/mended.ts'
import { markWorkbook, type SheetTask } from '#modules/imports/server/reading.ts'
import { type CheckedRow, checkRows, type Fault, type Portion } from '#modules/imports/server/rowChecks.ts'
import { makeTemplate } from '#modules/imports/server/templates.ts'
import { lockPerson } from '#modules/members/server/persons.ts'
import { notifyStaffingChange } from '#modules/members/server/staffing.ts'
import type { peopleContract } from '../peopleContract.ts'
import { ownEmployer } from './ownPeople.ts'
import { enterOwn, findKnown } from './peopleActs.ts'
import { rowRulesFor, sheetColumns, withDefaults } from './peopleSheet.ts'
import { takeOverAtOnce } from './takeovers.ts'

type Endpoints = typeof peopleContract
type Check = Endpoints['POST /person/import/check']
type Employer = Awaited<ReturnType<typeof ownEmployer>>
type Verdict = Output<Check>['rows'][number]['verdict']

const LIMIT = 2 * MEGABYTE
const BOUND = { limit: LIMIT, tooLarge: `文件不能超过 ${LIMIT / MEGABYTE} MB` }
const MOST_ROWS = 500

const POLICY =
  '尚未在协会登记的人新增为本单位人员；已登记、未在其他单位的（姓名须一致）转入本单位；已在本单位的跳过；在其他单位的须用“转入”单独办理。'

export const peopleImportHandlers = {
  'GET /person/import/template': async ctx =>
    makeTemplate(ctx, { name: '人员登记', policy: POLICY }, await sheetColumns(ctx)),
  'POST /person/import/check': async (ctx, { mended }) => {
    const how = { lock: false, mended: readMended(mended) }
    const { rows, unknown } = await judgeFile(ctx, await ownEmployer(ctx), how)
    const columns = await sheetColumns(ctx)
    return {
      columns: columns.map(({ label }) => label),
      rows: rows.map(row => shownAs(columns, row)),
      notes: unknown.length > 0 ? [`以下列不认识，没有读取：${unknown.join('、')}`] : [],
    }
  },
  'POST /person/import/errors': async (ctx, { rows }) => {
    const employer = await ownEmployer(ctx)
    const { name } = ctx.upload!
    const bytes = await withSheet(ctx, async work => {
      const { rows: judged, layout } = await judgeRows(ctx, employer, work, { lock: false })
      const marks = judged.flatMap(({ faults }) => faults.map(markOf))
      const { sheet, heading } = layout
      return markWorkbook({ ...work, marking: { sheet, heading, marks, onlyBad: rows === 'bad', isLong: false } })
    })
    const what = rows === 'bad' ? '待更正的行' : '已标注错误'
    return privateDownload(`${name.replace(/\.\w+$/, '')}（${what}）.xlsx`, XLSX, bytes)
  },
  /** The chosen rows, all of them or none. */
  'POST /person/import/run': async (ctx, { rows: chosen, hasConsent, mended }) => {
    const wanted = new Set(chosen.split(',').map(Number))
    return inTransaction(ctx, async tx => {
      const employer = await ownEmployer(tx)
      const { rows } = await judgeFile(tx, employer, { lock: true, mended: readMended(mended) })
      const good = rows.filter(({ row }) => wanted.has(row))
      refuseFaults(good, wanted.size)
      if (hasConsent === 'false' && good.some(({ values }) => values.publicConsent === 'yes'))
        throw invalid('请先确认已取得本人的书面同意', {
          hasConsent: '表格中有“同意公示”的人员，请确认已取得其书面同意',
        })
      const done = { added: 0, joined: 0 }
      for (const one of good) done[await enter(tx, employer, one)]++
      await notifyStaffingChange(tx, { gained: [employer.id] })
      await record(tx, { action: 'person.import', objectType: 'person', objectName: employer.name, detail: done })
      return done
    })
  },
} satisfies Partial<Handlers<Endpoints>>

const verdicts = {
  add: 'add',
  change: 'join',
  same: 'known',
  refuse: 'refused',
} as const satisfies Record<string, Verdict>
const verdictNames: Record<Verdict, string> = {
  add: '新增',
  join: '转入本单位',
  known: '已是本单位人员',
  refused: '需更正',
}

function shownAs(columns: readonly ImportColumn[], { row, values, faults, verdict }: CheckedRow) {
  const shown = maskForm(columns, values)
  const is: Verdict = faults.length > 0 || !verdict ? 'refused' : verdicts[verdict.do]
  return {
    row,
    cells: columns.map(column => fieldText(column, shown[column.name])),
    verdict: is,
    verdictName: verdictNames[is],
    reasons: faults.map(sayFault),
    toMend: faults.flatMap(fault => mendable(columns, fault)),
  }
}

const sayFault = ({ heading, message }: Fault) => (heading ? `${heading}：${message}` : message)
const markOf = (fault: Fault) => ({ row: fault.row, column: fault.column, message: sayFault(fault) })

/** Returns the cell of a fault that can be corrected without the workbook. */
function mendable(columns: readonly ImportColumn[], { name, heading, said }: Fault) {
  const column = columns.find(one => one.name === name)
  if (!column) return []
  return [{ name, heading, said: column.personal ? '' : said, options: (column.options ?? []).map(of => of.name) }]
}

const mends = z.record(z.string().regex(/^\d{1,6}$/), z.record(z.string().max(40), z.string().max(500)))

function readMended(said: string | undefined): Corrections {
  const read = mends.safeParse(parsed(said ?? '{}'))
  if (!read.success) throw invalid('更正的内容无法读取，请重新检查')
  return { cell: (row, name) => read.data[row]?.[name], meaning: () => undefined }
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return undefined
  }
}

/** Rate limit: each file takes a worker thread, and its result reveals which numbers are registered. */
const spendFile = limit('peopleImport', { max: 80, per: 3_600_000, by: 'account' })

/** The file is read and thrown away. */
function withSheet<T>(ctx: Ctx, read: (work: SheetTask) => Promise<T>): Promise<T> {
  spendFile(ctx)
  const type = /\.csv$/i.test(ctx.upload!.name) ? mimeTypes.csv : mimeTypes.xlsx
  return withTemporaryFile(ctx, BOUND, path => read({ path, type }))
}

type JudgeOptions = { lock: boolean; mended?: Corrections }

const judgeFile = (ctx: Ctx, employer: Employer, how: JudgeOptions) =>
  withSheet(ctx, async work => {
    const { rows, layout } = await judgeRows(ctx, employer, work, how)
    return { rows, unknown: layout.unknown }
  })

/** Checks the rows against the current register. */
async function judgeRows(ctx: Ctx, employer: Employer, work: SheetTask, how: JudgeOptions) {
  const rows: CheckedRow[] = []
  let layout: Portion['layout'] | undefined
  for await (const portion of checkRows(ctx, rowRulesFor(employer.id), work, how)) {
    rows.push(...portion.rows)
    layout = portion.layout
    if (rows.length > MOST_ROWS) throw invalid(`一次最多登记 ${MOST_ROWS} 人，请分成几个文件`)
  }
  if (!layout || rows.length === 0) throw invalid('列名下面没有数据行')
  return { rows, layout }
}

function refuseFaults(rows: CheckedRow[], wanted: number): void {
  const faults = rows.flatMap(({ row, faults }) => faults.map(({ message }) => `第 ${row} 行：${message}`))
  const same = rows.filter(({ verdict }) => verdict?.do === 'same').map(({ row }) => `第 ${row} 行：已是本单位人员`)
  const all = [...faults, ...same]
  if (rows.length < wanted) throw invalid('有的行不在文件中，请重新选择文件')
  if (all.length > 0) throw invalid(`有 ${all.length} 处需要更正，一行也没有登记：${all.slice(0, 3).join('；')}`)
}

async function enter(ctx: Ctx, employer: Employer, { values }: CheckedRow): Promise<'added' | 'joined'> {
  const { publicConsent, ...of } = withDefaults(values, employer.provinceCode)
  const known = await findKnown(ctx, String(of.idNumber))
  if (!known) {
    await enterOwn(ctx, employer, of, publicConsent === 'yes')
    return 'added'
  }
  const locked = await lockPerson(ctx, known.id)
  if (locked.organisationId !== null || locked.name !== of.name)
    throw invalid(`${of.name} 的登记刚刚有变化，请重新检查`)
  await takeOverAtOnce(ctx, locked, employer, String(of.fromDay ?? dayOf(ctx.now)))
  return 'joined'
}
