import type { Answers, Question } from '../../src/modules/ballots/protocol/question.ts'
import { makeTellersKey, readShare } from '../../src/modules/ballots/protocol/tellersKey.ts'
import { openAll } from '../../src/modules/ballots/protocol/tellersTable.ts'
import { prepareVote, rightsAsked, sealWithRights } from '../../src/modules/ballots/protocol/votersPhone.ts'
import type { Site } from './app.ts'
import { codeSentTo, newAddress, newPhone, textsTo } from './make.ts'
import { agreeToLast } from './secondPerson.ts'

type Staff = Pick<ReturnType<Site['as']>, 'get' | 'post'>

export const motion: Question = {
  id: 'q1',
  title: '同意修改章程',
  kind: 'yesNo',
  options: [],
  min: 1,
  max: 1,
  writeIns: false,
  seats: 1,
  share: { numerator: 2, denominator: 3, isStrict: false },
  shareOf: 'cast',
}
export const election: Question = {
  id: 'q2',
  title: '选举理事',
  kind: 'choose',
  options: ['程晓明', '林静', '周国强'].map((name, i) => ({ id: `c${i + 1}`, name })),
  min: 0,
  max: 2,
  writeIns: true,
  seats: 2,
  share: null,
  shareOf: 'cast',
}
export const pick = (...picks: string[]) => ({ picks, names: [] as string[] })

const at = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString()

/** Fields of a draft, whose time has begun. */
export const draftOf = (more: object = {}) => ({
  title: `投票 ${Math.random().toString(36).slice(2, 8)}`,
  secrecy: 'named',
  means: ['online'],
  asksCode: false,
  isPublic: true,
  opensAt: at(-1),
  closesAt: at(600),
  questions: [motion],
  ...more,
})

async function done<T>(answer: Promise<{ code: number; msg: string; data: T }>): Promise<T> {
  const { code, msg, data } = await answer
  if (code !== 200) throw new Error(`${code} ${msg} ${JSON.stringify(data)}`)
  return data
}

type Voters = { name: string; mobile: string; weight?: number }[]
export const newVoters = (n: number): Voters =>
  Array.from({ length: n }, (_, i) => ({ name: `投票人${i + 1}`, mobile: newPhone() }))

/** Drafts a ballot, fixes its roll and tellers, and opens it with the agreement of a second person. */
export async function openedBallot(site: Site, staff: Staff, voters: Voters, more: object = {}) {
  const draft = draftOf(more)
  let of = await done<{ id: number; version: number }>(staff.post('/staff/ballot/save', draft))
  of = await done(staff.post('/staff/ballot/roll', { ...of, voters }))
  const isSealed = draft.secrecy === 'secret' && draft.means.includes('online')
  const tellers = isSealed ? await makeTellersKey(3, 2) : undefined
  if (tellers) {
    const { publicKey, commitments } = tellers
    const named = { tellers: ['甲', '乙', '丙'], threshold: 2, publicKey, commitments }
    of = await done(staff.post('/staff/ballot/tellers', { id: of.id, version: of.version, ...named }))
  }
  const asked = await staff.post('/staff/ballot/open', { id: of.id, version: of.version })
  if (asked.code !== 202) throw new Error(`${asked.code} ${asked.msg}`)
  await done(agreeToLast(site))
  const opened = await done<Detail>(staff.get('/staff/ballot/detail', { id: of.id }))
  return { ...opened, shares: tellers?.shares ?? [] }
}
type Detail = {
  id: number
  version: number
  key: string
  title: string
  closesAt: string
  tellersKey: string
  voteKey: string
  questions: Question[]
  [name: string]: unknown
}

export const detailOf = (staff: Staff, id: number) => done<Detail>(staff.get('/staff/ballot/detail', { id }))

/** The token of the text sent to a phone last. */
export async function tokenSentTo(site: Site, phone: string): Promise<string> {
  for (const text of await textsTo(site, phone)) {
    const token = text.match(/[0-9A-Z]{4}(-[0-9A-Z]{4}){3}/)?.[0]
    if (token) return token
  }
  throw new Error(`no token was sent to ${phone}`)
}

/** A voter's phone, at an address of its own. */
export async function phoneOf(site: Site, mobile: string) {
  const api = site.from(newAddress())
  const token = await tokenSentTo(site, mobile)
  const entered = await done<{ pass: string | null }>(api.post('/ballot/enter', { token }))
  const prove = async () => {
    await done(api.post('/ballot/code', { token }))
    return done<{ pass: string }>(api.post('/ballot/prove', { token, code: await codeSentTo(site, mobile) }))
  }
  const pass = entered.pass ?? (await prove()).pass
  const paper = () => done<Paper>(api.post('/ballot/paper', { pass }))
  return { ...api, token, pass, paper }
}
type Paper = Parameters<typeof prepareVote>[0] & {
  tookPart: string | null
  receipt: string | null
  [name: string]: unknown
}

/** The steps of a secret vote, as the page on a phone makes them. */
export async function secretVote(site: Site, mobile: string, answers: Answers) {
  const phone = await phoneOf(site, mobile)
  const paper = await phone.paper()
  const pending = await prepareVote(paper, answers)
  const ask = () => phone.post('/ballot/right', { pass: phone.pass, rights: rightsAsked(pending) })
  const seal = async () => sealWithRights(paper, pending, (await done<{ rights: never[] }>(ask())).rights)
  const cast = (envelope: object) => site.from(newAddress()).post('/ballot/cast', { key: paper.key, envelope })
  return { phone, paper, pending, ask, seal, cast }
}

/** Votes in secret from the beginning to the receipts. */
export async function castSecretly(site: Site, mobile: string, answers: Answers): Promise<string[]> {
  const { seal, cast } = await secretVote(site, mobile, answers)
  const receipts = []
  for (const envelope of await seal()) receipts.push((await done<{ receipt: string }>(cast(envelope))).receipt)
  return receipts
}

export const closeEarly = async (staff: Staff, id: number) => {
  const { version } = await detailOf(staff, id)
  return done<{ id: number; version: number }>(staff.post('/staff/ballot/close', { id, version, reason: '都已投票' }))
}

/** Opens the envelopes of a closed ballot with these shares, as the browser of the tellers does. */
export async function openWith(staff: Staff, id: number, shares: readonly string[]) {
  const of = await detailOf(staff, id)
  const { envelopes } = await done<{ envelopes: never[] }>(staff.get('/staff/ballot/envelopes', { id }))
  const read = await Promise.all(shares.map(readShare))
  return openAll(
    of,
    read.map(share => share!.bytes),
    envelopes,
  )
}
