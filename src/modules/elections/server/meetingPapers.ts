import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { and, asc, eq, inArray, isNull } from 'drizzle-orm'
import { type Ctx, signedInActor } from '#lib/server/api/context.ts'
import { sendWorkbook } from '#lib/server/sheets/workbook.ts'
import { file } from '#modules/files/server/tables.ts'
import { outcomeNames } from '#modules/meetings/meetingWords.ts'
import { meeting, meetingItem, meetingPaper } from '#modules/meetings/server/tables.ts'
import type { Election } from './elections.ts'
import type { PaperTable } from './papers.ts'

export type BundleFile = { name: string; about: string; make: () => Promise<Buffer> | Buffer }

export async function bookOf(name: string, { columns, rows }: PaperTable): Promise<Buffer> {
  const sheet = {
    columns: columns.map(({ name }, i) => ({ title: name, width: 40, value: (row: string[]) => row[i] })),
    rows,
  }
  return buffer(await (sendWorkbook(name, sheet).body as () => Promise<Readable>)())
}

/** Permission with which papers of meetings are read. */
const READER = 'staff:decide'

/**
 * What the meetings of the voting body on the day of the vote leave for the authorities: items with their votes, such as a
 * change of the charter, the signed minutes, and papers. `missing` says in sentences what is not there, and why.
 */
export async function readMeetingPapers(ctx: Ctx, of: Election): Promise<{ files: BundleFile[]; missing: string[] }> {
  const held = of.votesOn
    ? await ctx.db
        .select()
        .from(meeting)
        .where(and(eq(meeting.bodyId, of.votingBodyId), eq(meeting.meetsOn, of.votesOn)))
        .orderBy(asc(meeting.id))
    : []
  if (held.length === 0) return { files: [], missing: ['没有找到投票日的会议：会议纪要、章程修改对照表等请自行附上。'] }
  if (!signedInActor(ctx).permissions.includes(READER))
    return { files: [], missing: ['会议的纪要和材料须由有会议权限的同事生成或另附：您没有查看的权限。'] }
  const ids = held.map(({ id }) => id)
  const items = await ctx.db
    .select()
    .from(meetingItem)
    .where(inArray(meetingItem.meetingId, ids))
    .orderBy(asc(meetingItem.meetingId), asc(meetingItem.place))
  const papers = await ctx.db
    .select({ fileId: meetingPaper.fileId })
    .from(meetingPaper)
    .where(inArray(meetingPaper.meetingId, ids))
    .orderBy(asc(meetingPaper.id))
  const minutes = held.flatMap(({ fileIds }) => fileIds)
  return {
    files: [
      {
        name: '07 会议议题和表决.xlsx',
        about: `${held.map(({ title }) => title).join('、')}的议题、结果和票数`,
        make: () => bookOf('会议议题和表决', itemsTable(held, items)),
      },
      ...(await filesOf(ctx, '08 会议纪要', '签署的会议纪要', minutes)),
      ...(await filesOf(
        ctx,
        '09 会议材料',
        '会议材料，例如章程修改对照表',
        papers.map(({ fileId }) => fileId),
      )),
    ],
    missing: [
      ...(minutes.length === 0 ? ['会议还没有上传签署的纪要，请在会议中上传后重新生成，或自行附上。'] : []),
      ...(papers.length === 0 ? ['会议没有材料；修改章程的，请自行附上对照表。'] : []),
    ],
  }
}

type Meeting = typeof meeting.$inferSelect
type Item = typeof meetingItem.$inferSelect

const itemsTable = (meetings: readonly Meeting[], items: readonly Item[]): PaperTable => ({
  title: '会议议题和表决',
  columns: ['会议', '序号', '议题', '内容', '结果', '赞成', '反对', '弃权', '理由'].map(name => ({ name, share: 20 })),
  rows: items
    .filter(({ applicationId }) => applicationId === null)
    .map(item => [
      meetings.find(({ id }) => id === item.meetingId)?.title ?? '',
      String(item.place),
      item.title,
      item.text,
      item.outcome ? outcomeNames[item.outcome] : '',
      ...[item.yes, item.no, item.abstained].map(n => (n === null ? '' : String(n))),
      item.reason,
    ]),
})

/** Stored files in a folder of the bundle, numbered, since two may have the same name. */
async function filesOf(ctx: Ctx, folder: string, about: string, ids: readonly number[]): Promise<BundleFile[]> {
  if (ids.length === 0) return []
  const rows = await ctx.db
    .select()
    .from(file)
    .where(and(inArray(file.id, [...ids]), isNull(file.deletedAt)))
  return ids.flatMap((id, i) => {
    const found = rows.find(row => row.id === id)
    if (!found) return []
    const name = `${folder}/${String(i + 1).padStart(2, '0')} ${found.name.replaceAll(/[\\/]/g, '_')}`
    return [{ name, about, make: async () => buffer(await ctx.store.open(found.key)) }]
  })
}
