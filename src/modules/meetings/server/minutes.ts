import { createHash } from 'node:crypto'
import { asc, count, desc, eq, inArray } from 'drizzle-orm'
import type { Parsed } from '#lib/contract.ts'
import { iso } from '#lib/dates.ts'
import { conflict, invalid, notFound } from '#lib/error.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import { type Ctx, signedInActor } from '#lib/server/api/context.ts'
import { inTransaction } from '#lib/server/database/transaction.ts'
import { ownName } from '#modules/accounts/server/names.ts'
import { recordChange } from '#modules/audit/server/record.ts'
import { fileInfos } from '#modules/files/server/attachments.ts'
import type { minutesContract } from '../minutesContract.ts'
import { minutesStateNames, SIGNING_STATEMENT, signingRoleNames, verdictNames } from '../minutesWords.ts'
import { type Meeting, readMeeting } from './meetings.ts'
import { minutesContent } from './minutesFacts.ts'
import { readSeats, type Seat, seatName, tookPart } from './seats.ts'
import { signatoriesOf } from './signatories.ts'
import { meeting, meetingMinutes, meetingSeat, minutesReply, minutesSignature } from './tables.ts'

type Endpoints = typeof minutesContract
export type Minutes = typeof meetingMinutes.$inferSelect
export type Reply = typeof minutesReply.$inferSelect
export type Signature = typeof minutesSignature.$inferSelect
export type Act = 'draft' | 'circulate' | 'remind' | 'toSign' | 'sign' | 'scan' | 'revise'

/** Versions of the minutes of a meeting, the newest first. */
export const readVersions = ({ db }: Pick<Ctx, 'db'>, meetingId: number): Promise<Minutes[]> =>
  db.select().from(meetingMinutes).where(eq(meetingMinutes.meetingId, meetingId)).orderBy(desc(meetingMinutes.number))

export const readReplies = ({ db }: Pick<Ctx, 'db'>, minutesIds: readonly number[]) =>
  db
    .select({ reply: minutesReply, seat: meetingSeat })
    .from(minutesReply)
    .innerJoin(meetingSeat, eq(meetingSeat.id, minutesReply.seatId))
    .where(inArray(minutesReply.minutesId, [...minutesIds]))
    .orderBy(asc(meetingSeat.place))
export type AskedSeat = Awaited<ReturnType<typeof readReplies>>[number]

export const readSignatures = ({ db }: Pick<Ctx, 'db'>, minutesIds: readonly number[]): Promise<Signature[]> =>
  db
    .select()
    .from(minutesSignature)
    .where(inArray(minutesSignature.minutesId, [...minutesIds]))
    .orderBy(asc(minutesSignature.id))

/** SHA-256 of a version as a signatory reads it. */
export const digestOf = ({ meetingId, number, content }: Minutes): string =>
  createHash('sha256')
    .update(JSON.stringify([SIGNING_STATEMENT, meetingId, number, canonical(content)]))
    .digest('hex')

/** The database gives the keys of JSON in another order than they were written in. */
function canonical(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(canonical)
  if (typeof value !== 'object' || value === null) return value
  return Object.entries(value)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, part]) => [name, canonical(part)])
}

/** Content of a version: a draft shows the records as they are now, all others as they were when they left that state. */
export async function contentOf(ctx: Ctx, of: Meeting, version: Minutes) {
  return version.state === 'draft' ? minutesContent(ctx, of, version.content) : version.content
}

/** The version, locked, as whoever asks has seen it, with its meeting. */
export async function lockMinutes(
  tx: Ctx,
  { minutesId, version }: { minutesId: number; version?: number },
): Promise<{ of: Meeting; minutes: Minutes }> {
  const [found] = await tx.db.select().from(meetingMinutes).where(eq(meetingMinutes.id, minutesId)).for('update')
  if (!found) throw notFound('没有这一稿会议纪要')
  if (version !== undefined && found.version !== version)
    throw conflict(`已由 ${found.actorName} 处理：${minutesStateNames[found.state]}。请刷新后查看，再决定怎样修改`)
  return { of: await readMeeting(tx, found.meetingId), minutes: found }
}

/** Writes a version, with a line in the log. */
export async function writeMinutes(
  tx: Ctx,
  of: Meeting,
  before: Minutes,
  set: Partial<Minutes>,
  step: { action: string; after: Record<string, unknown> },
): Promise<Minutes> {
  const [after] = await tx.db
    .update(meetingMinutes)
    .set({ ...set, version: before.version + 1, actorName: await ownName(tx), updatedAt: tx.now })
    .where(eq(meetingMinutes.id, before.id))
    .returning()
  await recordStep(tx, of, before.number, step)
  return after!
}

export const recordStep = (
  tx: Ctx,
  of: Meeting,
  number: number,
  { action, after }: { action: string; after: Record<string, unknown> },
) =>
  recordChange(tx, {
    action: `meeting.${action}`,
    objectType: 'meeting',
    objectId: of.id,
    objectName: of.title,
    before: {},
    after: { 稿次: number, ...after },
  })

export const movedOf = ({ id, version }: Minutes) => ({ minutesId: id, version })

export const answerRow = ({ reply, seat }: AskedSeat) => ({
  replyId: reply.id,
  seatName: seatName(seat),
  correction: reply.correction,
  answeredAt: reply.answeredAt && iso(reply.answeredAt),
  answeredName: reply.answeredName,
  verdict: reply.verdict,
  verdictName: reply.verdict ? verdictNames[reply.verdict] : '',
  verdictText: reply.verdictText,
})

export const versionRow = (of: Minutes, content: Minutes['content'], signatures: readonly Signature[]) => ({
  minutesId: of.id,
  number: of.number,
  state: of.state,
  stateName: minutesStateNames[of.state],
  content,
  reason: of.reason,
  answerBy: of.answerBy,
  circulatedAt: of.circulatedAt && iso(of.circulatedAt),
  signedAt: of.signedAt && iso(of.signedAt),
  signatures: signatures
    .filter(({ minutesId }) => minutesId === of.id)
    .map(({ role, name, signedAt }) => ({
      role,
      roleName: signingRoleNames[role],
      name,
      signedAt: signedAt && iso(signedAt),
    })),
})

/** Why a circulated version cannot be given to be signed; empty where it can. */
export function signingHindrance({ state, answerBy }: Minutes, replies: readonly Reply[], today: string): string {
  if (state !== 'circulating') return ''
  const open = replies.filter(({ correction, verdict }) => correction !== '' && verdict === null).length
  if (open > 0) return `还有 ${open} 条更正意见没有答复`
  if (replies.some(({ verdict }) => verdict === 'accepted')) return '采纳的更正须另起一稿写入，再送签署'
  const waiting = replies.filter(({ answeredAt }) => answeredAt === null).length
  return waiting > 0 && answerBy! >= today ? `还有 ${waiting} 席没有答复，期限为 ${answerBy}` : ''
}

function actsOn({ state }: Minutes, attended: number, isKnown: boolean, isAsked: boolean): Act[] {
  const toSign: Act[] = isKnown ? ['toSign', 'scan'] : ['scan']
  switch (state) {
    case 'draft':
      return [...(attended > 0 ? (['circulate'] as const) : []), ...toSign]
    case 'circulating':
      return ['remind', ...toSign, 'revise']
    case 'signing':
      return [...(isAsked ? (['sign'] as const) : []), 'scan', 'revise']
    case 'signed':
      return ['revise']
    case 'replaced':
      return []
  }
}

const isOver = ({ state }: Meeting) => state === 'recorded' || state === 'adjourned'

/** Seats that the minutes are circulated to. */
export const seatsToAsk = async (ctx: Pick<Ctx, 'db'>, of: Meeting): Promise<Seat[]> =>
  (await readSeats(ctx, of.id)).filter(seat => tookPart(of, seat))

export const minutesHandlers = {
  'GET /staff/meeting/minutes': async (ctx, { id }) => {
    const of = await readMeeting(ctx, id)
    const versions = await readVersions(ctx, id)
    const ids = versions.map(one => one.id)
    const [asked, signatures] = [await readReplies(ctx, ids), await readSignatures(ctx, ids)]
    const scans = await fileInfos(
      ctx,
      versions.flatMap(({ scanIds }) => scanIds),
    )
    const { length: attended } = await seatsToAsk(ctx, of)
    const signatories = await signatoriesOf(ctx, of)
    const isKnown = signatories.every(({ accountId }) => accountId !== null)
    const { accountId } = signedInActor(ctx)
    const isAsked = (minutes: Minutes) =>
      minutes.state === 'signing' &&
      signatures.some(one => one.minutesId === minutes.id && one.accountId === accountId && one.signedAt === null)
    const [current] = versions
    const repliesTo = (minutes: Minutes) => asked.filter(({ reply }) => reply.minutesId === minutes.id)
    const rows = []
    for (const one of versions)
      rows.push({
        ...versionRow(one, await contentOf(ctx, of, one), signatures),
        version: one.version,
        answers: repliesTo(one).map(answerRow),
        scans: one.scanIds.flatMap(fileId => scans.get(fileId) ?? []),
        actorName: one.actorName,
        updatedAt: iso(one.updatedAt),
        isMine: isAsked(one),
        digest: digestOf(one),
      })
    return {
      title: of.title,
      isOver: isOver(of),
      versions: rows,
      attended,
      signatories: signatories.map(({ role, name, accountId }) => ({
        role,
        roleName: signingRoleNames[role],
        name,
        isKnown: accountId !== null,
      })),
      canDo: current
        ? actsOn(current, attended, isKnown, isAsked(current))
        : isOver(of)
          ? (['draft'] satisfies Act[])
          : [],
      hindrance: current
        ? signingHindrance(
            current,
            repliesTo(current).map(({ reply }) => reply),
            iso(ctx.now).slice(0, 10),
          )
        : '',
    }
  },
  'POST /staff/meeting/minutes/draft': (ctx, given) => inTransaction(ctx, tx => draftMinutes(tx, given)),
  'POST /staff/meeting/minutes/save': (ctx, { opening, items, closing, ...seen }) =>
    inTransaction(ctx, async tx => {
      const { of, minutes } = await lockMinutes(tx, seen)
      if (minutes.state !== 'draft') throw conflict('已不是草稿，不能再改；要修改的，另起一稿')
      const known = new Set(minutes.content.items.map(({ itemId }) => itemId))
      if (items.some(({ itemId }) => !known.has(itemId))) throw invalid('有会议上没有的议题，请刷新后重试')
      const content = await minutesContent(tx, of, { opening, items, closing })
      const words = { 开场: opening, 议题: items.filter(({ text }) => text).length, 结尾: closing }
      return movedOf(await writeMinutes(tx, of, minutes, { content }, { action: 'minutesSave', after: words }))
    }),
} satisfies Partial<Handlers<Endpoints>>

/** Drafts minutes from the records; a later version begins with the texts of the one before it. */
async function draftMinutes(tx: Ctx, { id, reason }: Parsed<Endpoints['POST /staff/meeting/minutes/draft']>) {
  // Two who draft at once would make two first versions.
  const [of] = await tx.db.select().from(meeting).where(eq(meeting.id, id)).for('update')
  if (!of) throw notFound('没有这次会议')
  if (!isOver(of)) throw conflict('记录审议结果或休会以后才起草会议纪要')
  const [last] = await readVersions(tx, id)
  if (last?.state === 'draft') throw conflict(`第 ${last.number} 稿还是草稿，请直接修改`)
  if (last && reason.length < 2) throw invalid('请写明另起一稿的原因', { reason: '请写明另起一稿的原因' })
  if (last && last.state !== 'signed') {
    const { minutes } = await lockMinutes(tx, { minutesId: last.id })
    await tx.db
      .update(meetingMinutes)
      .set({ state: 'replaced', version: minutes.version + 1, updatedAt: tx.now })
      .where(eq(meetingMinutes.id, last.id))
  }
  const texts = last?.content ?? { opening: '', items: [], closing: '' }
  const number = (last?.number ?? 0) + 1
  const [made] = await tx.db
    .insert(meetingMinutes)
    .values({
      meetingId: id,
      number,
      content: await minutesContent(tx, of, texts),
      reason: last ? reason : '',
      actorName: await ownName(tx),
      createdAt: tx.now,
      updatedAt: tx.now,
    })
    .returning()
  await recordStep(tx, of, number, { action: 'minutesDraft', after: last ? { 原因: reason } : {} })
  return movedOf(made!)
}

/** How many were asked about a version and what they said, as a sentence; empty where nobody was asked. */
export async function circulationWords({ db }: Pick<Ctx, 'db'>, minutesIds: readonly number[]) {
  const rows = await db
    .select({
      minutesId: minutesReply.minutesId,
      asked: count(),
      answered: count(minutesReply.answeredAt),
    })
    .from(minutesReply)
    .where(inArray(minutesReply.minutesId, [...minutesIds]))
    .groupBy(minutesReply.minutesId)
  const replies = await db
    .select()
    .from(minutesReply)
    .where(inArray(minutesReply.minutesId, [...minutesIds]))
  return new Map(
    rows.map(({ minutesId, asked, answered }) => {
      const corrections = replies.filter(one => one.minutesId === minutesId && one.correction !== '')
      const accepted = corrections.filter(({ verdict }) => verdict === 'accepted').length
      const parts = [
        `${answered - corrections.length} 席无意见`,
        ...(corrections.length > 0 ? [`${corrections.length} 席提出更正（采纳 ${accepted} 条）`] : []),
        ...(asked > answered ? [`${asked - answered} 席没有答复`] : []),
      ]
      return [minutesId, `征求到会的 ${asked} 席的意见：${parts.join('，')}。`] as const
    }),
  )
}
