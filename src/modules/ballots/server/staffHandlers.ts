import { and, eq, inArray, isNotNull, isNull, sql } from 'drizzle-orm'
import { iso } from '#lib/dates.ts'
import { conflict } from '#lib/error.ts'
import { maskMobile } from '#lib/mask.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import { actingAccount, type Ctx } from '#lib/server/api/context.ts'
import { containsWords } from '#lib/server/database/containsWords.ts'
import { inTransaction } from '#lib/server/database/transaction.ts'
import { defineRegister } from '#lib/server/registers/register.ts'
import { byName } from '#lib/server/registers/registerColumns.ts'
import { exportRegister } from '#modules/audit/server/exportRegister.ts'
import { record } from '#modules/audit/server/record.ts'
import { voterFilters } from '../ballotFilters.ts'
import { meansNames } from '../ballotWords.ts'
import type { staffBallotsContract } from '../staffContract.ts'
import {
  type Ballot,
  ballotRegister,
  findBallot,
  lockSeen,
  movedOf,
  named,
  readEntry,
  readRoll,
  refuseUnless,
  toRow,
} from './ballots.ts'
import { findBallotUse } from './ballotUses.ts'
import {
  closeBallot,
  countBallot,
  countReceived,
  differencesOf,
  discardPaperCount,
  readPaperCounts,
  readSealed,
  savePaperCount,
  voidBallot,
} from './counting.ts'
import { markPaper, refuseOthers, removeBallot, saveBallot, saveRoll, saveTellers, strikeVoter } from './drafting.ts'
import { extendBallot } from './extending.ts'
import { inviteVoters, openBallot } from './opening.ts'
import { readPaperTellers, savePaperTellers } from './paperTellers.ts'
import { publishedFile, readNamedVotes } from './publishing.ts'
import { ballotVoter } from './tables.ts'
import { issueLetters, printLetters } from './tokenLetters.ts'

/** 投票人: the roll of a ballot, and who took part. */
const voterRegister = defineRegister({
  name: '投票人',
  // Names of voters are not kept in views.
  views: { code: 'ballotVoter', permission: 'staff:ballots', unkept: ['key', 'ballotId'] },
  filters: voterFilters,
  from: sql`${ballotVoter}`,
  id: ballotVoter.id,
  newest: ballotVoter.id,
  where: {
    ballotId: ballotVoter.ballotId,
    key: words => containsWords(ballotVoter.name, words),
    tookPart: ballotVoter.tookPart,
    absent: flag => (flag === 'yes' ? isNull(ballotVoter.tookPart) : isNotNull(ballotVoter.tookPart)),
  },
  read: ({ db }, ids) =>
    db
      .select()
      .from(ballotVoter)
      .where(inArray(ballotVoter.id, [...ids])),
  row: ({ id, name, weight, tookPart, struckReason, letterSealed }) => ({
    id,
    name,
    weight,
    tookPart,
    isStruck: struckReason !== '',
    hasLetter: letterSealed !== null && tookPart === null,
  }),
  columns: {
    name: { heading: '姓名', width: 24, value: of => of.name, sort: byName(ballotVoter.name) },
    weight: { heading: '票数', width: 8, value: of => of.weight, sort: ballotVoter.weight, isFigure: true },
    mobile: {
      heading: '手机（部分）',
      width: 16,
      value: (of, { encryption }) => (of.phoneSealed ? maskMobile(encryption.decrypt(of.phoneSealed)) : ''),
      empty: '—',
      nowrap: true,
    },
    letter: {
      heading: '口令信',
      width: 8,
      value: of => (of.letterSealed !== null && of.tookPart === null ? '有' : ''),
      empty: '—',
    },
    account: { heading: '账号', width: 8, value: of => (of.accountId === null ? '' : '有'), empty: '—' },
    tookPart: {
      heading: '参加',
      width: 12,
      value: of => (of.struckReason ? `已剔除：${of.struckReason}` : of.tookPart && meansNames[of.tookPart]),
      empty: '未参加',
      sort: sql`coalesce(${ballotVoter.tookPart}, '')`,
    },
  },
  listed: ['name', 'weight', 'mobile', 'account', 'tookPart'],
})

async function unreachable({ db }: Ctx, { id, means }: Ballot): Promise<number> {
  if (!means.includes('online')) return 0
  return db.$count(
    ballotVoter,
    and(
      eq(ballotVoter.ballotId, id),
      eq(ballotVoter.struckReason, ''),
      isNull(ballotVoter.accountId),
      isNull(ballotVoter.phoneSealed),
      isNull(ballotVoter.letterSealed),
    ),
  )
}

const countLetters = ({ db }: Ctx, { id }: Ballot) =>
  db.$count(
    ballotVoter,
    and(eq(ballotVoter.ballotId, id), isNotNull(ballotVoter.letterSealed), isNull(ballotVoter.tookPart)),
  )

async function detail(ctx: Ctx, id: number) {
  const entry = await readEntry(ctx, id)
  const { of } = entry
  const counts = await readPaperCounts(ctx, of)
  const differences = differencesOf(of, counts)
  const self = actingAccount(ctx)
  const use = await findBallotUse(of)?.nameOf(ctx, of.useRef)
  const struck = await ctx.db.$count(
    ballotVoter,
    and(eq(ballotVoter.ballotId, id), sql`${ballotVoter.struckReason} <> ''`),
  )
  return {
    ...toRow(entry),
    version: of.version,
    key: of.key,
    explanation: of.explanation,
    means: of.means,
    asksCode: of.asksCode,
    isPublic: of.isPublic,
    questions: of.questions,
    quorum: of.quorum,
    useName: use?.name ?? '',
    useRoute: use?.route ?? null,
    tellers: of.tellers,
    threshold: of.threshold,
    tellersKey: of.tellersKey,
    commitments: of.commitments,
    voteKey: of.voteKey,
    roll: { ...(await readRoll(ctx, of)), unreachable: await unreachable(ctx, of), struck },
    received: await countReceived(ctx, of),
    paperCounts: counts.map(({ of: count, tellerName }) => ({
      id: count.id,
      tellerName,
      isOwn: count.tellerId === self,
      at: iso(count.at),
    })),
    // A teller who has not counted must not read what the other one found.
    paperDifferences: differences ?? [],
    ownPaperCount: counts.find(({ of: count }) => count.tellerId === self)?.of.count ?? null,
    isPaperAgreed: differences?.length === 0,
    writtenIn: of.secrecy === 'named' && of.state === 'closed' ? await writtenIn(ctx, of) : {},
    result: of.result,
    voidReason: of.voidReason,
    extensions: of.extensions,
    letters: await countLetters(ctx, of),
    paperTellers: (await readPaperTellers(ctx, id)).map(({ name, userName }) => ({ name, userName })),
  }
}

async function writtenIn(ctx: Ctx, of: Ballot): Promise<Record<string, string[]>> {
  const votes = await readNamedVotes(ctx, of)
  const entries = of.questions.map((question, i) => {
    const names = votes.flatMap(({ answers }) => answers[i]?.names ?? [])
    return [question.id, [...new Set(names)].sort()] as const
  })
  return Object.fromEntries(entries.filter(([, names]) => names.length > 0))
}

/** Changes a ballot as its reader has seen it. */
const change = (ctx: Ctx, seen: { id: number; version: number }, act: (tx: Ctx, of: Ballot) => Promise<Ballot>) =>
  inTransaction(ctx, async tx => {
    const of = await lockSeen(tx, seen)
    await refuseOthers(tx, of)
    return movedOf(await act(tx, of))
  })

export const staffBallotsHandlers: Handlers<typeof staffBallotsContract> = {
  'GET /staff/ballot/list': (ctx, asked) => ballotRegister.list(ctx, asked),
  'GET /staff/ballot/export': (ctx, asked) =>
    exportRegister(ctx, ballotRegister, asked, { action: 'ballot.export', objectType: 'ballot' }),
  'GET /staff/ballot/detail': (ctx, { id }) => detail(ctx, id),
  'GET /staff/ballot/voters': (ctx, asked) => voterRegister.list(ctx, asked),
  'GET /staff/ballot/votersExport': (ctx, asked) =>
    exportRegister(ctx, voterRegister, asked, { action: 'ballot.exportVoters', objectType: 'ballot' }),
  'POST /staff/ballot/save': (ctx, given) => inTransaction(ctx, async tx => movedOf(await saveBallot(tx, given))),
  'POST /staff/ballot/roll': (ctx, given) =>
    inTransaction(ctx, async tx => {
      const { of, voters } = await saveRoll(tx, given)
      return { ...movedOf(of), voters }
    }),
  'POST /staff/ballot/tellers': (ctx, given) => inTransaction(ctx, async tx => movedOf(await saveTellers(tx, given))),
  'POST /staff/ballot/open': (ctx, seen) => change(ctx, seen, openBallot),
  'POST /staff/ballot/extend': (ctx, { closesAt, reason, ...seen }) =>
    change(ctx, seen, (tx, of) => extendBallot(tx, of, { closesAt: new Date(closesAt), reason })),
  'POST /staff/ballot/letters': (ctx, given) =>
    inTransaction(ctx, async tx => ({ voters: await issueLetters(tx, given) })),
  'GET /staff/ballot/lettersFile': (ctx, { id }) => printLetters(ctx, id),
  'POST /staff/ballot/paperTellers': (ctx, { userNames, ...seen }) =>
    change(ctx, seen, (tx, of) => savePaperTellers(tx, of, { userNames })),
  'POST /staff/ballot/remind': (ctx, { id }) =>
    inTransaction(ctx, async tx => {
      const of = await findBallot(tx, id)
      await refuseOthers(tx, of)
      refuseUnless(of, 'open')
      if (!of.means.includes('online')) throw conflict('这次投票只收纸质选票，没有口令可发')
      if (tx.now >= of.closesAt) throw conflict('投票已截止，口令不能再用')
      const voters = await inviteVoters(tx, of)
      await record(tx, { action: 'ballot.remind', ...named(of), detail: { 投票人: voters } })
      return { voters }
    }),
  'POST /staff/ballot/paper': (ctx, given) => inTransaction(ctx, async tx => ({ voters: await markPaper(tx, given) })),
  'POST /staff/ballot/strike': (ctx, given) =>
    inTransaction(ctx, async tx => {
      await strikeVoter(tx, given)
      return {}
    }),
  'POST /staff/ballot/close': (ctx, { reason, ...seen }) => change(ctx, seen, (tx, of) => closeBallot(tx, of, reason)),
  'POST /staff/ballot/paperCount': (ctx, given) => inTransaction(ctx, tx => savePaperCount(tx, given)),
  'POST /staff/ballot/discardCount': (ctx, given) =>
    inTransaction(ctx, async tx => {
      await discardPaperCount(tx, given)
      return {}
    }),
  'GET /staff/ballot/envelopes': (ctx, { id }) => readSealed(ctx, id),
  'GET /staff/ballot/file': async (ctx, { id }) => publishedFile(ctx, await findBallot(ctx, id)),
  'POST /staff/ballot/count': (ctx, { votes, spoiled, groups, ...seen }) =>
    change(ctx, seen, (tx, of) => countBallot(tx, of, { votes, spoiled, groups })),
  'POST /staff/ballot/void': (ctx, { reason, ...seen }) => change(ctx, seen, (tx, of) => voidBallot(tx, of, reason)),
  'POST /staff/ballot/remove': (ctx, seen) =>
    inTransaction(ctx, async tx => {
      await removeBallot(tx, seen)
      return {}
    }),
}
