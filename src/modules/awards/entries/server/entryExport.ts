import { randomUUID } from 'node:crypto'
import { and, asc, eq, inArray } from 'drizzle-orm'
import { conflict, notFound } from '#lib/error.ts'
import { type FormField, type FormRow, type FormValues, rowsIn } from '#lib/form/form.ts'
import { fieldText } from '#lib/form/formWords.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { decryptForm, maskForm } from '#lib/server/encryption/encryptedForm.ts'
import { type Column, inBatches, sendWorkbook } from '#lib/server/sheets/workbook.ts'
import { zipOf } from '#lib/server/sheets/zipWriter.ts'
import { record } from '#modules/audit/server/record.ts'
import { named } from '#modules/awards/calls/server/callState.ts'
import { awardCall, awardEntry } from '#modules/awards/server/tables.ts'
import { file } from '#modules/files/server/tables.ts'
import { application } from '#modules/review/server/tables.ts'
import { benefits, earlierAwards, organisations, persons, rights } from '../entryTables.ts'
import type { staffEntryContract } from '../staffEntryContract.ts'
import { fieldsOf } from './entries.ts'
import { before, type EntryFilter, type ReadEntry, readEntries, toRow, whereOf } from './entryDesk.ts'

type Row = ReturnType<typeof toRow> & { values: FormValues; fields: FormField[] }

const toFullRow = (ctx: Ctx, read: ReadEntry): Row => {
  const fields = fieldsOf(read)
  return { ...toRow(read), fields, values: maskForm(fields, decryptForm(fields, read.of.form, ctx.encryption)) }
}

const BATCH_SIZE = 200

const rowsOf = (ctx: Ctx, filter: EntryFilter) =>
  inBatches<Row>(async after => {
    const read = await readEntries(ctx)
      .where(and(whereOf(filter), before(after?.id)))
      .limit(BATCH_SIZE)
    return read.map(row => toFullRow(ctx, row))
  })

/** A line of any sheet: of an entry, or of one row of a table in its form. */
type Line = { of: Row; place: number; row: FormRow }

const words =
  (name: string) =>
  ({ of: { fields, values } }: Line) => {
    const field = fields.find(one => one.name === name)
    return field ? fieldText(field, values[name]) : ''
  }

const column = (title: string, value: (of: Row) => string | number | null, width?: number): Column<Line> => ({
  title,
  width,
  value: ({ of }) => value(of),
})
const head = [column('申报编号', of => of.applyNo), column('名称', of => of.name, 40)]
const entryColumns: Column<Line>[] = [
  ...head,
  column('年度', of => String(of.year), 8),
  column('奖项', of => of.kindName),
  column('类别', of => of.subTypeName),
  column('专业组', of => of.groupName),
  column('申报等级', of => of.levelWanted),
  column('申报者', of => of.applicant, 36),
  column('状态', of => of.statusName),
  column('提交日期', of => of.submittedOn),
  column('得分', of => of.score),
  column('名次', of => of.rank),
  ...[
    ['提名', 'nominator'] as const,
    ['联系人', 'contactName'] as const,
    ['起始日期', 'startDate'] as const,
    ['完成日期', 'endDate'] as const,
    ['关键词', 'keywords'] as const,
    ['简介', 'intro'] as const,
  ].map(([title, name]): Column<Line> => ({ title, width: 24, value: words(name) })),
]

async function* entryLines(rows: AsyncIterable<Row>): AsyncGenerator<Line> {
  for await (const of of rows) yield { of, place: 1, row: {} }
}

async function* tableLines(rows: AsyncIterable<Row>, table: string): AsyncGenerator<Line> {
  for await (const of of rows)
    for (const [i, row] of rowsIn(of.values, table).entries()) yield { of, place: i + 1, row }
}

/** Columns of a table inside the form; personal ones are not exported. */
const tableColumns = ({ columns = [] }: FormField): Column<Line>[] => [
  ...head,
  { title: '次序', width: 6, value: ({ place }) => place },
  ...columns
    .filter(({ personal }) => !personal)
    .map(
      (field): Column<Line> => ({
        title: field.label,
        width: 20,
        value: ({ row }) => fieldText(field, row[field.name]),
      }),
    ),
]

const tables: [string, FormField][] = [
  ['单位', organisations],
  ['人员', persons],
  ['经济效益', benefits],
  ['知识产权', rights],
  ['曾获奖励', earlierAwards],
]

export const entryExportHandlers = {
  'GET /staff/award/entry/export': async (ctx, filter) => {
    await record(ctx, { action: 'awardEntry.export', objectType: 'awardEntry', detail: filter })
    return sendWorkbook(
      '奖励申报',
      { name: '申报', columns: entryColumns, rows: entryLines(rowsOf(ctx, filter)) },
      ...tables.map(([name, table]) => ({
        name,
        columns: tableColumns(table),
        rows: tableLines(rowsOf(ctx, filter), table.name),
      })),
    )
  },
  /** Archive of entries for the meeting of experts, in folders by group and entry. Files are read one at a time. */
  'GET /staff/award/entry/materials': async (ctx, { callId, group }) => {
    const [call] = await ctx.db.select().from(awardCall).where(eq(awardCall.id, callId))
    if (!call) throw notFound('申报通知不存在或已删除')
    const rows = await ctx.db
      .select({ entry: awardEntry, of: application })
      .from(awardEntry)
      .innerJoin(application, eq(application.id, awardEntry.applicationId))
      .where(
        and(
          eq(awardEntry.callId, callId),
          group ? eq(awardEntry.groupCode, group) : undefined,
          inArray(application.state, ['submitted', 'scoring', 'deciding', 'noticed', 'approved']),
        ),
      )
      .orderBy(asc(awardEntry.groupCode), asc(awardEntry.id))
    if (rows.length === 0) throw conflict('还没有可以下载材料的申报')
    await record(ctx, { ...named(call), action: 'awardEntry.download', detail: { group, count: rows.length } })
    const { groups, materials } = call.rules
    const groupNameOf = (code: string) => groups.find(one => one.code === code)?.name ?? '未分组'
    const wanted = rows.flatMap(({ entry, of }) =>
      materials.flatMap(({ code, name }) =>
        (of.materials[code] ?? []).map((id, i) => ({
          id,
          name: [groupNameOf(entry.groupCode), `${of.number} ${entry.name}`, `${name} ${i + 1}`]
            .map(safeFileName)
            .join('/'),
        })),
      ),
    )
    return {
      name: `${call.title} 材料.zip`,
      type: 'application/zip',
      inline: false,
      isPrivate: true,
      etag: `"${randomUUID()}"`,
      body: async () => zipOf(filesOf(ctx, wanted), ctx.now),
    }
  },
} satisfies Partial<Handlers<typeof staffEntryContract>>

async function* filesOf(ctx: Ctx, wanted: readonly { id: number; name: string }[]) {
  for (const { id, name } of wanted) {
    const [found] = await ctx.db.select().from(file).where(eq(file.id, id))
    if (!found || found.deletedAt) continue
    const parts: Buffer[] = []
    for await (const part of await ctx.store.open(found.key)) parts.push(Buffer.from(part))
    yield { name: `${name}.${found.name.split('.').pop()}`, bytes: Buffer.concat(parts) }
  }
}

/** Replaces characters that file systems do not allow in names. */
const safeFileName = (name: string) => name.replace(/[\\/:*?"<>|\p{Cc}]/gu, '_').slice(0, 80)
