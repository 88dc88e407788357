import { and, eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { addDays, dayOf } from '#lib/dates.ts'
import { residentIdCheck } from '#lib/residentId.ts'
import { application } from '#modules/review/server/tables.ts'
import { setUpSite, site } from '#test/setups/site.ts'
import { asStaff, putFile, signInAs, staffWith } from '#test/support/make.ts'
import { staffed } from '#test/support/staffed.ts'
import { account } from '../accounts/server/tables.ts'
import { employment, person } from '../members/server/tables.ts'
import { message } from '../messages/server/tables.ts'

setUpSite({ demo: true, env: { WRITES_PER_MINUTE: '10000' } })

const today = dayOf(new Date())
let serial = 200
const newIdNumber = () => {
  const first17 = `11000019900309${++serial}`
  return first17 + residentIdCheck(first17)
}
type Company = Awaited<ReturnType<typeof staffed>>
type Named = { id: number; name: string; idNumber: string }

async function employed(company: Company, over: object = {}): Promise<Named> {
  const who = { name: '柳如是', idType: 'resident', idNumber: newIdNumber() }
  const { data } = await company.post('/person/add', { form: { ...who, provinceCode: '110000', ...over } })
  return { ...who, id: data.id }
}
const versionOf = async (company: Company, id: number) => (await company.get('/person/detail', { id })).data.version
const letGo = async (company: Company, id: number) =>
  company.post('/person/leave', {
    id,
    version: await versionOf(company, id),
    form: { reason: 'resigned', day: today },
  })
const take = (company: Company, { name, idNumber }: Omit<Named, 'id'>, more: object = {}) =>
  company.post('/person/takeover', { form: { name, idType: 'resident', idNumber, fromDay: today }, ...more })
const tokenOf = async ({ accountId }: Company) => {
  const [of] = await site.services.db.select().from(account).where(eq(account.id, accountId))
  return signInAs(site, of!.userName, '清洗之前先看水质 7')
}
const proof = async (company: Company) => [await putFile(site, await tokenOf(company), '劳动合同.png')]
const applied = async (company: Company, who: Named) =>
  (await take(company, who, { fileIds: await proof(company) })).data as { applyId: number; status: string }
const employerOf = async (id: number) =>
  (await site.services.db.select().from(person).where(eq(person.id, id)))[0]!.organisationId
const titlesOf = async ({ accountId }: Company) =>
  (await site.services.db.select().from(message).where(eq(message.accountId, accountId)).orderBy(message.id)).map(
    ({ title }) => title,
  )
async function decide(id: number, action: string, more: object = {}) {
  const staff = await asStaff(site, await staffWith(site, ['reviewer']))
  const { version } = (await staff.get('/staff/review/detail', { id })).data
  return staff.post('/staff/review/decide', { id, version, action, ...more })
}

describe('somebody who is with nobody', () => {
  test('joins at once, and the history says from where to where', async () => {
    const [former, next] = [await staffed(site), await staffed(site)]
    const who = await employed(former, { fromDay: addDays(today, -90) })
    await letGo(former, who.id)
    expect((await take(next, who)).data).toMatchObject({ status: 'joined', personId: who.id })
    expect(await employerOf(who.id)).toBe(next.organisationId)
    const staff = await asStaff(site, 'reviewer')
    const { employments } = (await staff.get('/staff/person/detail', { id: who.id })).data
    expect(employments).toMatchObject([
      { organisationName: next.name, fromDay: today, toDay: null, beganName: '转入' },
      { organisationName: former.name, fromDay: addDays(today, -90), toDay: today, endedName: '单位登记离开' },
    ])
  })

  test('is got by one of two who take it at the same time; the other is asked for proof', async () => {
    const companies = [await staffed(site), await staffed(site), await staffed(site)]
    const who = await employed(companies[0]!)
    await letGo(companies[0]!, who.id)
    const answers = await Promise.all(companies.map(company => take(company, who)))
    expect(answers.map(({ data }) => data.status).sort()).toEqual(['joined', 'needsProof', 'needsProof'])
    const winner = companies[answers.findIndex(({ data }) => data.status === 'joined')]!
    expect(await employerOf(who.id)).toBe(winner.organisationId)
    const open = (await site.services.db.select().from(employment).where(eq(employment.personId, who.id))).filter(
      ({ toDay }) => toDay === null,
    )
    expect(open).toHaveLength(1)
  })

  test('is not found by a wrong name or number, nor told which of them is wrong', async () => {
    const company = await staffed(site)
    const who = await employed(await staffed(site))
    const [name, number] = [
      await take(company, { ...who, name: '顾横波' }),
      await take(company, { ...who, idNumber: newIdNumber() }),
    ]
    expect(name.code).toBe(400)
    expect(name).toEqual(number)
    expect(await take(company, { ...who, idNumber: '110000199003090000' })).toMatchObject({ code: 400 })
  })

  test('and an account that only tries is stopped', async () => {
    const company = await staffed(site)
    const answers = []
    for (let i = 0; i < 31; i++) answers.push(await take(company, { name: '柳如是', idNumber: newIdNumber() }))
    expect(answers.at(-1)).toMatchObject({ code: 429 })
  })
})

describe('somebody who is with another company', () => {
  test('is applied for with proof, and nobody says which company that is', async () => {
    const [former, next] = [await staffed(site), await staffed(site)]
    const who = await employed(former)
    const asked = await take(next, who)
    expect(asked.data).toMatchObject({ status: 'needsProof', applyId: null })
    const { applyId, status } = await applied(next, who)
    expect(status).toBe('submitted')
    expect(await employerOf(who.id)).toBe(former.organisationId)
    expect(await titlesOf(former)).toContain('人员转入：柳如是')
    const seen = [
      asked,
      await take(next, who),
      await next.get('/person/takeover/detail', { id: applyId }),
      await next.get('/member/application/detail', { id: applyId }),
      await next.get('/member/doing/list'),
    ]
    expect(JSON.stringify(seen)).not.toContain(former.name)
    expect(JSON.stringify(seen[2])).not.toContain(who.idNumber)
    expect((await next.get('/person/takeover/detail', { id: 1 })).code).toBe(404)
    expect((await former.get('/person/takeover/detail', { id: applyId })).code).toBe(404)
  })

  test('comes as soon as that company lets go: nobody has to decide any more', async () => {
    const [former, next, late] = [await staffed(site), await staffed(site), await staffed(site)]
    const who = await employed(former)
    const first = await applied(next, who)
    const second = await applied(late, who)
    expect((await letGo(former, who.id)).code).toBe(200)
    expect(await employerOf(who.id)).toBe(next.organisationId)
    const stateOf = async (id: number) =>
      (await site.services.db.select().from(application).where(eq(application.id, id)))[0]!.state
    expect([await stateOf(first.applyId), await stateOf(second.applyId)]).toEqual(['approved', 'submitted'])
    const { timeline } = (await next.get('/member/application/detail', { id: first.applyId })).data
    expect(timeline.at(-1)).toMatchObject({ by: 'calendar', opinion: '原单位已登记离开' })
    expect((await next.get('/person/detail', { id: who.id })).data.since).toBe(today)
  })

  test('comes when staff find the proof good; the former company is told, and warned of what it then lacks', async () => {
    const [former, next] = [await staffed(site, 'WB1'), await staffed(site)]
    const who = await employed(former)
    await former.certify(who.id, { validTo: addDays(today, 700) })
    for (let i = 0; i < 2; i++) await former.employ('技师', { validTo: addDays(today, 700) })
    await former.hold('FW02', 'C')
    const { applyId } = await applied(next, who)
    const staff = await asStaff(site, 'reviewer')
    const { aside } = (await staff.get('/staff/review/detail', { id: applyId })).data
    expect(aside[0].facts).toContainEqual({ label: '工作单位', text: former.name })
    expect(aside[0].facts.at(-1)).toMatchObject({ text: expect.stringContaining('将缺 1 名持证人员'), isBad: true })
    expect((await decide(applyId, 'pass')).data).toMatchObject({ status: 'approved' })
    expect(await employerOf(who.id)).toBe(next.organisationId)
    expect(await titlesOf(former)).toEqual(
      expect.arrayContaining(['柳如是已转入其他单位', expect.stringContaining('资质条件不足')]),
    )
    expect((await former.get('/person/detail', { id: who.id })).code).toBe(404)
  })

  test('stays where the proof does not do; what is sent back is mended', async () => {
    const [former, next] = [await staffed(site), await staffed(site)]
    const who = await employed(former)
    const { applyId } = await applied(next, who)
    const remarks = [{ slot: 'proof', text: '劳动合同缺签字页' }]
    expect((await decide(applyId, 'return', { opinion: '请补正', remarks })).code).toBe(200)
    const detail = (await next.get('/person/takeover/detail', { id: applyId })).data
    expect(detail).toMatchObject({ status: 'returned', canMend: true, openFields: [], remarks: [{ slot: 'proof' }] })
    const mended = await next.post('/person/takeover', {
      applyId,
      version: detail.version,
      form: { idNumber: newIdNumber() },
      fileIds: await proof(next),
      answers: { proof: '已补签字页' },
    })
    expect(mended.data).toMatchObject({ status: 'submitted' })
    const { materials } = (await (await asStaff(site, 'reviewer')).get('/staff/review/detail', { id: applyId })).data
    expect(materials).toMatchObject([{ slot: 'proof', answer: '已补签字页' }])
    expect((await decide(applyId, 'reject', { opinion: '证明与事实不符' })).data.status).toBe('rejected')
    expect(await employerOf(who.id)).toBe(former.organisationId)
  })

  test('has left when the mended application comes back: it passes by itself', async () => {
    const [former, next] = [await staffed(site), await staffed(site)]
    const who = await employed(former)
    const { applyId } = await applied(next, who)
    await decide(applyId, 'return', { opinion: '请补正', remarks: [{ text: '请说明' }] })
    await letGo(former, who.id)
    const { version } = (await next.get('/person/takeover/detail', { id: applyId })).data
    const again = await next.post('/person/takeover', {
      applyId,
      version,
      form: { remark: '已离职' },
      fileIds: await proof(next),
    })
    expect(again.data).toMatchObject({ status: 'approved', personId: who.id })
    expect(await employerOf(who.id)).toBe(next.organisationId)
  })

  test('is let go while staff decide: once, whoever is faster', async () => {
    const [former, next] = [await staffed(site), await staffed(site)]
    const who = await employed(former)
    const { applyId } = await applied(next, who)
    const answers = await Promise.all([letGo(former, who.id), decide(applyId, 'pass')])
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    expect(answers.filter(({ code }) => code === 200).length).toBeGreaterThan(0)
    expect(await employerOf(who.id)).toBe(next.organisationId)
    const here = and(eq(employment.personId, who.id), eq(employment.organisationId, next.organisationId))
    expect(await site.services.db.$count(employment, here)).toBe(1)
  })
})

test('the demo has somebody to be decided on', async () => {
  const staff = await asStaff(site, 'reviewer')
  const { list } = (await staff.get('/staff/review/list', { kind: 'personTakeover', pageSize: 100 })).data
  expect(list.map((row: { title: string }) => row.title)).toContain('谢一宁')
  const people = await site.services.db.$count(person)
  expect(await site.services.db.$count(employment)).toBeGreaterThan(people / 2)
})
