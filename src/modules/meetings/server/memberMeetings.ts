import { and, asc, desc, eq, exists, inArray, isNotNull, or, type SQL, sql } from 'drizzle-orm'
import { hasDuty } from '#lib/access/duties.ts'
import { dayOf, iso } from '#lib/dates.ts'
import { conflict, forbidden, notFound } from '#lib/error.ts'
import { limitToPage, toPage } from '#lib/paging.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import { type Ctx, signedInActor } from '#lib/server/api/context.ts'
import { actAsSelf } from '#lib/server/api/duties.ts'
import { countOf } from '#lib/server/database/counting.ts'
import { inTransaction } from '#lib/server/database/transaction.ts'
import { companiesOf } from '#modules/accounts/server/acting.ts'
import { ownName } from '#modules/accounts/server/names.ts'
import { account } from '#modules/accounts/server/tables.ts'
import { recordChange } from '#modules/audit/server/record.ts'
import { fileInfos } from '#modules/files/server/attachments.ts'
import { fileUrl } from '#modules/files/server/files.ts'
import type { meetingsContract } from '../contract.ts'
import { invitationSentences, type MeetingRule, ruleSentences } from '../meetingRule.ts'
import { modeNames, outcomeNames, proxyStateNames, stateNameOf } from '../meetingWords.ts'
import type { ownMinutesContract } from '../minutesContract.ts'
import { appliedRule } from './attendances.ts'
import { findPaper, readPapers } from './meetingPapers.ts'
import { bodyNames, type Meeting, readItems, readMeeting } from './meetings.ts'
import { castVotes } from './memberVoting.ts'
import { effectView } from './motionEffects.ts'
import { namesOfMotion, ownMotions } from './motionViews.ts'
import { findMotionVote, readAttending } from './motionVotes.ts'
import { answerProxy, keepReply, lockSeat } from './replies.ts'
import { countHeads, proxyStateWords, proxyWords, readSeats, replyWords, type Seat, seatName } from './seats.ts'
import { meeting, meetingPaper, meetingSeat, paperRead } from './tables.ts'

type Endpoints = typeof meetingsContract

/** Accounts and organisations for which the caller may act at meetings: their own, and companies whose clerk they are. */
export type Mandate = { accountIds: number[]; organisationIds: number[] }

export async function mandateOf(ctx: Ctx): Promise<Mandate> {
  const { accountId } = signedInActor(ctx)
  const companies = (await companiesOf(ctx, accountId)).filter(
    ({ company, clerk }) =>
      company.status === 'active' &&
      hasDuty({ isOwner: company.ownerId === accountId, duties: clerk.duties }, ['applications']),
  )
  const [own] = await ctx.db
    .select({ organisationId: account.organisationId })
    .from(account)
    .where(eq(account.id, accountId))
  const organisationIds = [own?.organisationId, ...companies.map(({ company }) => company.organisationId)]
  return {
    accountIds: [accountId, ...companies.map(({ company }) => company.id)],
    organisationIds: organisationIds.filter(id => id !== null && id !== undefined),
  }
}

/** A seat with a login of its own is that login's; one without is its organisation's. */
const isMine = ({ accountIds, organisationIds }: Mandate): SQL =>
  or(
    inArray(meetingSeat.accountId, accountIds),
    and(sql`${meetingSeat.accountId} is null`, inArray(meetingSeat.organisationId, [...organisationIds, 0])),
  )!

export const mineOf = ({ accountIds, organisationIds }: Mandate, seats: readonly Seat[]): Seat[] =>
  seats.filter(({ accountId, organisationId }) =>
    accountId !== null
      ? accountIds.includes(accountId)
      : organisationId !== null && organisationIds.includes(organisationId),
  )

/** Seats whose vote the caller is asked to carry, or carries. */
const givenTo = (mine: readonly Seat[], seats: readonly Seat[]): Seat[] =>
  seats.filter(of => of.reply === 'proxy' && mine.some(({ id }) => id === of.proxySeatId) && !mine.includes(of))

async function rowOf(ctx: Ctx, of: Meeting, mandate: Mandate, bodyName: string) {
  const seats = await readSeats(ctx, of.id)
  const mine = mineOf(mandate, seats)
  const files = await fileInfos(
    ctx,
    mine.flatMap(({ replyFileIds }) => replyFileIds),
  )
  return {
    id: of.id,
    title: of.title,
    bodyName,
    meetsOn: of.meetsOn,
    startsAt: of.startsAt,
    place: of.place,
    state: of.state,
    stateName: stateNameOf(of),
    isWritten: of.isWritten,
    votesUntil: of.votesUntil && iso(of.votesUntil),
    replyBy: of.replyBy,
    seats: mine.map(seat => ({
      seatId: seat.id,
      name: seat.name,
      personName: seat.personName,
      postName: seat.postName,
      weight: seat.weight,
      reply: seat.reply,
      replyName: replyWords(seat),
      reason: seat.replyReason,
      proxySeatId: seat.proxySeatId,
      proxyTo: proxyWords(seat, seats),
      proxyState: seat.proxyState,
      proxyStateName: proxyStateWords(seat),
      files: seat.replyFileIds.flatMap(id => files.get(id) ?? []),
      repliedAt: seat.repliedAt && iso(seat.repliedAt),
      repliedName: seat.repliedName,
      mode: seat.mode,
      arrivedAt: seat.arrivedAt && iso(seat.arrivedAt),
    })),
    asked: givenTo(mine, seats).filter(({ proxyState }) => proxyState === 'asked').length,
  }
}

/** The meeting, if the caller has a seat in it. */
async function findMine(ctx: Ctx, id: number) {
  const mandate = await mandateOf(ctx)
  const of = await readMeeting(ctx, id)
  const seats = await readSeats(ctx, id)
  const mine = mineOf(mandate, seats)
  if (mine.length === 0) throw notFound('没有这次会议，或您不在应到名单中')
  return { of, seats, mine, mandate }
}

export const memberMeetingsHandlers = {
  'GET /meeting/list': async (ctx, asked) => {
    const mandate = await mandateOf(ctx)
    const seat = ctx.db
      .select({ one: sql`1` })
      .from(meetingSeat)
      .where(and(eq(meetingSeat.meetingId, meeting.id), isMine(mandate)))
    const where = and(isNotNull(meeting.noticeAt), exists(seat))
    const today = dayOf(ctx.now)
    const rows = await limitToPage(
      asked,
      ctx.db
        .select()
        .from(meeting)
        .where(where)
        .orderBy(
          sql`${meeting.meetsOn} < ${today}`,
          sql`case when ${meeting.meetsOn} >= ${today} then ${meeting.meetsOn} end`,
          desc(meeting.meetsOn),
          asc(meeting.id),
        ),
    )
    const total = await countOf(ctx.db, sql`select 1 from ${meeting} where ${where}`)
    const names = await bodyNames(ctx)
    const list = []
    for (const of of rows) list.push(await rowOf(ctx, of, mandate, names.get(of.bodyId)!))
    return toPage(list, total, asked)
  },
  'GET /meeting/detail': async (ctx, { id }) => {
    const { of, seats, mine, mandate } = await findMine(ctx, id)
    const rule = await appliedRule(ctx, of)
    const items = await readItems(ctx, id)
    const papers = await papersFor(ctx, id, mine)
    const proxies = rule?.proxies
    const others = seats.filter(seat => !mine.includes(seat) || mine.length > 1)
    const effects = new Map<number, string[]>()
    for (const { item } of items) effects.set(item.id, (await effectView(ctx, of, item))?.sentences ?? [])
    const isOpen = of.state === 'planned' && !of.isWritten
    const mayGiveProxy = isOpen && proxies?.holder !== 'nobody'
    return {
      ...(await rowOf(ctx, of, mandate, (await bodyNames(ctx)).get(of.bodyId)!)),
      onlineUrl: of.onlineUrl,
      sentences: rule ? [...ruleSentences(rule), ...invitationSentences(rule)] : [],
      agenda: items.map(({ item, title, kindName }) => ({
        itemId: item.id,
        title,
        kindName,
        text: item.text,
        presenter: item.presenter,
        effects: effects.get(item.id)!,
        outcome: item.outcome,
        outcomeName: item.outcome ? outcomeNames[item.outcome] : '',
        papers: papers.filter(({ itemId }) => itemId === item.id).map(({ paper }) => paper),
      })),
      papers: papers.filter(({ itemId }) => itemId === null).map(({ paper }) => paper),
      proxies: givenTo(mine, seats).flatMap(seat =>
        seat.proxyState
          ? [
              {
                seatId: seat.id,
                name: seatName(seat),
                state: seat.proxyState,
                stateName: proxyStateNames[seat.proxyState],
              },
            ]
          : [],
      ),
      carriers: mayGiveProxy ? others.map(seat => ({ seatId: seat.id, name: seatName(seat) })) : [],
      mayNameAnyone: mayGiveProxy && proxies?.holder === 'anyone',
      mayGiveProxy,
      canReply: isOpen,
      heads: countHeads(await readAttending(ctx, of), rule ?? NO_RULE),
    }
  },
  'GET /meeting/votes': async (ctx, { id }) => {
    const { of, seats, mine } = await findMine(ctx, id)
    const rule = await appliedRule(ctx, of)
    return {
      heads: countHeads(of.isWritten ? await readAttending(ctx, of) : seats, rule ?? NO_RULE),
      list: await ownMotions(ctx, of, seats, mine),
    }
  },
  'GET /meeting/vote/names': async (ctx, { voteId }) => {
    const { vote, of } = await findMotionVote(ctx, voteId)
    const { seats } = await findMine(ctx, of.id)
    return namesOfMotion(ctx, of, vote, seats)
  },
  'POST /meeting/vote': async (ctx, given) => {
    const mandate = await mandateOf(ctx)
    return castVotes(ctx, given, seats => mineOf(mandate, seats))
  },
  'POST /meeting/reply': async (ctx, given) => {
    const mandate = await mandateOf(ctx)
    return inTransaction(ctx, async tx => {
      const found = await lockSeat(tx, given.seatId)
      if (mineOf(mandate, [found.seat]).length === 0) throw forbidden('这不是您的席位，不能代为回复')
      return keepReply(tx, found, given, { isTypedIn: false })
    })
  },
  'POST /meeting/proxy': async (ctx, { seatId, accept }) => {
    const mandate = await mandateOf(ctx)
    return inTransaction(ctx, async tx => {
      const found = await lockSeat(tx, seatId)
      const carrier = found.seats.find(({ id }) => id === found.seat.proxySeatId)
      if (carrier && mineOf(mandate, [carrier]).length === 0) throw forbidden('这项委托不是给您的')
      return answerProxy(tx, found, accept)
    })
  },
  'POST /meeting/paper': async (ctx, { paperId }) => {
    const paper = await findPaper(ctx, paperId)
    const { mine } = await findMine(ctx, paper.meetingId)
    if (paper.audience === 'staff') throw notFound('没有这份材料，或已移除')
    const readerName = await ownName(ctx)
    await ctx.db
      .insert(paperRead)
      .values(mine.map(({ id }) => ({ paperId, seatId: id, readerName, readAt: ctx.now })))
      .onConflictDoNothing()
    return { url: fileUrl(paper.fileId) }
  },
  'POST /meeting/checkin': async (ctx, { id, code }) => {
    const mandate = await mandateOf(ctx)
    return inTransaction(ctx, async tx => {
      const [of] = await tx.db.select().from(meeting).where(eq(meeting.id, id)).for('update')
      const mine = of ? mineOf(mandate, await readSeats(tx, id)) : []
      if (!of || mine.length === 0) throw notFound('您不在这次会议的应到名单中，请到签到处登记')
      const mode = code ? ('onSite' as const) : ('remote' as const)
      refuseCheckIn(tx, of, code)
      const coming = mine.filter(({ arrivedAt, leftAt }) => arrivedAt === null || leftAt !== null)
      if (coming.length > 0)
        await tx.db
          .update(meetingSeat)
          .set({ mode, arrivedAt: tx.now, leftAt: null })
          .where(
            inArray(
              meetingSeat.id,
              coming.map(({ id }) => id),
            ),
          )
      await recordChange(tx, {
        action: 'meeting.attend',
        objectType: 'meeting',
        objectId: id,
        objectName: of.title,
        before: {},
        after: { 签到: coming.map(seatName), 方式: modeNames[mode] },
      })
      return { title: of.title, seats: mine.map(seatName), mode, modeName: modeNames[mode] }
    })
  },
} satisfies Handlers<Omit<Endpoints, keyof typeof ownMinutesContract>>

const NO_RULE: MeetingRule = { entitled: null, quorum: null, vote: null }

function refuseCheckIn({ now }: Ctx, of: Meeting, code: string) {
  if (of.isWritten) throw conflict('通讯表决不用签到，请在议题下表决')
  if (of.state === 'recorded' || of.state === 'adjourned') throw conflict('会议已结束，不能再签到')
  if (of.state === 'planned' && of.meetsOn !== dayOf(now)) throw conflict(`会议在 ${of.meetsOn} 召开，当天才能签到`)
  if (code ? code !== of.checkInCode : !of.onlineUrl)
    throw conflict(code ? '二维码已失效，请扫会场现在的二维码' : '这次会议没有线上参加的方式，请到会场扫码签到')
}

/** Papers that these seats may open, with whether one of them has. */
async function papersFor(ctx: Ctx, meetingId: number, mine: readonly Seat[]) {
  const papers = (await readPapers(ctx, meetingId)).filter(({ audience }) => audience !== 'staff')
  const reads = await ctx.db
    .select({ paperId: paperRead.paperId })
    .from(paperRead)
    .innerJoin(meetingPaper, eq(meetingPaper.id, paperRead.paperId))
    .where(
      and(
        eq(meetingPaper.meetingId, meetingId),
        inArray(
          paperRead.seatId,
          mine.map(({ id }) => id),
        ),
      ),
    )
  const read = new Set(reads.map(({ paperId }) => paperId))
  return papers.map(({ paperId, itemId, file: { name, size, ext } }) => ({
    itemId,
    paper: { paperId, name, size, ext, isRead: read.has(paperId) },
  }))
}

/** Whether the caller may read a file that is a paper for one of their seats. */
export async function mayReadPaper(ctx: Ctx, fileId: number): Promise<boolean> {
  const { actor } = ctx
  if (actor.kind === 'anonymous') return false
  const papers = await ctx.db
    .select({ meetingId: meetingPaper.meetingId, audience: meetingPaper.audience })
    .from(meetingPaper)
    .where(eq(meetingPaper.fileId, fileId))
  if (papers.length === 0) return false
  if (actor.kind === 'staff') return actor.permissions.includes('staff:decide')
  const ids = papers.flatMap(({ meetingId, audience }) => (audience === 'staff' ? [] : meetingId))
  if (ids.length === 0) return false
  const mandate = await mandateOf(actAsSelf(ctx))
  return (await ctx.db.$count(meetingSeat, and(inArray(meetingSeat.meetingId, ids), isMine(mandate)))) > 0
}
