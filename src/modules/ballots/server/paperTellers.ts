import { and, asc, desc, eq, inArray, ne, sql } from 'drizzle-orm'
import type { Parsed } from '#lib/contract.ts'
import { conflict, forbidden, invalidFields } from '#lib/error.ts'
import { type Ctx, signedInActor } from '#lib/server/api/context.ts'
import { account } from '#modules/accounts/server/tables.ts'
import { recordChange } from '#modules/audit/server/record.ts'
import { notify } from '#modules/messages/server/notify.ts'
import { defineTemplate, renderTemplate } from '#modules/messages/server/templates.ts'
import type { staffBallotsContract } from '../staffContract.ts'
import { type Ballot, findBallot, named, readRoll, refuseUnless, writeBallot } from './ballots.ts'
import { differencesOf, readPaperCounts } from './counting.ts'
import { ballot, ballotPaperCount, ballotPaperTeller } from './tables.ts'

type Given<K extends keyof typeof staffBallotsContract> = Parsed<(typeof staffBallotsContract)[K]>

const invitation = defineTemplate({
  group: '投票',
  code: 'ballot.paperTeller',
  name: '请担任纸质选票的计票员',
  title: '请担任计票员：{投票}',
  content: '请您担任“{投票}”纸质选票的计票员。截止以后，请在会员中心“投票”中填写您点到的票数；另一名计票员各自填写。',
  sms: '',
  placeholders: { 投票: '理事会换届选举' },
})

export const readPaperTellers = ({ db }: Pick<Ctx, 'db'>, ballotId: number) =>
  db
    .select({ accountId: account.id, name: account.displayName, userName: account.userName })
    .from(ballotPaperTeller)
    .innerJoin(account, eq(account.id, ballotPaperTeller.accountId))
    .where(eq(ballotPaperTeller.ballotId, ballotId))
    .orderBy(asc(ballotPaperTeller.id))

/** Names the members who count the slips of a ballot, by their accounts, and tells those who are new. */
export async function savePaperTellers(
  ctx: Ctx,
  of: Ballot,
  { userNames }: Pick<Given<'POST /staff/ballot/paperTellers'>, 'userNames'>,
): Promise<Ballot> {
  refuseUnless(of, 'draft', 'open', 'closed')
  if (!of.means.includes('paper')) throw conflict('这次投票没有纸质选票')
  const accounts = await ctx.db
    .select()
    .from(account)
    .where(and(inArray(account.userName, userNames), ne(account.kind, 'staff'), eq(account.status, 'active')))
  const before = await readPaperTellers(ctx, of.id)
  const counted = await ctx.db
    .select({ tellerId: ballotPaperCount.tellerId })
    .from(ballotPaperCount)
    .where(eq(ballotPaperCount.ballotId, of.id))
  const wrong: Record<string, string> = {}
  userNames.forEach((userName, i) => {
    if (!accounts.some(one => one.userName === userName))
      wrong[`userNames.${i}`] = `没有启用的会员账号“${userName}”；同事不用在这里指定`
    else if (userNames.indexOf(userName) < i) wrong[`userNames.${i}`] = '重复'
  })
  const left = before.find(
    ({ accountId, userName }) => !userNames.includes(userName) && counted.some(one => one.tellerId === accountId),
  )
  if (left) wrong.userNames = `${left.name}已填写计数，不能去掉`
  if (Object.keys(wrong).length > 0) throw invalidFields(wrong)
  await ctx.db.delete(ballotPaperTeller).where(eq(ballotPaperTeller.ballotId, of.id))
  const chosen = userNames.map(userName => accounts.find(one => one.userName === userName)!)
  if (chosen.length > 0)
    await ctx.db.insert(ballotPaperTeller).values(chosen.map(({ id }) => ({ ballotId: of.id, accountId: id })))
  const after = await writeBallot(ctx, of, {})
  const words = (names: readonly string[]) => ({ 纸质选票计票员: names.join('、') })
  await recordChange(ctx, {
    action: 'ballot.paperTellers',
    ...named(of),
    before: words(before.map(({ name }) => name)),
    after: words(chosen.map(({ displayName }) => displayName)),
  })
  const about = { route: '/admin/user/ballots', objectType: 'ballot', objectId: of.id }
  const { title, content } = await renderTemplate(ctx, invitation.code, { 投票: of.title })
  for (const { id } of chosen)
    if (!before.some(({ accountId }) => accountId === id))
      await notify(ctx, { accountId: id, kind: 'system', title, content, ...about })
  return after
}

/** Refuses whoever was not asked to count this ballot, and who signs in for a company of somebody else. */
export async function refuseOtherTellers(ctx: Ctx, ballotId: number): Promise<number> {
  const { accountId, clerk } = signedInActor(ctx)
  const tellers = await readPaperTellers(ctx, ballotId)
  if (!tellers.some(one => one.accountId === accountId)) throw forbidden('您不是这次投票的纸质选票计票员')
  if (clerk) throw forbidden('计票须由计票员本人登录，不能由经办人代填')
  return accountId
}

/** A paper count that is due from a member: what is asked, how many slips there are, and the own count. */
export async function readOwnCount(ctx: Ctx, id: number) {
  const self = await refuseOtherTellers(ctx, id)
  const of = await findBallot(ctx, id)
  const counts = await readPaperCounts(ctx, of)
  const differences = differencesOf(of, counts)
  return {
    id,
    title: of.title,
    state: of.state,
    questions: of.questions,
    paperUnits: (await readRoll(ctx, of)).paperUnits,
    paperCounts: counts.map(({ of: count, tellerName }) => ({ tellerName, isOwn: count.tellerId === self })),
    // Whoever has not counted must not read what the others found.
    paperDifferences: counts.some(({ of: count }) => count.tellerId === self) ? (differences ?? []) : [],
    ownPaperCount: counts.find(({ of: count }) => count.tellerId === self)?.of.count ?? null,
    isPaperAgreed: differences?.length === 0,
  }
}

/** Ballots whose slips the account was asked to count. */
export const ballotsToCount = ({ db }: Pick<Ctx, 'db'>, accountId: number) =>
  db
    .select({ id: ballot.id, title: ballot.title, state: ballot.state })
    .from(ballotPaperTeller)
    .innerJoin(ballot, eq(ballot.id, ballotPaperTeller.ballotId))
    .where(and(eq(ballotPaperTeller.accountId, accountId), sql`${ballot.state} in ('open', 'closed', 'counted')`))
    .orderBy(desc(ballot.closesAt))
    .limit(50)
