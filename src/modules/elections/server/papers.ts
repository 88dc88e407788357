import { readFileSync } from 'node:fs'
import { dayOf, longDay } from '#lib/dates.ts'
import { conflict } from '#lib/error.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { toPdf } from '#lib/server/documents/pdf.ts'
import { printable } from '#lib/server/documents/printable.ts'
import { shareWords } from '#lib/share.ts'
import { sexNames } from '#modules/posts/bodyWords.ts'
import { readBodies } from '#modules/posts/server/bodies.ts'
import { readPublicConfig } from '#modules/settings/server/settings.ts'
import { signPaper } from '#modules/signatures/server/sealing.ts'
import { dutyNames, objectionKindNames, objectionStateNames, outcomeName, roundKindNames } from '../electionWords.ts'
import { ruleSentences } from '../rules.ts'
import { companyNames, electedOf } from './confirming.ts'
import {
  type Contest,
  type Election,
  isElected,
  nameOfContest,
  readCandidates,
  readContests,
  readObjections,
  readVoters,
} from './elections.ts'
import { postNames } from './nominations.ts'
import { type BallotRound, readBallots, readTurnout } from './voting.ts'

export type PaperTable = { title: string; columns: { name: string; share: number }[]; rows: string[][] }
/** A paper of an election: the same content is printed, signed or edited further. */
export type Paper = {
  association: string
  colour?: string
  title: string
  paragraphs: string[]
  tables: PaperTable[]
  signatures: string[]
  day: string
}

const template = readFileSync(new URL('./paper.typ', import.meta.url), 'utf8')

export const paperPdf = (paper: Paper): Buffer => toPdf(template, printable(paper))
export const signedPdf = (ctx: Ctx, paper: Paper): Promise<Buffer> => signPaper(ctx, paperPdf(paper), paper.title)
export async function paperDocx(paper: Paper): Promise<Buffer> {
  // Load the large Word writer only when it is needed.
  const { writeDocx } = await import('./paperDocx.ts')
  return writeDocx(printable(paper))
}

/** All that the papers of an election say. */
export async function readPaperFacts(ctx: Ctx, of: Election) {
  const contests = await readContests(ctx, of.id)
  const candidates = await readCandidates(ctx, of.id)
  const { association, colour } = await readPublicConfig(ctx)
  const nameOfPost = await postNames(ctx)
  return {
    of,
    contests,
    candidates,
    voters: await readVoters(ctx, of.id),
    objections: await readObjections(ctx, of.id),
    rounds: await readBallots(ctx, of.id),
    bodies: await readBodies(ctx),
    companyOf: await companyNames(ctx, candidates),
    nameOf: (contest: Contest) => nameOfContest(nameOfPost(contest.postId), contest),
    head: { association: association.name, ...(colour && { colour }), day: longDay(of.votesOn ?? dayOf(ctx.now)) },
  }
}
export type PaperFacts = Awaited<ReturnType<typeof readPaperFacts>>

/** 选举结果记录: who could vote, who did, who got how many votes, and who was elected; signed by the tellers. */
export async function protocolOf(ctx: Ctx, facts: PaperFacts): Promise<Paper> {
  const { of, rounds, voters, bodies, head } = facts
  const counted = rounds.filter(({ ballot }) => ballot.result)
  if (counted.length === 0) throw conflict('计票以后才有选举结果记录')
  const entitled = voters.filter(({ isEntitled }) => isEntitled).length
  const voting = bodies.find(({ id }) => id === of.votingBodyId)?.name ?? ''
  const where = [of.votesOn && longDay(of.votesOn), of.place && `在${of.place}`].filter(Boolean).join('')
  const paragraphs = [
    `${of.title}${where ? `于${where}` : ''}进行，由${voting}选举，无记名投票。名册有选举权的 ${entitled} 名。`,
    `选举办法：${ruleSentences(of.rules).join('；')}。`,
    ...(await Promise.all(counted.map(one => turnoutSentence(ctx, one)))),
    ...tieSentences(facts),
  ]
  const { committee } = of
  const tellers = committee.filter(({ duty }) => duty === 'teller' || duty === 'scrutineer' || duty === 'head')
  return {
    ...head,
    title: `${of.title}结果记录`,
    paragraphs,
    tables: facts.contests.map(contest => resultTable(facts, contest)),
    signatures: tellers.map(({ name, duty }) => `${dutyNames[duty]}：${name}`),
  }
}

async function turnoutSentence(ctx: Ctx, { round, ballot }: BallotRound): Promise<string> {
  const { voters, took } = await readTurnout(ctx, ballot.id)
  const { cast, rejected, isQuorate, questions } = ballot.result!
  const group = round.groupCode ? `${ballot.title}：` : ''
  const shares = questions
    .filter(({ needed }) => needed > 0)
    .map(({ needed, base }) => `须得 ${needed} 票（以 ${base} 票计）`)
  const bounds = [...new Set(shares)].join('、')
  const quorum = ballot.quorum && !isQuorate ? `未达${shareWords(ballot.quorum)}，本次投票无效` : ''
  return `${group}第 ${round.number} 次投票（${roundKindNames[round.kind]}）：有选举权 ${voters} 名，参加 ${took} 名；有效票 ${cast} 票，无效票 ${rejected} 票${bounds ? `；当选${bounds}` : ''}${quorum ? `；${quorum}` : ''}。`
}

const tieSentences = ({ candidates }: PaperFacts): string[] =>
  candidates
    .filter(({ settlement, outcome }) => settlement && outcome === 'elected')
    .map(({ personName, units, settlement }) => `${personName}得 ${units ?? 0} 票，与他人相同，经${settlement}当选。`)

function resultTable({ candidates, companyOf, nameOf }: PaperFacts, contest: Contest): PaperTable {
  const own = candidates
    .filter(one => one.contestId === contest.id && one.units !== null)
    .toSorted(
      (one, other) =>
        Number(other.outcome === 'elected') - Number(one.outcome === 'elected') || other.units! - one.units!,
    )
  return {
    title: `${nameOf(contest)}：应选 ${contest.seats} 名，当选 ${own.filter(isElected).length} 名${contest.vacant ? `，暂缺 ${contest.vacant} 名（${contest.vacantReason}）` : ''}`,
    columns: [
      { name: '序号', share: 10 },
      { name: '姓名', share: 22 },
      { name: '单位', share: 60 },
      { name: '得票', share: 14 },
      { name: '结果', share: 20 },
    ],
    rows: own.map((of, i) => [
      String(i + 1),
      of.personName,
      companyOf(of),
      String(of.units),
      isElected(of) ? `当选${of.isReelected ? '（连任）' : ''}` : outcomeName(of),
    ]),
  }
}

/** 当选人员名单: what the registration authority asks of officers. */
export function officersOf(facts: PaperFacts): Paper {
  const { of, head } = facts
  const table = officersTable(facts)
  return {
    ...head,
    title: `${of.termNumber}当选人员名单`,
    paragraphs: [
      `${of.title}产生，任期自 ${of.termFrom} 起${of.termTo ? `至 ${of.termTo} 止` : ''}，共 ${table.rows.length} 名。`,
    ],
    tables: [table],
    signatures: [],
  }
}

export function officersTable({ contests, candidates, companyOf, nameOf }: PaperFacts): PaperTable {
  return {
    title: '',
    columns: [
      { name: '序号', share: 10 },
      { name: '职务', share: 22 },
      { name: '姓名', share: 20 },
      { name: '性别', share: 10 },
      { name: '出生年月', share: 18 },
      { name: '单位', share: 54 },
      { name: '单位职务', share: 22 },
      { name: '连任', share: 10 },
    ],
    rows: electedOf(contests, candidates).map(({ contest, of }, i) => [
      String(i + 1),
      nameOf(contest),
      of.personName,
      of.sex ? sexNames[of.sex] : '',
      of.bornMonth ?? '',
      companyOf(of),
      of.position,
      of.isReelected ? '是' : '否',
    ]),
  }
}

/** 签到表: those who can vote, with a place to sign. */
export function signInSheet({ of, voters, head }: PaperFacts): Paper {
  return {
    ...head,
    title: `${of.title}签到表`,
    paragraphs: [
      [of.votesOn && `日期：${longDay(of.votesOn)}`, of.place && `地点：${of.place}`].filter(Boolean).join('　'),
    ].filter(Boolean),
    tables: [
      {
        title: '',
        columns: [
          { name: '序号', share: 10 },
          { name: '单位（个人）', share: 56 },
          { name: '代表', share: 22 },
          { name: '票数', share: 10 },
          { name: '签到', share: 34 },
        ],
        rows: voters
          .filter(({ isEntitled }) => isEntitled)
          .map(({ name, personName, weight }, i) => [String(i + 1), name, personName, String(weight), '']),
      },
    ],
    signatures: [],
  }
}

export const rollTable = ({ voters }: PaperFacts): PaperTable => ({
  title: '选举人名册',
  columns: ['序号', '单位（个人）', '代表', '身份', '组', '票数', '选举权', '说明'].map(name => ({ name, share: 20 })),
  rows: voters.map((of, i) => [
    String(i + 1),
    of.name,
    of.personName,
    of.postName,
    of.groupName,
    String(of.weight),
    of.isEntitled ? '有' : '无',
    of.reason,
  ]),
})

export const votesTable = ({ contests, candidates, companyOf, nameOf }: PaperFacts): PaperTable => ({
  title: '得票',
  columns: ['职务', '姓名', '单位', '提名', '得票', '结果', '说明'].map(name => ({ name, share: 20 })),
  rows: candidates
    .filter(({ units }) => units !== null)
    .map(of => [
      nameOf(contests.find(({ id }) => id === of.contestId)!),
      of.personName,
      companyOf(of),
      of.nominatorName,
      String(of.units),
      outcomeName(of),
      of.settlement,
    ]),
})

export const objectionsTable = ({ objections }: PaperFacts): PaperTable => ({
  title: '名册异议',
  columns: ['关于', '异议', '内容', '提出人', '结果', '理由'].map(name => ({ name, share: 20 })),
  rows: objections.map(of => [
    of.about,
    objectionKindNames[of.kind],
    of.content,
    of.byName,
    objectionStateNames[of.state],
    of.decision,
  ]),
})
