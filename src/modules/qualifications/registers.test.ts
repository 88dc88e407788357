import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { addDays } from '#lib/dates.ts'
import { provinces } from '#lib/provinces.ts'
import { auditEvent } from '#modules/audit/server/tables.ts'
import { certificate } from '#modules/certificates/server/tables.ts'
import { organisation } from '#modules/members/server/tables.ts'
import { application } from '#modules/review/server/tables.ts'
import { companyOf, move, rowOf, setUpShortfalls } from '#test/setups/qualifications/shortfalls.ts'
import { site, today } from '#test/setups/site.ts'
import { awaitingSite, expertCalled } from '#test/support/onSite.ts'
import { by, byName, expectNarrowed, expectNoOtherSort, expectSorted, openRegister } from '#test/support/registers.ts'
import { qualificationKind } from './server/tables.ts'
import { qualificationShortfall } from './shortfalls/server/tables.ts'

setUpShortfalls()

const provinceOrder = by(row => provinces.findIndex(({ short, name }) => [short, name].includes(row.provinceName)))
const heldOrders = {
  certNo: by(row => row.certNo),
  orgName: byName(row => row.orgName),
  provinceName: provinceOrder,
  validTo: by(row => row.validTo ?? '9999'),
}

/** A company of that province with a certificate that lacks somebody since that day. */
async function short(provinceCode: string, lacksOn: string, validTo: string | null) {
  const company = await companyOf(3)
  await move(company.people[0]!, null)
  const { db } = site.services
  await db.update(organisation).set({ provinceCode }).where(eq(organisation.id, company.organisationId))
  await db.update(certificate).set({ validTo }).where(eq(certificate.id, company.certId))
  await db
    .update(qualificationShortfall)
    .set({ lacksOn })
    .where(eq(qualificationShortfall.certificateId, company.certId))
  return { ...company, id: (await rowOf(company))!.id }
}

test('shortfalls begin with the earliest that is not over, are narrowed by each filter and sorted by headings', async () => {
  const first = await short('110000', addDays(today, -20), addDays(today, 300))
  const second = await short('440000', addDays(today, -10), null)
  const ahead = await short('320000', addDays(today, 30), addDays(today, 400))
  const over = await short('320000', addDays(today, -5), addDays(today, 400))
  const { db } = site.services
  const set = (id: number, values: Partial<typeof qualificationShortfall.$inferInsert>) =>
    db.update(qualificationShortfall).set(values).where(eq(qualificationShortfall.id, id))
  await set(over.id, { resolvedAt: new Date() })
  await set(second.id, { remindedAt: new Date(), missing: [{ what: 'senior', needed: 2, have: 1 }] })
  const shortfalls = await openRegister(site, '/staff/qualification/shortfall')
  const { rows } = await shortfalls.list()
  const mine = rows.map(({ id }) => id).filter(id => [first.id, second.id, ahead.id, over.id].includes(id))
  expect(mine).toEqual([first.id, second.id, ahead.id])
  await expectNarrowed(shortfalls, [
    [{ key: first.name }, row => row.orgName === first.name],
    [{ provinceCode: '440000' }, row => row.provinceName === '广东'],
    [{ state: 'ahead' }, row => row.state === 'ahead'],
    [{ what: 'senior' }, row => row.id === second.id],
    [{ since: today }, row => row.lacksOn >= today],
    [{ until: addDays(today, -15) }, row => row.lacksOn <= addDays(today, -15)],
  ])
  await expectSorted(
    shortfalls,
    { columns: 'certNo,orgName,provinceName,validTo,lacksOn,remindedOn' },
    { ...heldOrders, lacksOn: by(row => row.lacksOn), remindedOn: by(row => row.remindedOn ?? '') },
  )
  await expectNoOtherSort(shortfalls, '/staff/qualification/shortfall')
  expect((await shortfalls.workbook()).length).toBeGreaterThan(0)
  expect(await shortfalls.workbook({ kindCode: 'NONE' })).toEqual([])
  const [line, ...others] = await shortfalls.workbook({ state: 'resolved' })
  expect([line, others]).toMatchObject([{ 单位: over.name, 状态: '已解除', 解除之日: today }, []])
  expect(await shortfalls.workbook({ ids: String(over.id) })).toMatchObject([{ 单位: over.name }])
  expect(Object.keys(line!).join(' ')).toBe(
    '单位 地区 证书编号 种类 级别 证书有效期至 状态 不足之日 情况 发函提醒 解除之日',
  )
  const lines = await db
    .select()
    .from(auditEvent)
    .where(eq(auditEvent.action, 'shortfall.export'))
    .orderBy(auditEvent.id)
  expect(lines.at(-1)!.detail).toEqual({ rows: 1 })
})

test('certificates whose annual report is overdue are narrowed and sorted likewise', async () => {
  const [from, to] = [addDays(today, -40), addDays(today, -10)]
  const { db } = site.services
  await db.update(qualificationKind).set({ annualFrom: from.slice(5), annualTo: to.slice(5) })
  const first = await short('110000', today, addDays(today, 350))
  const second = await short('440000', today, null)
  await db
    .update(certificate)
    .set({ issuedOn: addDays(today, -450) })
    .where(eq(certificate.id, second.certId))
  const ofKind = await db.select().from(certificate).where(eq(certificate.kindCode, 'FW02'))
  const overdue = await openRegister(site, '/staff/qualification/annual')
  await expectNarrowed(overdue, [
    [{ key: first.name }, row => row.orgName === first.name],
    [{ kindCode: 'FW02' }, row => ofKind.some(({ id }) => id === row.certId)],
    [{ provinceCode: '440000' }, row => row.provinceName === '广东'],
  ])
  await expectSorted(
    overdue,
    { columns: 'certNo,orgName,provinceName,issuedOn,validTo' },
    { ...heldOrders, issuedOn: by(row => row.issuedOn) },
  )
  const [line] = await overdue.workbook({ key: first.name })
  expect(line).toMatchObject({ 单位: first.name, 地区: '北京', 年度报告截止: to, 发证日期: addDays(today, -500) })
})

test('site reviews begin with those without a day, then go by day; what is over comes last', async () => {
  const reviews = await openRegister(site, '/staff/qualification/site')
  const experts = [{ expertId: await expertCalled(site, '沈怀瑾'), role: 'leader' }]
  const arranged = async (plannedOn: string) => {
    const of = await awaitingSite(site)
    const plan = { plannedOn, days: 1, place: '北京市朝阳区演示路 28 号', note: '请备好质量手册', experts }
    expect(
      (await reviews.staff.post('/staff/qualification/site/arrange', { id: of.id, version: 0, ...plan })).code,
    ).toBe(200)
    return of
  }
  const over = await arranged(addDays(today, 2))
  const earlier = await arranged(addDays(today, 4))
  const sooner = await arranged(addDays(today, 3))
  const waiting = await awaitingSite(site)
  await site.services.db.update(application).set({ state: 'approved' }).where(eq(application.id, over.id))
  const { rows } = await reviews.list()
  const mine = rows.map(({ id }) => id).filter(id => [over, earlier, sooner, waiting].some(of => of.id === id))
  expect(mine).toEqual([waiting.id, sooner.id, earlier.id, over.id])
  await expectNarrowed(reviews, [
    [{ key: waiting.number }, row => row.id === waiting.id],
    [{ key: sooner.orgName }, row => row.title === sooner.orgName],
    [{ stage: 'onSite' }, row => row.stage === 'onSite'],
    [{ stage: 'over' }, row => row.stage === 'over'],
    [{ from: addDays(today, 3) }, row => row.plannedOn >= addDays(today, 3)],
    [{ to: addDays(today, 3) }, row => row.plannedOn !== null && row.plannedOn <= addDays(today, 3)],
  ])
  const stages = ['awaitingSite', 'onSite', 'rectifying', 'verifying', 'over']
  await expectSorted(
    reviews,
    { columns: 'title,stageName,plannedOn' },
    {
      title: byName(row => row.title),
      stageName: by(row => stages.indexOf(row.stage)),
      plannedOn: by(row => row.plannedOn ?? '9999'),
    },
  )
  const [line] = await reviews.workbook({ key: sooner.number })
  expect(line).toMatchObject({ 申请编号: sooner.number, 阶段: '已安排', 天数: '1', 组长: '沈怀瑾', 评审组人数: '1' })
  expect(Object.keys(line!).join(' ')).toBe(
    '申请编号 申请单位 申请类型 种类 级别 阶段 评审日期 天数 地点 组长 评审组人数 不符合项 其中已通过 整改期限',
  )
})
