import { and, eq } from 'drizzle-orm'
import { addDays, dayOf } from '#lib/dates.ts'
import type { Ctx, Services } from '#lib/server/api/context.ts'
import { actingAs } from '#modules/accounts/server/demo.ts'
import type { Answers, Question } from '#modules/ballots/protocol/question.ts'
import { makeTellersKey, readShare } from '#modules/ballots/protocol/tellersKey.ts'
import { openAll } from '#modules/ballots/protocol/tellersTable.ts'
import { prepareVote, rightsAsked, sealWithRights } from '#modules/ballots/protocol/votersPhone.ts'
import type { Ballot } from '#modules/ballots/server/ballots.ts'
import { closeBallot, countBallot, readSealed, savePaperCount } from '#modules/ballots/server/counting.ts'
import { createBallot, markPaper, saveTellers, writeRoll } from '#modules/ballots/server/drafting.ts'
import { openBallot } from '#modules/ballots/server/opening.ts'
import { savePaperTellers } from '#modules/ballots/server/paperTellers.ts'
import { ballotVoter } from '#modules/ballots/server/tables.ts'
import { castEnvelope, giveRight, passOf } from '#modules/ballots/server/voting.ts'
import { readBodies, readPosts } from '#modules/posts/server/bodies.ts'
import { seatsOf } from '#modules/posts/server/seats.ts'
import { saveCommittee, saveContests, saveElection } from './drafting.ts'
import { findElection, movedOf, readContests } from './elections.ts'
import { nominate, openNominations, reviewCandidate } from './nominations.ts'
import { freezeRoll } from './roll.ts'
import { answerNomination } from './voting.ts'

type Loading = Services & { now: Date }

/** An election of the council in the middle of its nominations, and a secret ballot of the council with its result. */
export async function demoElections(loading: Loading) {
  const bodies = await readBodies(loading)
  const council = bodies.find(({ code }) => code === 'council')
  const assembly = bodies.find(({ kind }) => kind === 'assembly')
  if (!council || !assembly) return
  await demoBallot(loading, council.id)
  await demoElection(loading, council.id, assembly.id)
}

/** Days before today, or after it. */
const committeeDay = -50
const reportDay = -20
const rollDay = -16
const nominationDay = -8
const voteDay = 12

const candidates = [
  { personName: '顾行舟', organisationName: '嘉兴南湖环境科技有限公司', position: '总经理', sex: 'male' },
  { personName: '谭若溪', organisationName: '济南泉城水务设备有限公司', position: '副总经理', sex: 'female' },
  { personName: '石望山', organisationName: '洛阳伊川工业服务有限公司', position: '董事长', sex: 'male' },
  { personName: '方知远', organisationName: '宁波东港检测有限公司', position: '总工程师', sex: 'male' },
] as const

async function demoElection(loading: Loading, bodyId: number, votingBodyId: number) {
  const today = dayOf(loading.now)
  const on = (day: number) => actingAs(loading, 'admin', -day)
  const post = (await readPosts(loading)).find(one => one.bodyId === bodyId && one.name === '理事')
  if (!post) return
  let of = await saveElection(await on(committeeDay - 2), {
    title: '第七届理事会换届选举（提前换届）',
    bodyId,
    votingBodyId,
    termEnds: addDays(today, voteDay + 20),
    termNumber: '第七届',
    termFrom: addDays(today, voteDay + 21),
    termTo: addDays(today, voteDay + 21 + 5 * 365),
    votesOn: addDays(today, voteDay),
    place: '协会会议中心',
    reportedOn: addDays(today, reportDay),
  })
  const committee = [
    { name: '裴志谨', organisationName: '监事会', duty: 'head' as const },
    { name: '柳映川', organisationName: '监事会', duty: 'scrutineer' as const },
    { name: '汤若衡', organisationName: '监事会', duty: 'teller' as const },
  ]
  of = await saveCommittee(await on(committeeDay), { ...of, committee })
  of = await saveContests(await on(rollDay), { ...of, contests: [{ postId: post.id, seats: 4, groupCode: '' }] })
  of = await freezeRoll(await on(rollDay), { ...of, day: addDays(today, rollDay), grouping: 'none' })
  of = await openNominations(await on(nominationDay), of)
  const [contest] = await readContests(loading, of.id)
  for (const [i, who] of candidates.entries()) {
    const ctx = await on(nominationDay + 1 + i)
    const { id } = await nominate(
      ctx,
      of.id,
      { contestId: contest!.id, introduction: '', ...who },
      { name: '提名委员会' },
    )
    // The last one has not answered yet; of the others one waits for its review.
    if (i === candidates.length - 1) continue
    await answerNomination(ctx, of.id, id, true, '书面同意书')
    if (i < candidates.length - 2)
      await reviewCandidate(ctx, {
        ...movedOf(await findElection(ctx, of.id)),
        candidateId: id,
        accepts: true,
        reason: '',
      })
  }
}

/** Days of the ballot before today; so many of its voters vote online, the others who come on paper. */
const ballotDay = -40
const countingDay = -33
const ONLINE = 5
const PAPER = 14
/** Member who counts the slips, beside a colleague. */
const SECOND_TELLER = 'qingyuan'

const question: Question = {
  id: 'q1',
  title: '同意《会员自律公约（修订稿）》',
  kind: 'yesNo',
  options: [],
  min: 1,
  max: 1,
  writeIns: false,
  seats: 1,
  share: { numerator: 1, denominator: 2, isStrict: true },
  shareOf: 'cast',
}

/** A secret ballot that is over. Its tellers' shares are gone with it, as nothing is left to open. */
async function demoBallot(loading: Loading, bodyId: number) {
  const at = (day: number) => new Date(loading.now.getTime() + day * 86_400_000)
  const on = (day: number, userName = 'admin') => actingAs(loading, userName, -day)
  const drafting = await on(ballotDay)
  const seats = await seatsOf(drafting, bodyId, dayOf(drafting.now))
  if (seats.length < ONLINE + PAPER) return
  const made = await createBallot(drafting, {
    title: '会员自律公约表决',
    explanation: '请阅读修订稿后投票。无记名；在网上投票，或在会场领取纸质选票。',
    secrecy: 'secret',
    means: ['online', 'paper'],
    asksCode: false,
    isPublic: true,
    opensAt: at(ballotDay),
    closesAt: at(countingDay),
    questions: [question],
    quorum: { numerator: 2, denominator: 3, isStrict: false },
  })
  const ready = await writeRoll(
    drafting,
    made,
    seats.map(({ key, personName }) => ({ key, name: personName })),
  )
  const asked = await savePaperTellers(drafting, ready, { userNames: [SECOND_TELLER] })
  const { publicKey, commitments, shares } = await makeTellersKey(3, 2)
  const tellers = ['裴志谨', '柳映川', '汤若衡']
  const named = { tellers, threshold: 2, publicKey, commitments }
  const open = await openBallot(
    drafting,
    await saveTellers(drafting, { id: asked.id, version: asked.version, ...named }),
  )
  const voting = await on(ballotDay + 1)
  const voters = await voting.db.select().from(ballotVoter).where(eq(ballotVoter.ballotId, open.id))
  for (const [i, voter] of voters.slice(0, ONLINE).entries())
    await castDemoVote(voting, open, voter, [{ picks: [i === 0 ? 'no' : 'yes'], names: [] }])
  const voterIds = voters.slice(ONLINE, ONLINE + PAPER).map(({ id }) => id)
  await markPaper(voting, { id: open.id, voterIds, isPaper: true })
  const closing = await on(countingDay)
  const closed = await closeBallot(closing, open, '')
  const units = { yes: PAPER - 2, no: 1, abstain: 1 }
  const count = { cast: PAPER, rejected: 0, questions: [{ id: 'q1', answered: PAPER, units, names: {} }] }
  for (const userName of ['admin', SECOND_TELLER])
    await savePaperCount(await on(countingDay, userName), { id: open.id, count })
  const { envelopes } = await readSealed(closing, open.id)
  const read = await Promise.all(shares.slice(0, 2).map(readShare))
  const keys = { key: open.key, tellersKey: publicKey, voteKey: open.voteKey!, questions: [question] }
  const opened = await openAll(
    keys,
    read.map(share => share!.bytes),
    envelopes,
  )
  await countBallot(closing, closed, { ...opened, groups: {} })
  await linkOwnVoters(loading, open.id, seats)
}

/** Votes as the page on a phone does. */
async function castDemoVote(ctx: Ctx, of: Ballot, voter: typeof ballotVoter.$inferSelect, answers: Answers) {
  const keys = { envelope: of.envelopeKey!, vote: of.voteKey!, tellers: of.tellersKey! }
  const paper = { key: of.key, weight: 1, questions: of.questions, keys }
  const pending = await prepareVote(paper, answers)
  const { rights } = await giveRight(ctx, { pass: passOf(ctx, voter), rights: rightsAsked(pending) })
  for (const envelope of await sealWithRights(paper, pending, rights))
    await castEnvelope(ctx, { key: of.key, envelope })
}

/** Members of the demo find the ballot in their centre. They were not written to: the vote was over before the demo began. */
async function linkOwnVoters({ db }: Loading, ballotId: number, seats: Awaited<ReturnType<typeof seatsOf>>) {
  for (const { key, accountId } of seats)
    if (accountId !== null)
      await db
        .update(ballotVoter)
        .set({ accountId })
        .where(and(eq(ballotVoter.ballotId, ballotId), eq(ballotVoter.key, key)))
}
