import { createHash, randomUUID } from 'node:crypto'
import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { and, eq, inArray } from 'drizzle-orm'
import type { Download } from '#lib/contract.ts'
import { dayOf, iso, longDay, minute } from '#lib/dates.ts'
import { conflict } from '#lib/error.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { type Column, sendWorkbook } from '#lib/server/sheets/workbook.ts'
import { zipOf } from '#lib/server/sheets/zipWriter.ts'
import { xml } from '#lib/xml.ts'
import { record } from '#modules/audit/server/record.ts'
import { canonicalJson } from '#modules/ballots/protocol/bytes.ts'
import { publishedBallot } from '#modules/ballots/server/publishing.ts'
import { ballot } from '#modules/ballots/server/tables.ts'
import { file } from '#modules/files/server/tables.ts'
import { readPublicConfig } from '#modules/settings/server/settings.ts'
import type { archiveContract } from '../archiveContract.ts'
import { outcomeNames } from '../meetingWords.ts'
import { agendaOf, agendaPdf } from './agenda.ts'
import { announcementsOf, articlesOf } from './articles.ts'
import { attendanceSheetOf } from './attendanceSheet.ts'
import { votesOf, votesText } from './attendances.ts'
import { readPapers } from './meetingPapers.ts'
import { bodyNames, type Item, type Meeting, readItems, readMeeting } from './meetings.ts'
import { readVersions } from './minutes.ts'
import { minutesPaper, minutesPdf } from './minutesPaper.ts'
import { readLetters } from './noticeLetters.ts'
import { type MeetingPaper, meetingPaperPdf, resolutionOf, signedMeetingPaper } from './resolution.ts'
import { readSeats, type Seat, seatName } from './seats.ts'
import { motionVote } from './tables.ts'

/** Maximum sum of the stored files of one archive in bytes; below what a ZIP without ZIP64 holds. */
const MAX_ARCHIVE_BYTES = 2 * 1024 ** 3

type Entry = { name: string; about: string; make: () => Promise<Buffer> | Buffer }
type Line = { name: string; about: string; size: number | null; sha256: string }

export const archiveHandlers = {
  'GET /staff/meeting/archive': async (ctx, { id }) => {
    const of = await readMeeting(ctx, id)
    if (of.state !== 'recorded' && of.state !== 'adjourned') throw conflict('记录审议结果或休会以后才能归档')
    const entries = await entriesOf(ctx, of)
    const about = { objectType: 'meeting', objectId: id, objectName: of.title }
    await record(ctx, { action: 'meeting.archive', ...about, detail: { 文件: entries.length } })
    return archiveOf(ctx, of, entries)
  },
} satisfies Partial<Handlers<typeof archiveContract>>

/** Streams the files one after the other; each is made when its turn comes, so a closed connection stops the work. */
const archiveOf = (ctx: Ctx, of: Meeting, entries: readonly Entry[]): Download => ({
  name: `${fileName(of.title)}归档.zip`,
  type: 'application/zip',
  inline: false,
  isPrivate: true,
  etag: `"${randomUUID()}"`,
  body: async () => zipOf(written(ctx, entries), ctx.now),
})

/** The index comes last, since it has the hashes; its name puts it first in every list. */
async function* written(ctx: Ctx, entries: readonly Entry[]) {
  const lines: Line[] = []
  for (const { name, about, make } of entries) {
    const bytes = await Promise.resolve()
      .then(make)
      .catch(error => {
        ctx.log.error({ err: error, name }, 'a file of an archive could not be read')
        return undefined
      })
    const sha256 = bytes ? createHash('sha256').update(bytes).digest('hex') : ''
    lines.push({ name, about: bytes ? about : `${about}（未能取得，请另行补入）`, size: bytes?.length ?? null, sha256 })
    if (bytes) yield { name, bytes }
  }
  yield { name: '00 目录.xlsx', bytes: await bookOf('目录', INDEX, lines) }
}

const INDEX: Column<Line>[] = [
  { title: '文件', width: 60, value: ({ name }) => name },
  { title: '内容', width: 60, value: ({ about }) => about },
  { title: '字节', value: ({ size }) => size },
  { title: 'SHA-256', width: 70, value: ({ sha256 }) => sha256 },
]

async function bookOf<Row>(name: string, columns: Column<Row>[], rows: readonly Row[]): Promise<Buffer> {
  return buffer(await (sendWorkbook(name, { name, columns, rows: [...rows] }).body as () => Promise<Readable>)())
}

/** Replaces characters that no file system accepts in a name. */
const fileName = (name: string) => name.replace(/[\\/:*?"<>|\p{Cc}]/gu, '_').slice(0, 80)

async function entriesOf(ctx: Ctx, of: Meeting): Promise<Entry[]> {
  const [items, seats] = [await readItems(ctx, of.id), await readSeats(ctx, of.id)]
  const isRecorded = of.state === 'recorded'
  const hasNames = seats.length > 0 || of.attendees.length > 0
  return [
    ...(of.noticeAt ? [noticeEntry(ctx, of, items, seats)] : []),
    {
      name: '02 议程.pdf',
      about: `议程与各项议题，共 ${items.length} 项`,
      make: async () => agendaPdf(await agendaOf(ctx, of.id)),
    },
    ...(await storedEntries(ctx, of, items, seats)),
    ...(hasNames
      ? [
          {
            name: '05 签到表.pdf',
            about: '每席的回复、委托与到会，带协会的数字签名',
            make: async () => signedMeetingPaper(ctx, of, await attendanceSheetOf(ctx, of)),
          },
        ]
      : []),
    ...(await unsignedMinutes(ctx, of)),
    ...(isRecorded
      ? [
          {
            name: '07 会议决议.pdf',
            about: '出席、票数与逐项的决定，带协会的数字签名',
            make: async () => signedMeetingPaper(ctx, of, await resolutionOf(ctx, of, items)),
          },
          { name: '08 表决.xlsx', about: '逐项的票数和结果', make: () => bookOf('表决', votesColumns(of), items) },
          ...(await ballotEntries(ctx, items)),
        ]
      : []),
    ...(isRecorded ? await articleEntries(ctx, of, items) : []),
  ]
}

/** The notice as it went out: text, agenda, and each seat that it went to. */
function noticeEntry(ctx: Ctx, of: Meeting, items: readonly Item[], seats: readonly Seat[]): Entry {
  return {
    name: '01 会议通知.pdf',
    about: `发给 ${seats.length} 席`,
    make: async () => meetingPaperPdf(await noticePaper(ctx, of, items, seats)),
  }
}

async function noticePaper(
  ctx: Ctx,
  of: Meeting,
  items: readonly Item[],
  seats: readonly Seat[],
): Promise<MeetingPaper> {
  const { association, colour } = await readPublicConfig(ctx)
  const bodyName = (await bodyNames(ctx)).get(of.bodyId)!
  const letters = await readLetters(ctx, of.id)
  const place = of.place || (of.onlineUrl ? '线上' : '另行通知')
  return {
    kind: '会议通知',
    association: association.name,
    colour,
    title: `${of.title}通知`,
    paragraphs: [
      `兹定于${longDay(of.meetsOn)} ${of.startsAt} 召开${of.title}（${bodyName}），地点：${place}。`,
      `议程：${items.map(({ title }, i) => `${i + 1}. ${title}`).join('；')}。`,
      `通知于 ${minute(iso(of.noticeAt!))} 发出，请于 ${of.replyBy ?? of.meetsOn} 前回复。${of.noticeReason ? `少于规定天数的理由：${of.noticeReason}。` : ''}`,
    ],
    columns: [
      { name: '序号', share: 12 },
      { name: '席位', share: 80 },
      { name: '职务', share: 26 },
      { name: '信函', share: 26 },
      { name: '回复', share: 42 },
    ],
    rows: seats.map((seat, i) => [
      String(i + 1),
      seatName(seat),
      seat.postName,
      letters.get(seat.id)?.dispatchedOn ?? '',
      seat.repliedAt ? `${seat.repliedName} ${minute(iso(seat.repliedAt))}` : '没有回复',
    ]),
    attendees: '',
    signatures: [],
    recordedOn: longDay(dayOf(of.noticeAt!)),
    note: '',
  }
}

type Stored = { name: string; about: string; fileId: number }

/** Papers, letters of proxy and signed minutes, as they are in the store. */
async function storedEntries(ctx: Ctx, of: Meeting, items: readonly Item[], seats: readonly Seat[]): Promise<Entry[]> {
  const papers = await readPapers(ctx, of.id)
  const minutes = (await readVersions(ctx, of.id)).toReversed()
  const stored: Stored[] = [
    ...papers.map(({ itemId, file: { id, name }, audienceName }, i) => {
      const item = items.find(one => one.item.id === itemId)
      const about = `${item ? `第 ${item.item.place} 项 ${item.title}` : '会议材料'}（${audienceName}）`
      return { name: `03 会议材料/${numbered(i)} ${name}`, about, fileId: id }
    }),
    ...seats
      .flatMap(seat => seat.replyFileIds.map(fileId => ({ seat, fileId })))
      .map(({ seat, fileId }, i) => ({
        name: `04 委托书与回执/${numbered(i)} ${seatName(seat)}`,
        about: `${seatName(seat)}的回复所附`,
        fileId,
      })),
    ...minutes.flatMap(({ fileId, number, scanIds }) => [
      ...(fileId === null
        ? []
        : [{ name: `06 会议纪要/第 ${number} 稿.pdf`, about: '已签署，带协会的数字签名', fileId }]),
      ...scanIds.map((scanId, i) => ({
        name: `06 会议纪要/第 ${number} 稿签名 ${i + 1}`,
        about: '签名的扫描件',
        fileId: scanId,
      })),
    ]),
    ...of.fileIds.map((fileId, i) => ({
      name: `06 会议纪要/记录时上传 ${numbered(i)}`,
      about: '记录审议结果时上传的会议纪要',
      fileId,
    })),
  ]
  const ids = stored.map(({ fileId }) => fileId)
  const files = ids.length > 0 ? await ctx.db.select().from(file).where(inArray(file.id, ids)) : []
  const total = files.reduce((sum, { size }) => sum + size, 0)
  if (total > MAX_ARCHIVE_BYTES)
    throw conflict(
      `材料合计 ${Math.ceil(total / 1024 ** 2)} MB，超过一次归档的 ${MAX_ARCHIVE_BYTES / 1024 ** 2} MB，请分次下载材料`,
    )
  return stored.map(({ name, about, fileId }) => {
    const kept = files.find(({ id }) => id === fileId)
    const ending = kept && !name.endsWith(endingOf(kept.name)) ? endingOf(kept.name) : ''
    return {
      name: `${name.split('/').map(fileName).join('/')}${ending}`,
      about,
      make: async () => {
        if (!kept || kept.deletedAt) throw new Error(`the file ${fileId} is gone`)
        return Buffer.concat(await Array.fromAsync(await ctx.store.open(kept.key)))
      },
    }
  })
}

const numbered = (i: number) => String(i + 1).padStart(2, '0')
const endingOf = (name: string) => /\.[a-z0-9]{1,8}$/i.exec(name)?.[0] ?? ''

/** The newest version, where it is not signed, so that nobody takes the archive for complete. */
async function unsignedMinutes(ctx: Ctx, of: Meeting): Promise<Entry[]> {
  const [current] = await readVersions(ctx, of.id)
  if (!current || current.state === 'signed') return []
  return [
    {
      name: `06 会议纪要/第 ${current.number} 稿（未签署）.pdf`,
      about: '还没有签署',
      make: async () => minutesPdf(await minutesPaper(ctx, of, current, false)),
    },
  ]
}

/** What is published of secret ballots, which anyone can recount; nothing else of them is kept here. */
async function ballotEntries(ctx: Ctx, items: readonly Item[]): Promise<Entry[]> {
  const ids = items.map(({ item }) => item.id)
  const counted = await ctx.db
    .select({ itemId: motionVote.itemId, ballot })
    .from(motionVote)
    .innerJoin(ballot, eq(ballot.id, motionVote.ballotId))
    .where(and(inArray(motionVote.itemId, ids), eq(ballot.state, 'counted')))
  return counted.map(entry => {
    const { place, title } = items.map(({ item, title }) => ({ ...item, title })).find(({ id }) => id === entry.itemId)!
    return {
      name: `08 无记名投票/第 ${place} 项 ${fileName(title)}.json`,
      about: '投票的公布文件，任何人都可以据此重新计票',
      make: async () => Buffer.from(canonicalJson(await publishedBallot(ctx, entry.ballot))),
    }
  })
}

const votesColumns = (of: Meeting): Column<Item>[] => [
  { title: '序号', value: ({ item }) => item.place },
  { title: '编号', value: ({ number }) => number },
  { title: '议题', width: 40, value: ({ title }) => title },
  { title: '事项', value: ({ kindName }) => kindName },
  { title: '同意', value: ({ item }) => votesOf(item)?.yes },
  { title: '反对', value: ({ item }) => votesOf(item)?.no },
  { title: '弃权', value: ({ item }) => votesOf(item)?.abstained },
  { title: '回避', value: ({ item }) => votesOf(item)?.recused },
  { title: '表决', width: 40, value: ({ item }) => votesText(of, item) },
  { title: '结果', value: ({ item }) => item.outcome && outcomeNames[item.outcome] },
  { title: '理由', width: 40, value: ({ item }) => item.reason },
]

/** What was announced, with the article that was made of it. */
async function articleEntries(ctx: Ctx, of: Meeting, items: readonly Item[]): Promise<Entry[]> {
  const [texts, articles] = [await announcementsOf(ctx, of, items), await articlesOf(ctx, of)]
  return texts.map(({ kind, title, html }, i) => {
    const article = articles.get(kind)
    return {
      name: `09 公示文稿/${numbered(i)} ${fileName(title)}.html`,
      about: article ? `已生成文章“${article.title}”（${article.stateName}）` : '还没有生成文章',
      make: () => Buffer.from(`<!doctype html><meta charset="utf-8">${xml`<title>${title}</title>`.xml}${html}`),
    }
  })
}
