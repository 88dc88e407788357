import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { addDays, dayOf } from '#lib/dates.ts'
import { lastDay, statusToday } from '#modules/certificates/status.ts'
import { organisation } from '#modules/members/server/tables.ts'
import { desks, setUpDesks } from '#test/setups/qualifications/desks.ts'
import { site } from '#test/setups/site.ts'
import { asStaff } from '#test/support/make.ts'
import {
  begin,
  type Company,
  certificateOf,
  certified,
  company,
  decide,
  handIn,
  handInMaterials,
  pass,
} from '#test/support/qualifying.ts'
import { qualificationKind } from '../server/tables.ts'
import { monthsBefore, reportingWindow } from './server/entitlement.ts'

setUpDesks()

const today = dayOf(new Date())
const yesterday = addDays(today, -1)

/** Returns the public check page's answer for a number, today or on the given day. */
const check = async (number: string, on?: string) =>
  (await site.get('/cert/verify', { number, ...(on && { on }) })).data
const statusOn = async (number: string, on?: string) => {
  const { on: then, today: now } = await check(number, on)
  return (then ?? now).certStatus
}

/** Runs one application about a certificate from start to decision. */
async function through(by: Company, wanted: object, form = {}) {
  const id = await begin(by, wanted)
  const handed = await handIn(by, id, form)
  if (handed.code !== 200) throw new Error(`${handed.msg} ${JSON.stringify(handed.data)}`)
  return pass(site, desks, by, id)
}

test('renewed in time, the old one lasts to its last day and the new one begins the day after', async () => {
  const by = await company(site)
  const validTo = addDays(today, 40)
  const { certId, certNo } = await certified(site, by, { validTo })
  const renewed = await through(by, { applyType: 'renewal', certId })
  const row = await certificateOf(site, renewed.certId)
  expect(row).toMatchObject({ replacesId: certId, issuedOn: today, validFrom: addDays(validTo, 1) })
  expect(row.validTo).toBe(lastDay(addDays(validTo, 1), 3))
  expect(await statusOn(certNo)).toBe('expiring')
  const old = await certificateOf(site, certId)
  const then = [validTo, addDays(validTo, 1)].map(day => statusToday(old, day).status)
  expect(then).toEqual(['expiring', 'expired'])
  expect(await statusOn(renewed.certNo)).toBe('notYet')
  expect(statusToday(row, addDays(validTo, 1)).status).toBe('valid')
  const again = await by.api.post('/qualification/addApply', { applyType: 'renewal', certId })
  expect(again).toMatchObject({ code: 409, msg: `已换发新证书 ${renewed.certNo}，请以新证书办理` })
})

test('renewed too late, there is a gap, and the check page tells of it', async () => {
  const by = await company(site)
  const validTo = addDays(today, -20)
  const { certId, certNo } = await certified(site, by, { validTo })
  const renewed = await through(by, { applyType: 'renewal', certId })
  expect(await certificateOf(site, renewed.certId)).toMatchObject({ validFrom: today, replacesId: certId })
  expect(await statusOn(certNo, yesterday)).toBe('expired')
  expect(await statusOn(certNo)).toBe('replaced')
  expect(await statusOn(renewed.certNo, yesterday)).toBe('notYet')
  expect(await statusOn(renewed.certNo)).toBe('valid')
})

test('after ninety days it is too late for a renewal', async () => {
  const by = await company(site)
  const { certId } = await certified(site, by, { validTo: addDays(today, -91) })
  const refused = await by.api.post('/qualification/addApply', { applyType: 'renewal', certId })
  expect(refused).toMatchObject({ code: 409, msg: expect.stringContaining('首次申请') })
})

test('an upgrade replaces the old one today; yesterday it was valid', async () => {
  const by = await company(site)
  const { certId, certNo } = await certified(site, by)
  const upgraded = await through(by, { applyType: 'upgrade', certId })
  expect(await certificateOf(site, upgraded.certId)).toMatchObject({
    levelCode: 'AAA',
    replacesId: certId,
    validFrom: today,
    validTo: lastDay(today, 3),
  })
  expect(await statusOn(certNo, yesterday)).toBe('valid')
  expect(await statusOn(certNo)).toBe('replaced')
  expect(await statusOn(upgraded.certNo)).toBe('valid')
})

test('more scope is on the same certificate from today, not before', async () => {
  const by = await company(site)
  const { certId, certNo } = await certified(site, by)
  const id = await begin(by, { applyType: 'extraScope', certId })
  expect(await handIn(by, id)).toMatchObject({ code: 400, data: { fields: { scope: expect.any(String) } } })
  await handIn(by, id, { scope: '原范围；工业设备清洗' })
  await pass(site, desks, by, id)
  expect(await check(certNo)).toMatchObject({ scope: '原范围；工业设备清洗' })
  expect(await check(certNo, yesterday)).toMatchObject({ scope: '原范围' })
})

test('a change of name and address reaches certificate, company and account, and yesterday keeps the old name', async () => {
  const by = await company(site)
  const { certId, certNo } = await certified(site, by)
  const id = await begin(by, { applyType: 'change', certId })
  const nothing = await handIn(by, id)
  expect(nothing).toMatchObject({ code: 400, data: { fields: { name: expect.stringContaining('没有变化') } } })
  const name = `${by.orgName!.replace('有限公司', '')}股份有限公司`
  await handIn(by, id, { name, address: '新址路 1 号' })
  const { data } = await desks.reviewer.get('/staff/review/detail', { id })
  const facts = data.aside.find(({ title }: { title: string }) => title === '变更前后').facts
  expect(facts[0]).toEqual({ label: '单位名称', text: `${by.orgName} → ${name}` })
  await decide(desks, id)
  await handInMaterials(by, id)
  expect(await decide(desks, id)).toMatchObject({ data: { status: 'approved' } })
  expect(await check(certNo)).toMatchObject({ orgName: name })
  expect(await check(certNo, yesterday)).toMatchObject({ orgName: by.orgName })
  const [own] = await site.services.db.select().from(organisation).where(eq(organisation.id, by.organisationId))
  expect(own).toMatchObject({ name, address: '新址路 1 号' })
  const { data: found } = await site.get('/app/publicity/qualification/list', { orgName: name })
  expect(found.list).toMatchObject([{ certNo, orgName: name }])
})

describe('the annual report', () => {
  const setWindow = (annualFrom: string, annualTo: string) =>
    site.services.db.update(qualificationKind).set({ annualFrom, annualTo }).where(eq(qualificationKind.code, 'XY01'))

  test('is taken in its months, once a year, and stands in the history', async () => {
    const by = await company(site)
    const { certId, certNo } = await certified(site, by, { daysAgo: 800 })
    const past = addDays(today, -40).slice(5)
    await setWindow(past, addDays(today, -10).slice(5))
    const early = await by.api.post('/qualification/addApply', { applyType: 'annualReport', certId })
    expect(early).toMatchObject({ code: 409, msg: expect.stringMatching(/^年度报告在每年 .+提交$/) })
    await setWindow(past, addDays(today, 40).slice(5))
    const own = async () => (await by.api.get('/member/qualification/list')).data[0]
    expect(await own()).toMatchObject({ certId, canAnnual: true })
    await through(by, { applyType: 'annualReport', certId })
    const history = (await check(certNo)).history
    expect(history.at(-1)).toMatchObject({ event: 'reviewed', reason: expect.stringContaining('年度报告符合要求') })
    expect((await own()).canAnnual).toBe(false)
    const again = await by.api.post('/qualification/addApply', { applyType: 'annualReport', certId })
    expect(again).toMatchObject({ code: 409, msg: expect.stringContaining('已于') })
  })

  test('has months that may lie around the turn of the year', () => {
    const kind = { annualFrom: '11-01', annualTo: '01-31' }
    expect(reportingWindow(kind, '2027-01-15')).toEqual({ from: '2026-11-01', to: '2027-01-31', isOpen: true })
    expect(reportingWindow(kind, '2026-06-01')).toMatchObject({ from: '2025-11-01', isOpen: false })
  })
})

test('a lost one is issued again under its number', async () => {
  const by = await company(site)
  const { certId, certNo } = await certified(site, by)
  await through(by, { applyType: 'replacement', certId }, { cause: 'lost' })
  const seen = await check(certNo)
  expect(seen.today).toMatchObject({ certStatus: 'valid' })
  expect(seen.history.at(-1)).toMatchObject({ event: 'reissued' })
})

test('cancelled at the holder’s wish it is over today, and was valid yesterday', async () => {
  const by = await company(site)
  const { certId, certNo } = await certified(site, by)
  await through(by, { applyType: 'cancellation', certId })
  expect(await statusOn(certNo)).toBe('cancelled')
  expect(await statusOn(certNo, yesterday)).toBe('valid')
})

test('a certificate that was revoked meanwhile cannot be renewed by the last decision', async () => {
  const by = await company(site)
  const { certId } = await certified(site, by, { validTo: addDays(today, 40) })
  const id = await begin(by, { applyType: 'renewal', certId })
  await handIn(by, id)
  await pass(site, desks, by, id, 'deciding')
  const admin = await asStaff(site, 'admin')
  const { data } = await admin.get('/staff/certificate/detail', { id: certId })
  const act = { id: certId, seen: data.seen, action: 'revoked', effectiveOn: today, reason: '虚假业绩' }
  expect(await admin.post('/staff/certificate/act', act)).toMatchObject({ code: 200 })
  await expect(pass(site, desks, by, id)).rejects.toThrow('现为“已撤销”，不能办理')
  expect((await by.api.get('/qualification/detail', { id })).data).toMatchObject({
    cert: null,
    apply: { status: 'noticed' },
  })
})

test('months are counted back to a day that there is', () => {
  expect(monthsBefore('2027-08-31', 6)).toBe('2027-02-28')
  expect(monthsBefore('2027-03-15', 6)).toBe('2026-09-15')
})
