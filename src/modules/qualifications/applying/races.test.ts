import { and, eq, like } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { dayOf } from '#lib/dates.ts'
import { account } from '#modules/accounts/server/tables.ts'
import { issueCertificate } from '#modules/certificates/issuing/server/issuing.ts'
import { certificate, certificateEvent } from '#modules/certificates/server/tables.ts'
import { message } from '#modules/messages/server/tables.ts'
import { application, publicNotice } from '#modules/review/server/tables.ts'
import { setUpSite, site } from '#test/setups/site.ts'
import { secretary } from '#test/support/applying.ts'
import { asStaff, staffWith } from '#test/support/make.ts'
import { dayOrNight } from '#test/support/night.ts'
import { begin, certified, company, type Desks, endNotice, handIn, pass } from '#test/support/qualifying.ts'
import { qualificationCase } from '../server/tables.ts'

setUpSite({ demo: true, env: { WRITES_PER_MINUTE: '5000' } })

let desks: Desks
beforeAll(async () => {
  const [reviewer, cashier] = [await asStaff(site, 'reviewer'), await asStaff(site, 'cashier')]
  desks = { reviewer, cashier, secretary: await secretary(site) }
})

const today = dayOf(new Date())
const CREDIT = 701
const AA = 7012
const codes = (answers: { code: number }[]) => answers.map(({ code }) => code).toSorted()

/** The serials given out this year under a level, in their order. */
async function serialsOf(kindCode: string, levelCode: string): Promise<number[]> {
  const series = `CBWA-${kindCode}-${levelCode}-${today.slice(0, 4)}-`
  const rows = await site.services.db
    .select({ number: certificate.number })
    .from(certificate)
    .where(and(eq(certificate.kindCode, kindCode), like(certificate.number, `${series}%`)))
  return rows.map(({ number }) => Number(number.slice(series.length))).toSorted((a, b) => a - b)
}
const upTo = (count: number) => Array.from({ length: count }, (_, i) => i + 1)

/** Retries a call that was refused with 503 because too many are waiting. */
async function insist<Answer extends { code: number }>(ask: () => Promise<Answer>): Promise<Answer> {
  const answer = await ask()
  return answer.code === 503 ? insist(ask) : answer
}

/**
 * Issues one certificate in its own transaction, as approvals and staff do; with `fails` it throws after the number was
 * assigned.
 */
async function issueOne(organisationName: string, fails: boolean): Promise<{ code: number }> {
  const failure = new Error('after the number was given')
  const of = { kindCode: 'QX03', kindName: '演示', levelCode: 'B', groupCode: 'QX', groupName: '演示' } as const
  const dates = { issuedOn: today, validFrom: today, validTo: null, publishedAt: null }
  const named = { organisationName, holderName: organisationName, issuer: '演示' }
  const asking = site.ctx()
  return site.services.db
    .transaction(async db => {
      await issueCertificate({ ...asking, db }, { register: 'qualification', ...of, ...named, ...dates })
      if (fails) throw failure
    })
    .then(
      () => ({ code: 200 }),
      error => ({ code: error === failure ? 400 : 503 }),
    )
}

test('issued at once, with some between that fail, they are numbered from 1 without a gap', async () => {
  const { orgName } = await company(site)
  const good = dayOrNight(100, 500)
  const all = Array.from({ length: (11 * good) / 10 }, (_, i) => insist(() => issueOne(orgName!, i % 11 === 0)))
  const answers = codes(await Promise.all(all))
  expect(answers.filter(code => code === 200)).toHaveLength(good)
  expect(await serialsOf('QX03', 'B')).toEqual(upTo(good))
}, 120_000)

test('what staff issue at once by hand, refused ones between, has no gap either', async () => {
  const by = await company(site)
  const admin = await asStaff(site, 'admin')
  const of = { kindCode: 'QX03', levelCode: 'C', organisationId: by.organisationId, issuedOn: today }
  const issue = (i: number) =>
    // Every fifth request is invalid: its validTo lies before its issue date.
    admin.post('/staff/certificate/issue', { ...of, ...(i % 5 === 0 && { validTo: '2020-01-01' }) })
  const count = dayOrNight(20, 50)
  const answers = codes(await Promise.all(Array.from({ length: count }, (_, i) => insist(() => issue(i)))))
  expect(answers.filter(code => code === 400)).toHaveLength(count / 5)
  expect(await serialsOf('QX03', 'C')).toEqual(upTo((count * 4) / 5))
}, 60_000)

/** Applications of as many companies, each decided and at the end of its notice; written down, for there are many. */
async function atTheirEnd(count: number): Promise<number[]> {
  const { db } = site.services
  const model = await company(site)
  const id = await begin(model, { applyType: 'initial', childId: CREDIT, levelId: AA })
  await pass(site, desks, model, id, 'noticed')
  await endNotice(site, id)
  const [of] = await db.select().from(application).where(eq(application.id, id))
  const [about] = await db.select().from(qualificationCase).where(eq(qualificationCase.applicationId, id))
  const [notice] = await db.select().from(publicNotice).where(eq(publicNotice.applicationId, id))
  const accounts = Array.from({ length: count }, (_, i) => {
    return { kind: 'organisation' as const, userName: `race_${i}`, displayName: `race ${i}`, passwordHash: 'none' }
  })
  const owners = await db.insert(account).values(accounts).returning({ id: account.id })
  const { id: _, number: __, accountId: ___, ...copied } = of!
  const copies = await db
    .insert(application)
    .values(owners.map(owner => ({ ...copied, accountId: owner.id, number: `ZS-R-${owner.id}` })))
    .returning({ id: application.id })
  await db.insert(qualificationCase).values(copies.map(({ id }) => ({ ...about!, applicationId: id })))
  const { id: ____, ...notices } = notice!
  await db.insert(publicNotice).values(copies.map(({ id }) => ({ ...notices, applicationId: id })))
  return copies.map(({ id }) => id)
}

test('approved at once, each by two, they get one number each, without a gap behind the refused', async () => {
  const before = (await serialsOf('XY01', 'AA')).length
  const count = dayOrNight(10, 40)
  const ids = await atTheirEnd(count)
  const other = await secretary(site)
  const { data } = await desks.reviewer.get('/staff/review/detail', { id: ids[0]! })
  const pass = (by: typeof other, id: number) =>
    by.post('/staff/decision/record', { id, version: data.version, action: 'pass', opinion: '' })
  const all = ids.flatMap(id => [desks.secretary, other].map(by => insist(() => pass(by, id))))
  const answers = await Promise.all(all)
  expect(answers.filter(({ code }) => code === 200)).toHaveLength(count)
  const late = answers.filter(({ code }) => code === 409)
  expect(late).toHaveLength(count)
  for (const { msg } of late) expect(msg).toMatch(/^已由 .+ 于 .+ 通过/)
  expect(await serialsOf('XY01', 'AA')).toEqual(upTo(before + count))
}, 60_000)

test('approved and withdrawn at once it is one of the two, and only what is approved takes effect', async () => {
  for (let round = 0; round < dayOrNight(1, 3); round++) {
    const by = await company(site)
    const { certId } = await certified(site, by)
    const id = await begin(by, { applyType: 'replacement', certId })
    await handIn(by, id)
    const { data } = await desks.reviewer.get('/staff/review/detail', { id })
    const answers = await Promise.all([
      desks.reviewer.post('/staff/review/decide', { id, version: data.version, action: 'pass' }),
      by.api.post('/member/application/withdraw', { id, version: data.version }),
    ])
    expect(codes(answers)).toEqual([200, 409])
    const isApproved = answers[0]!.code === 200
    const { apply, cert } = (await by.api.get('/qualification/detail', { id })).data
    expect([apply.status, cert?.id]).toEqual(isApproved ? ['approved', certId] : ['withdrawn', undefined])
    const events = await site.services.db
      .select()
      .from(certificateEvent)
      .where(and(eq(certificateEvent.certificateId, certId), eq(certificateEvent.kind, 'reissued')))
    expect(events).toHaveLength(isApproved ? 1 : 0)
  }
})

test('two reviewers at once: one decides, the other is told by whom and when; the applicant is told once', async () => {
  const by = await company(site)
  const id = await begin(by, { applyType: 'initial', childId: CREDIT, levelId: AA })
  await handIn(by, id)
  const other = await asStaff(site, await staffWith(site, ['reviewer']))
  const { data } = await desks.reviewer.get('/staff/review/detail', { id })
  const decision = { id, version: data.version, action: 'return', opinion: '请补充' }
  const answers = await Promise.all([desks.reviewer, other].map(one => one.post('/staff/review/decide', decision)))
  expect(codes(answers)).toEqual([200, 409])
  expect(answers.find(({ code }) => code === 409)!.msg).toMatch(/^已由 .+ 于 .+ 退回补正/)
  const told = await site.services.db.select().from(message).where(eq(message.objectId, id)).orderBy(message.id)
  expect(told.filter(({ title }) => title.includes('退回'))).toHaveLength(1)
})

test('begun five times at once there is one; the others are told which', async () => {
  const by = await company(site)
  const wanted = { applyType: 'initial', childId: CREDIT, levelId: AA }
  const answers = await Promise.all(upTo(5).map(() => by.api.post('/qualification/addApply', wanted)))
  expect(codes(answers)).toEqual([200, 409, 409, 409, 409])
  expect(answers.find(({ code }) => code === 409)!.msg).toContain('已有在办的首次申请')
  const rows = await site.services.db.select().from(application).where(eq(application.accountId, by.accountId))
  expect(rows).toHaveLength(1)
})

test('handed in three times at once it is handed in once', async () => {
  const by = await company(site)
  const id = await begin(by, { applyType: 'initial', childId: CREDIT, levelId: AA })
  const answers = await Promise.all([handIn(by, id), handIn(by, id), handIn(by, id)])
  expect(codes(answers)).toEqual([200, 200, 200])
  const { data } = await by.api.get('/qualification/detail', { id })
  expect(data.progress.rounds).toHaveLength(1)
  expect(data.apply.status).toBe('submitted')
})

test('confirmed twice at once it goes on once', async () => {
  const by = await company(site)
  const id = await begin(by, { applyType: 'initial', childId: CREDIT, levelId: AA })
  await pass(site, desks, by, id, 'paying')
  const { version } = (await desks.reviewer.get('/staff/review/detail', { id })).data
  const confirm = () => desks.cashier.post('/staff/fee/confirm', { id, version, action: 'pass' })
  const answers = await Promise.all([confirm(), confirm()])
  expect(codes(answers)).toEqual([200, 409])
  const { data } = await by.api.get('/qualification/detail', { id })
  expect(data).toMatchObject({ apply: { status: 'deciding' }, fee: { state: 'confirmed' } })
})
