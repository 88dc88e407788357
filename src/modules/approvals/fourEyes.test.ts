import { eq, sql } from 'drizzle-orm'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { secondPersonRuleCodes } from '#lib/access/secondPerson.ts'
import type { Endpoint } from '#lib/contract.ts'
import { addDays, dayOf } from '#lib/dates.ts'
import { ballot, ballotPaperCount } from '#modules/ballots/server/tables.ts'
import { raiseFees, selectFees, writeFees } from '#modules/membership/server/feeRows.ts'
import { memberFee } from '#modules/membership/server/tables.ts'
import { newsletterSubscriber } from '#modules/newsletter/server/tables.ts'
import { allPackables } from '#modules/settings/server/packable.ts'
import { changeGroup, writeSetting } from '#modules/settings/server/settings.ts'
import { statisticsForm, statisticsReport, statisticsReporter } from '#modules/statistics/server/tables.ts'
import { setUpSite, site } from '#test/setups/site.ts'
import { draftOf } from '#test/support/balloting.ts'
import { decidedElection } from '#test/support/electing.ts'
import { asStaff, newCreditCode, newUserName, staffWith } from '#test/support/make.ts'
import { contract as whole } from '../../api/contract.ts'
import { account, deputy, staffRole } from '../accounts/server/tables.ts'

/**
 * Every call that needs a second person, tried by everybody who is none: the requester, a deputy of the requester, and
 * accounts that the requester has opened or reset, or that were opened by one of those. A new call that names a rule in
 * its contract is covered automatically.
 */
const contract: Record<string, Endpoint> = whole
setUpSite({ demo: true, env: { WRITES_PER_MINUTE: '1000' } })

const today = dayOf(new Date())
const term = { fromDay: today, toDay: addDays(today, 7) }
let made = 0
const named = (what: string) => `${what}${++made}`

async function colleague(...roles: string[]) {
  const userName = await staffWith(site, roles)
  return { ...(await idOf(userName)), userName, api: await asStaff(site, userName) }
}
const idOf = async (userName: string) => {
  const [own] = await site.services.db.select().from(account).where(eq(account.userName, userName))
  return { id: own!.id, version: own!.version, name: own!.displayName }
}
type Colleague = Awaited<ReturnType<typeof colleague>>
type Api = Colleague['api']

const pathOf = (key: string) => key.replace(/^\w+ /, '')
async function waitingFor(by: Api): Promise<{ id: number; changes: object[] }> {
  return (await by.get('/staff/approval/list', { state: 'waiting' })).data.list[0]
}
const agree = async (by: Api, id: number) => by.post('/staff/approval/agree', { id })
/** Done the right way: `first` asks, `second` agrees. */
async function byTwo(path: string, input: object, asker = first.api, other = second.api) {
  expect(await asker.post(path, input)).toMatchObject({ code: 202 })
  expect(await agree(other, (await waitingFor(asker)).id)).toMatchObject({ code: 200 })
}

let first: Colleague
let second: Colleague
let ownDeputy: Colleague
let madeByAsker: Colleague
let resetByAsker: Colleague
let madeByMade: Colleague

async function invited(asker: Colleague, other: Colleague): Promise<Colleague> {
  const userName = newUserName()
  await byTwo('/staff/colleague/invite', { userName, displayName: '王敏', roles: ['admin'] }, asker.api, other.api)
  return { ...(await idOf(userName)), userName, api: await asStaff(site, userName) }
}

const allRules = () => changeGroup(site.ctx(), 'secondPerson', { rules: [...secondPersonRuleCodes] })
beforeAll(async () => {
  ;[first, second, ownDeputy] = [await colleague('admin'), await colleague('admin'), await colleague('writer')]
  await allRules()
  await site.services.db.insert(deputy).values({ principalId: first.id, deputyId: ownDeputy.id, ...term })
  madeByAsker = await invited(first, second)
  madeByMade = await invited(madeByAsker, await colleague('admin'))
  resetByAsker = await colleague('admin')
  await byTwo('/staff/colleague/reset', { id: resetByAsker.id, version: 1 })
  resetByAsker.api = await asStaff(site, resetByAsker.userName)
})
beforeEach(allRules)

/** Tables that change with any sign-in, pending approval or notification. */
const passing = [
  'approval',
  'audit_event',
  'audit_anchor',
  'session',
  'message',
  'outbox',
  'account_handling',
  'attempt',
]
/** Query for the number of rows and a checksum of each table. */
async function makeDigestQuery(): Promise<string> {
  const { rows: tables } = await site.services.db.execute<{ name: string }>(
    sql`select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`,
  )
  return tables
    .filter(({ name }) => !passing.includes(name))
    .map(
      ({ name }) =>
        `select '${name}' as name, count(*) || ' ' || sum(hashtextextended(t::text, 0)) as sum from "${name}" t`,
    )
    .join(' union all ')
}
let digestQuery: string
/** So that any change of data shows. */
async function digest(): Promise<Record<string, string>> {
  digestQuery ??= await makeDigestQuery()
  const { rows } = await site.services.db.execute<{ name: string; sum: string }>(sql.raw(digestQuery))
  return Object.fromEntries(rows.map(({ name, sum }) => [name, sum]))
}

const found = async (path: string, query: Record<string, string | number> = {}) => {
  const { data } = await first.api.get(path, query)
  return data.list ?? data
}
const versionOf = async (path: string, id: number): Promise<string> =>
  (await found(path)).find((one: { id: number }) => one.id === id).version
const someone = async () => {
  const { id, version } = await colleague('writer')
  return { id, version }
}
const key = async (state: string) =>
  (await found('/staff/credential/key/list')).find((one: { state: string }) => one.state === state)?.kid
const dueFee = async () => {
  const { db } = site.services
  const [fee] = await selectFees({ db }).where(sql`${memberFee.memberId} is not null`).limit(1)
  const [due] = await writeFees({ db }, [fee!.id], { state: 'due', amount: 100, standard: null })
  return due!
}
const level = async (form: object = {}) => ({
  name: named('级别'),
  code: 100 + made,
  kind: 'organisation',
  state: 'open',
  fee: 2000,
  votes: 1,
  ...form,
})

/** A company about which nothing is recorded. */
async function lonely(): Promise<number> {
  const form = { name: `复核第${++made}机电有限公司`, creditCode: newCreditCode(), provinceCode: '110000' }
  return (await first.api.post('/staff/organisation/add', { form })).data.id
}

/** A draft that can be opened, and a ballot that somebody has opened. */
async function draftedBallot(means: 'paper' | 'online' = 'paper') {
  const made = (await first.api.post('/staff/ballot/save', draftOf({ means: [means] }))).data
  const { data } = await first.api.post('/staff/ballot/roll', { ...made, voters: [{ name: '程晓明' }] })
  return { id: data.id, version: data.version }
}
async function readyBallot(means: 'paper' | 'online' = 'paper') {
  const { id } = await draftedBallot(means)
  const [opened] = await site.services.db.update(ballot).set({ state: 'open' }).where(eq(ballot.id, id)).returning()
  return { id, version: opened!.version }
}

/** A fee schedule on the agenda of a meeting, of a year for which nothing was raised. */
async function feeMotion() {
  const [kind] = (await first.api.get('/staff/meeting/choices')).data.kinds
  const [body] = (await first.api.get('/staff/meeting/choices')).data.bodies
  const about = { title: named('会议'), bodyId: body.id, meetsOn: today }
  const of = (await first.api.post('/staff/meeting/save', about)).data
  await first.api.post('/staff/meeting/item/save', { ...of, kindId: kind.id, title: '调整会费标准' })
  const [{ itemId }] = (await first.api.get('/staff/meeting/detail', { id: of.id })).data.agenda
  const [{ code }] = await found('/staff/level/list')
  const fees = [{ levelCode: String(code), amount: 9000 + ++made }]
  return { itemId, kind: 'levelFees', form: { fromYear: 2100, fees } }
}

/** Inputs for calls whose contract example would have no effect on this site. */
const prepared: Record<string, () => Promise<object>> = {
  'POST /staff/colleague/invite': async () => ({ userName: newUserName(), displayName: '王敏', roles: ['reviewer'] }),
  'POST /staff/colleague/save': async () => ({ ...(await someone()), displayName: '王敏', roles: ['reviewer'] }),
  'POST /staff/colleague/enable': async () => {
    const one = await someone()
    await site.services.db.update(account).set({ status: 'disabled' }).where(eq(account.id, one.id))
    return one
  },
  'POST /staff/colleague/reset': async () => {
    const one = await someone()
    await site.services.db.update(account).set({ passwordHash: 'x' }).where(eq(account.id, one.id))
    return one
  },
  'POST /staff/colleague/forgetTotp': someone,
  'POST /staff/role/save': async () => ({
    form: { name: named('角色'), permissions: ['staff:content'], status: 'open' },
  }),
  'POST /staff/role/remove': async () => {
    const [role] = await site.services.db
      .insert(staffRole)
      .values({ code: named('role-'), name: named('角色'), permissions: ['staff:content'] })
      .returning()
    return { id: role!.id, version: await versionOf('/staff/role/list', role!.id) }
  },
  'POST /staff/branch/save': async () => ({ form: { name: named('分会'), provinces: [], status: 'open' } }),
  'POST /staff/branch/remove': async () => {
    await byTwo('/staff/branch/save', { form: { name: named('分会'), provinces: [], status: 'open' } })
    const { id, version } = (await found('/staff/branch/list')).at(-1)
    return { id, version }
  },
  'POST /staff/deputy/name': async () => ({
    deputyId: (await someone()).id,
    fromDay: addDays(today, 20 + ++made),
    toDay: addDays(today, 20 + made),
  }),
  'POST /staff/colleague/nameDeputy': async () => ({
    id: (await someone()).id,
    deputyId: (await someone()).id,
    ...term,
  }),
  'POST /staff/approval/rules': async () => ({ rules: ['payAccount'] }),
  'POST /staff/settings/payAccount': async () => {
    const { version, values } = (await found('/staff/settings')).find(
      (one: { code: string }) => one.code === 'payAccount',
    )
    return { version, form: { ...values, number: `62220000${String(++made).padStart(6, '0')}` } }
  },
  'POST /staff/seal/save': async () => ({
    version: (await first.api.get('/staff/seal')).data.version,
    form: { seal: null },
  }),
  'POST /staff/credential/key/rotate': async () => ({ seen: await key('signing') }),
  'POST /staff/credential/key/retire': async () => {
    if (!(await key('verifying'))) await byTwo('/staff/credential/key/rotate', { seen: await key('signing') })
    return { kid: await key('verifying') }
  },
  'POST /staff/credential/key/revoke': async () => ({ kid: await key('signing'), reason: '备份曾经遗失' }),
  'POST /staff/certificate/act': async () => {
    const [{ id }] = await found('/staff/certificate/list', { pageSize: 1, status: 'valid' })
    const { seen } = await found('/staff/certificate/detail', { id })
    return { id, seen, action: 'revoked', reason: '抽查不合格', effectiveOn: today }
  },
  'POST /staff/award-winner/withdraw': async () => {
    const [{ id, version }] = await found('/staff/award-winner/list', { pageSize: 1 })
    return { id, version, effectiveOn: today, reason: '经查申报材料不实' }
  },
  'POST /staff/level/save': async () => ({ form: await level() }),
  'POST /staff/level/remove': async () => {
    await byTwo('/staff/level/save', { form: await level() })
    const { id, version } = (await found('/staff/level/list')).at(-1)
    return { id, version }
  },
  'POST /staff/fee/adjust': async () => {
    const { id, version } = await dueFee()
    return { id, version, amount: 50, reason: '理事会决议' }
  },
  'POST /staff/received/writeOff': async () => {
    const { id: _, ...fee } = await dueFee()
    const owed = { ...fee, year: 2090, state: 'due' as const, amount: 100 }
    const [made] = await raiseFees({ ...site.services, now: new Date() }, [owed])
    return { payable: 'memberFee', payableId: made!, expected: 100, reason: '理事会决议', size: 'large' }
  },
  'POST /staff/fee/unraise': async () => {
    const { id: _, ...fee } = await dueFee()
    await raiseFees({ ...site.services, now: new Date() }, [{ ...fee, year: 2091, state: 'due', amount: 100 }])
    return { year: 2091, reason: '年度填错', expected: 1 }
  },
  'POST /staff/fee/cancelFor': async () => {
    const { memberId, year } = await dueFee()
    return { ids: [memberId], year, reason: '年度填错' }
  },
  'POST /staff/newsletter/send': async () => {
    const { db, encryption } = site.services
    const name = named('reader')
    const [emailSealed, keySealed] = [encryption.encrypt(`${name}@example.com`), encryption.encrypt(name)]
    const keys = { emailSealed, emailHash: name, keySealed, keyHash: name }
    await db.insert(newsletterSubscriber).values({ ...keys, state: 'confirmed', consent: '' })
    const [{ kind, id }] = await found('/staff/newsletter/offer')
    const issue = { form: { title: named('简报') }, items: [{ kind, id }] }
    return (await first.api.post('/staff/newsletter/save', issue)).data
  },
  'POST /staff/industry/release': async () => {
    const { db } = site.services
    const row = { code: named('form'), name: named('月报'), frequency: 'month', dueDays: 10, cells: [] } as const
    const [form] = await db
      .insert(statisticsForm)
      .values({ ...row, cells: [] })
      .returning()
    const of = { formId: form!.id, size: 'small', fromPeriod: '2026-01' } as const
    const [reporter] = await db
      .insert(statisticsReporter)
      .values({ ...of, organisationId: await lonely() })
      .returning()
    const report = { reporterId: reporter!.id, period: '2026-01', dueOn: '2026-02-10', state: 'accepted' } as const
    await db.insert(statisticsReport).values({ ...report, formId: form!.id })
    return { formId: form!.id, period: '2026-01', releaseAt: `${addDays(today, 3)}T09:00:00+08:00` }
  },
  'POST /staff/closing/reopen': async () => {
    const day = '2019-03-07'
    const { version } = (await first.api.get('/staff/closing/day', { day })).data
    const { data } = await first.api.post('/staff/closing/close', { day, version })
    return { id: data.id, reason: '一笔到账记错了日期' }
  },
  'POST /staff/review/correct': async () => {
    for (const { id } of await found('/staff/review/list', { state: 'submitted', pageSize: 100 })) {
      const { version } = (await first.api.get('/staff/review/detail', { id })).data
      const decision = { id, version, action: 'return', opinion: '请补充材料', remarks: [] }
      await first.api.post('/staff/review/decide', decision)
      const { correction } = (await first.api.get('/staff/review/detail', { id })).data
      if (correction?.obstacle === null) return { id, eventId: correction.eventId, reason: '看错了材料' }
    }
    throw new Error('no application can be corrected')
  },
  'POST /staff/complaint/data': async () => {
    const { kinds } = (await first.api.get('/staff/complaint/choices')).data
    const { id: kindId } = kinds.find(({ isAboutData }: { isAboutData: boolean }) => isAboutData)
    const [person] = await found('/staff/person/list', {})
    const asked = { topic: '复制', channel: 'visit', receivedOn: '2026-03-02', content: '要自己的信息' }
    const form = { ...asked, personName: '程晓明', identity: '核对了身份证原件' }
    const { data } = await first.api.post('/staff/complaint/save', { kindId, form, personId: person.id })
    return { id: data.id }
  },
  'POST /staff/meeting/effect': feeMotion,
  'POST /staff/ballot/open': () => draftedBallot(),
  'POST /staff/ballot/extend': async () => ({
    ...(await readyBallot()),
    closesAt: new Date(Date.now() + 86_400_000).toISOString(),
    reason: '参加人数不足',
  }),
  'POST /staff/ballot/letters': async () => {
    const { id } = await readyBallot('online')
    const [voter] = await found('/staff/ballot/voters', { ballotId: id })
    return { id, voterIds: [voter.id] }
  },
  'POST /staff/ballot/strike': async () => {
    const { id } = await readyBallot()
    const [voter] = await found('/staff/ballot/voters', { ballotId: id })
    return { id, voterId: voter.id, reason: '已退会' }
  },
  'POST /staff/ballot/discardCount': async () => {
    const { id } = await readyBallot()
    const { db } = site.services
    await db.update(ballot).set({ state: 'closed' }).where(eq(ballot.id, id))
    const [teller] = await db.select({ id: account.id }).from(account).where(eq(account.userName, 'admin'))
    const count = { cast: 1, rejected: 0, questions: [] }
    const [made] = await db.insert(ballotPaperCount).values({ ballotId: id, tellerId: teller!.id, count }).returning()
    return { id, countId: made!.id, reason: '计票员离职' }
  },
  'POST /staff/election/confirm': () => decidedElection(site),
  'POST /staff/ballot/void': async () => ({ ...(await readyBallot()), reason: '名单有误' }),
  'POST /staff/go-live': async () => {
    await writeSetting(site.ctx(), 'trial', { startedAt: new Date().toISOString() })
    return { name: (await first.api.get('/staff/go-live')).data.associationName, removed: [] }
  },
  'POST /staff/organisation/merge': async () => {
    const [one, other] = [await lonely(), await lonely()]
    const { from, into } = (await first.api.get('/staff/organisation/merge', { id: one, intoId: other })).data
    const read = { id: one, version: from.version, intoId: other, intoVersion: into.version }
    return { ...read, taken: [], reason: '同一家单位登记了两次' }
  },
  'POST /staff/organisation/remove': async () => {
    const id = await lonely()
    return { id, version: (await first.api.get('/staff/organisation/removal', { id })).data.version, reason: '误登记' }
  },
  'POST /staff/refund/agree': async () => {
    const paid = await found('/staff/receivable/list', { state: 'paid', pageSize: 100 })
    const details = await Promise.all(
      paid.map(async ({ id }: { id: number }) => (await first.api.get('/staff/receivable/detail', { id })).data),
    )
    const one = details.find(({ refundable }) => refundable > 1)
    return { id: one.id, amount: 1, reason: '多缴', payee: '示例公司', account: '622200000000' }
  },
}
/** Calls by which a record requests its approval, by the call that approves it. */
const askedBy: Record<string, string> = { 'POST /staff/refund/agree': 'POST /staff/refund/ask' }

const rows = Object.entries(contract).flatMap(([of, { secondPerson }]) => (secondPerson ? [of] : []))

describe('takes two, and of these none is the second', () => {
  test.each(rows)('%s', { timeout: 120_000 }, async of => {
    const input = await (prepared[of]?.() ?? contract[of]!.example ?? {})
    const before = await digest()
    const call = askedBy[of] ?? of
    const isGet = call.startsWith('GET')
    const asked = isGet
      ? await first.api.get(pathOf(call), input as Record<string, string>)
      : await first.api.post(pathOf(call), input)
    expect(asked, JSON.stringify(asked)).toMatchObject({ code: askedBy[of] ? 200 : 202 })
    const kept = await digest()
    if (!askedBy[of]) expect(kept, 'asking changes nothing').toEqual(before)
    const { id, changes } = await waitingFor(first.api)
    expect(changes.length, 'the second person reads what it is about').toBeGreaterThan(0)
    const none: [string, Colleague, RegExp][] = [
      ['who asked', first, /您自己提出/],
      ['the own deputy', ownDeputy, /代理得来的/],
      ['an account that who asked has opened', madeByAsker, /开通/],
      ['an account that who asked has reset', resetByAsker, /重设/],
      ['an account opened by one of those', madeByMade, /开通/],
    ]
    for (const [who, { api }, reason] of none) {
      expect(await agree(api, id), who).toMatchObject({ code: 403, msg: expect.stringMatching(reason) })
      const forMe = (await api.get('/staff/approval/list', { state: 'forMe' })).data.list
      expect(
        forMe.map((one: { id: number }) => one.id),
        who,
      ).not.toContain(id)
    }
    expect(await digest(), 'nothing has changed').toEqual(kept)
    expect(await agree(second.api, id)).toMatchObject({ code: 200 })
    // A file is not made by agreeing: whoever asked takes it afterwards.
    const isFile = contract[of]!.output === 'file'
    if (!isGet && !isFile) expect(await digest(), 'the second person makes it happen').not.toEqual(kept)
  })
})

test('what is kept is read again as the same: nobody agrees to something else than was asked', () => {
  for (const of of rows) {
    const { input, example = {} } = contract[of]!
    const once = JSON.parse(JSON.stringify(input.parse(example)))
    expect(JSON.parse(JSON.stringify(input.parse(once))), of).toEqual(once)
  }
})

/** Groups of calls that move money, keys, seals, roles, deputies and branches, and what of them one person does alone. */
const guarded = [
  'colleague',
  'role',
  'branch',
  'deputy',
  'seal',
  'credential',
  'level',
  'refund',
  'closing',
  'fee',
  'approval',
].map(group => `POST /staff/${group}/`)
const guardedCalls = [
  'POST /staff/settings/payAccount',
  'POST /staff/certificate/act',
  'POST /staff/award-winner/withdraw',
]
const alone: Record<string, string> = {
  'POST /staff/colleague/disable': 'takes rights away, and must be quick',
  'POST /staff/colleague/endSessions': 'takes rights away, and must be quick',
  'POST /staff/colleague/endDeputy': 'takes rights away',
  'POST /staff/colleague/handOver': 'gives no rights: a deputyship is not handed over where that takes two',
  'POST /staff/deputy/end': 'takes rights away',
  'POST /staff/branch/move': 'the order on the screen',
  'POST /staff/level/move': 'the order on the screen',
  'POST /staff/refund/accept': 'asks for the approval',
  'POST /staff/refund/refuse': 'no money goes',
  'POST /staff/refund/ask': 'asks for the approval',
  'POST /staff/refund/askAgain': 'asks for the approval',
  'POST /staff/refund/withdraw': 'no money goes',
  'POST /staff/refund/pay': 'what two have agreed to has been transferred',
  'POST /staff/refund/account': 'shows a number, and is logged',
  'POST /staff/closing/close': 'fixes what is there',
  'POST /staff/closing/closeMany': 'fixes what is there',
  'POST /staff/fee/confirm': 'money has come in, as the bank statement says',
  'POST /staff/fee/settle': 'money has come in, as the bank statement says',
  'POST /staff/fee/settleMany': 'money has come in, as the bank statement says',
  'POST /staff/fee/raise': 'asks members for what the standard says',
  'POST /staff/fee/raiseFor': 'asks members for what the standard says',
  'POST /staff/fee/remind': 'a reminder',
  'POST /staff/fee/receipt': 'sends a paper',
  'POST /staff/approval/agree': 'is the second person',
  'POST /staff/approval/refuse': 'is the second person',
  'POST /staff/approval/withdraw': 'nothing is done',
}
test('every call that moves money, keys, seals, roles, deputies or branches takes two, or says why not', () => {
  const dangerous = Object.keys(contract).filter(
    of => guarded.some(group => of.startsWith(group)) || guardedCalls.includes(of),
  )
  const lacking = dangerous.filter(of => !contract[of]!.secondPerson)
  expect(lacking.toSorted()).toEqual(Object.keys(alone).toSorted())
  for (const of of guardedCalls) expect(contract[of], of).toBeDefined()
})

describe('no way round', () => {
  const records: Record<string, () => Promise<object>> = {
    staffRole: async () => ({ name: named('角色'), permissions: ['staff:content'], status: 'open' }),
    branch: async () => ({ name: named('分会'), provinces: [], status: 'open' }),
    memberLevel: () => level(),
  }
  test('by a pack: of no kind of record that takes two', async () => {
    const kinds = allPackables().filter(({ secondPerson }) => secondPerson)
    expect(kinds.map(({ objectType }) => objectType).toSorted()).toEqual(Object.keys(records).toSorted())
    for (const { objectType } of kinds) {
      const before = await digest()
      const pack = {
        hangxie: 1,
        name: '试用',
        version: '1.0.0',
        records: { [objectType]: [await records[objectType]!()] },
      }
      const content = JSON.stringify(pack)
      const { data } = await first.api.post('/staff/pack/preview', { content })
      expect(data.faults, objectType).toMatchObject([{ message: expect.stringMatching(/须双人复核/) }])
      expect(await first.api.post('/staff/pack/apply', { content, digest: data.digest })).toMatchObject({ code: 400 })
      expect(await digest()).toEqual(before)
    }
  })

  const changes: Record<string, () => Promise<void>> = {
    收款账户: async () => byTwo('/staff/settings/payAccount', await prepared['POST /staff/settings/payAccount']!()),
    角色: () => changed('role', { permissions: ['staff:content'] }),
    分支机构: () => changed('branch', { contact: '王敏' }),
    会员级别: () => changed('level', { votes: 3 }),
  }
  async function changed(what: string, more: object) {
    const list = await found(`/staff/${what}/list`)
    const { id, version, values } = list.find(({ code }: { code?: string }) => code !== 'admin')
    await byTwo(`/staff/${what}/save`, { id, version, form: { ...values, ...more } })
  }
  test.each(Object.keys(changes))('by bringing back what %s was before', async what => {
    if (what === '分支机构') await byTwo('/staff/branch/save', (await prepared['POST /staff/branch/save']!()) as object)
    await changes[what]!()
    const { list } = (await first.api.get('/staff/audit/list', { pageSize: 20 })).data
    const line = list.find(({ actionName }: { actionName: string }) => /修改|设置/.test(actionName))
    const before = await digest()
    for (const path of ['/staff/audit/restore', '/staff/site/restore'])
      expect((await first.api.post(path, { id: line.id, overwrite: true })).code, path).toBeGreaterThanOrEqual(400)
    expect(await first.api.post('/staff/audit/restore', { id: line.id, overwrite: true })).toMatchObject({
      code: 403,
      msg: expect.stringMatching(/双人复核/),
    })
    expect(await digest()).toEqual(before)
  })

  test('by the call that only an approval makes: whoever makes it directly is refused, and nothing waits', async () => {
    const asked = await first.api.post('/staff/refund/ask', await prepared['POST /staff/refund/agree']!())
    const before = await waitingFor(first.api)
    const { id } = asked.data
    for (const body of [{ id }, { id: String(id) }, { id, x: 1 }])
      for (const { api } of [first, second])
        expect(await api.post('/staff/refund/agree', body)).toMatchObject({ code: 403 })
    expect(await waitingFor(first.api)).toEqual(before)
    const labels = before.changes.map(one => (one as { label: string }).label)
    for (const label of ['退款金额', '原因', '收款户名', '收款账号']) expect(labels).toContain(label)
  })

  test('by the same thing in other words: what is asked for twice is read before it is compared', async () => {
    const { id, version } = await someone()
    expect(await first.api.post('/staff/colleague/reset', { id, version })).toMatchObject({ code: 202 })
    for (const body of [
      { id: String(id), version },
      { id, version, x: 1 },
    ])
      expect(await first.api.post('/staff/colleague/reset', body)).toMatchObject({ code: 409 })
  })
})
