import { eq, sql } from 'drizzle-orm'
import { invalid } from '#lib/error.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import { type Ctx, signedInActor } from '#lib/server/api/context.ts'
import { cellText } from '#lib/server/sheets/tableReader.ts'
import { ownName } from '#modules/accounts/server/names.ts'
import type { staffImportsContract } from '../staffContract.ts'
import { findBatch, kindFor } from './batches.ts'
import type { Batch } from './batchWork.ts'
import { withBatchFile } from './checking.ts'
import { columnLetters } from './faults.ts'
import { stateLabels } from './findings.ts'
import { type Found, findLayout, headingKey, type LayoutChoice } from './headings.ts'
import { readCorrections } from './mending/mended.ts'
import { recheckWith } from './mending/mending.ts'
import { openSurveyed, type SheetSurvey } from './reading.ts'
import { importBatch, importHeading } from './tables.ts'

const hows: Record<Found, string> = {
  name: '列名',
  remembered: '记住的对应',
  chosen: '您的选择',
  content: '按内容推测',
}
const SHOWN_ROWS = 30
const MAX_TEXT = 120
const MAX_SAMPLE = 40

export const layoutHandlers = {
  'GET /staff/import/layout': async (ctx, asked) => {
    const batch = await findBatch(ctx, asked.id)
    const kind = kindFor(ctx, batch.kind)
    const columns = await kind.columns(ctx)
    const { choice, remembered } = await readCorrections(ctx, batch)
    const sheets = await surveyOf(ctx, batch)
    const wanted = wantedLayout(sheets, asked, choice)
    const layout = findLayout(sheets, columns, { choice: wanted, remembered })
    const sheet = sheets.find(({ name }) => name === layout.sheet)!
    const isOwn = batch.createdBy === signedInActor(ctx).accountId
    const text = (said: string, most: number) => (isOwn ? said.slice(0, most) : '')
    const nameAt = new Map([...layout.places].map(([column, at]) => [at, column]))
    const headings = sheet.top.find(({ row }) => row === layout.heading)?.cells ?? []
    const below = sheet.top.filter(({ row }) => row > layout.heading)
    const width = Math.max(headings.length, ...below.map(({ cells }) => cells.length))
    return {
      sheets: sheets.map(({ name, state, rows }) => ({
        name,
        label: `${name || '（唯一的一张）'}${stateLabels[state]}，${rows} 行`,
        rows,
      })),
      sheet: layout.sheet,
      heading: layout.heading,
      rows: sheet.top.slice(0, SHOWN_ROWS).map(({ row, cells }) => ({
        row,
        text: text(cells.map(cellText).filter(Boolean).join(' | '), MAX_TEXT),
      })),
      columns: Array.from({ length: width }, (_, i) => {
        const column = nameAt.get(i)
        return {
          place: i + 1,
          letter: columnLetters(i + 1),
          heading: cellText(headings[i]).slice(0, MAX_SAMPLE),
          sample: text(below.map(({ cells }) => cellText(cells[i])).find(Boolean) ?? '', MAX_SAMPLE),
          name: column?.name ?? '',
          how: column ? hows[layout.how.get(column) ?? 'name'] : '',
          likely: layout.likely.get(i)?.name ?? '',
        }
      }),
      fields: columns.map(({ name, label, required = false }) => ({ name, label, required })),
      hiddenRows: sheet.hiddenRows,
      skipHidden: layout.skipHidden,
    }
  },
  'POST /staff/import/layout': (ctx, { id, columns: given, ...place }) =>
    recheckWith(ctx, id, async (tx, batch) => {
      const known = (await kindFor(tx, batch.kind).columns(tx)).map(({ name }) => name)
      const names = given.flatMap(({ name }) => name || [])
      if (names.some(name => !known.includes(name))) throw invalid('没有这一列', { columns: '没有这一列' })
      if (new Set(names).size < names.length)
        throw invalid('有两列选了同一项', { columns: '每一项只能对应一列，请把多余的改为“不导入”' })
      const choice: LayoutChoice = {
        ...place,
        columns: Object.fromEntries(given.map(({ place, name }) => [String(place), name])),
      }
      await tx.db.update(importBatch).set({ choice }).where(eq(importBatch.id, id))
      const headings = await headingsOf(tx, batch, place)
      const createdByName = await ownName(tx)
      const rows = given.flatMap(({ place: at, name }) => {
        const heading = headingKey(headings[at - 1] ?? '')
        return heading ? [{ kind: batch.kind, heading, name, createdByName, createdAt: ctx.now }] : []
      })
      const distinct = [...new Map(rows.map(row => [row.heading, row])).values()]
      if (distinct.length > 0)
        await tx.db
          .insert(importHeading)
          .values(distinct)
          .onConflictDoUpdate({
            target: [importHeading.kind, importHeading.heading],
            set: { name: sql`excluded.name`, createdByName },
          })
      return { 列: given.length }
    }),
} satisfies Partial<Handlers<typeof staffImportsContract>>

type Place = { sheet?: string | undefined; heading?: number | undefined }

/** The layout that is asked about: the one chosen before, or this sheet and row with its columns as they are found. */
function wantedLayout(sheets: SheetSurvey[], { sheet, heading }: Place, choice: LayoutChoice | undefined) {
  if (sheet === undefined || heading === undefined) return choice
  if (!sheets.some(({ name }) => name === sheet)) throw invalid('文件里没有这张工作表')
  const isSame = choice?.sheet === sheet && choice.heading === heading
  return isSame ? choice : { sheet, heading, columns: {}, skipHidden: choice?.skipHidden ?? false }
}

/** The sheets of the file, with the first rows of each. */
const surveyOf = (ctx: Ctx, batch: Batch): Promise<SheetSurvey[]> =>
  withBatchFile(ctx, batch, async work => {
    const file = await openSurveyed(work)
    file.end()
    return file.sheets
  })

async function headingsOf(ctx: Ctx, batch: Batch, { sheet, heading }: Place): Promise<string[]> {
  const sheets = await surveyOf(ctx, batch)
  const row = sheets.find(({ name }) => name === sheet)?.top.find(({ row }) => row === heading)
  if (!row) throw invalid('选定的行里没有内容', { heading: '请选择列名所在的行' })
  return row.cells.map(cellText)
}
