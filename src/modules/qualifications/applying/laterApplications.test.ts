import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { dayOf } from '#lib/dates.ts'
import { desks, setUpDesks } from '#test/setups/qualifications/desks.ts'
import { site } from '#test/setups/site.ts'
import { asStaff } from '#test/support/make.ts'
import { begin, certified, company, handIn, pass } from '#test/support/qualifying.ts'
import { qualificationKind } from '../server/tables.ts'

setUpDesks()

/** 行业信用等级评价: nobody comes to look. */
const CREDIT = 701
const AAA = 7011

describe('the way that an application goes', () => {
  const setKind = (set: Partial<typeof qualificationKind.$inferInsert>, id = CREDIT) =>
    site.services.db.update(qualificationKind).set(set).where(eq(qualificationKind.id, id))

  test('stays as it was handed in, whatever staff change of the kind meanwhile', async () => {
    const by = await company(site)
    const id = await begin(by, { applyType: 'initial', childId: CREDIT, levelId: AAA })
    await handIn(by, id)
    await setKind({ needsSiteReview: true, feeShares: {} })
    try {
      await pass(site, desks, by, id, 'unpaid')
      const { data } = await by.api.get('/qualification/detail', { id })
      expect(data.progress.stages.map(({ name }: { name: string }) => name)).not.toContain('现场评审')
    } finally {
      await setKind({ needsSiteReview: false, feeShares: { initial: 100, renewal: 100, upgrade: 100, extraScope: 50 } })
    }
  })

  test('asks for a fee and a review on site where the kind does', async () => {
    const by = await company(site)
    const id = await begin(by, { applyType: 'initial', childId: 101, levelId: 1012 })
    const { data } = await by.api.get('/qualification/detail', { id })
    expect(data.progress.stages.map(({ name }: { name: string }) => name)).toEqual([
      '提交与初审',
      '盖章材料与复审',
      '缴费',
      '现场评审',
      '审议',
      '公示',
      '办结',
    ])
    await pass(site, desks, by, id, 'awaitingSite')
    const seen = (await desks.reviewer.get('/staff/review/detail', { id })).data
    expect(seen.aside[0]).toMatchObject({ link: { route: `/staff/site-reviews/${id}` } })
    const asked = seen.aside.find(({ title }: { title: string }) => title === 'B级的条件')
    expect(asked.facts.at(-1)).toEqual({ label: '近期业绩', text: '需要 8 项，申请表列出 0 项', isBad: true })
  })

  test('a kind that is closed takes no new ones', async () => {
    const by = await company(site)
    await setKind({ isOpen: false }, 503)
    const refused = await by.api.post('/qualification/addApply', { applyType: 'initial', childId: 503 })
    expect(refused).toMatchObject({ code: 409, msg: expect.stringContaining('暂停受理') })
  })
})

describe('around a certificate', () => {
  test('the list says what can be applied for now, and why not what cannot', async () => {
    const by = await company(site)
    const { certId } = await certified(site, by)
    const [row] = (await by.api.get('/member/qualification/list')).data
    const hindrance = (type: string) => row.can.find((one: { type: string }) => one.type === type)!.hindrance
    expect(row).toMatchObject({ certId, canRenew: false, hasFile: true })
    expect(hindrance('renewal')).toMatch(/^有效期至 .+，自 .+ 起可以申请换证$/)
    expect([hindrance('upgrade'), hindrance('change'), hindrance('replacement')]).toEqual([null, null, null])
    const refused = await by.api.post('/qualification/addApply', { applyType: 'renewal', certId })
    expect(refused).toMatchObject({ code: 409, msg: hindrance('renewal') })
  })

  test('an upgrade offers the higher levels only', async () => {
    const by = await company(site)
    const { certId } = await certified(site, by)
    const id = await begin(by, { applyType: 'upgrade', certId })
    const { data } = await by.api.get('/qualification/getApply1', { id })
    const { options } = data.fields.find(({ name }: { name: string }) => name === 'levelCode')
    expect(options).toEqual([{ code: 'AAA', name: 'AAA级' }])
    expect(await handIn(by, id, { levelCode: 'A' })).toMatchObject({ code: 400 })
  })

  test('the highest level, a suspended one, and somebody else’s lead nowhere', async () => {
    const [by, other] = [await company(site), await company(site)]
    const { certId } = await certified(site, by, { levelCode: 'AAA', levelName: 'AAA级' })
    expect(await by.api.post('/qualification/addApply', { applyType: 'upgrade', certId })).toMatchObject({ code: 409 })
    expect(await other.api.post('/qualification/addApply', { applyType: 'change', certId })).toMatchObject({
      code: 404,
    })
    const admin = await asStaff(site, 'admin')
    const { data } = await admin.get('/staff/certificate/detail', { id: certId })
    const act = { id: certId, seen: data.seen, action: 'suspended', effectiveOn: dayOf(new Date()), reason: '抽查' }
    expect(await admin.post('/staff/certificate/act', act)).toMatchObject({ code: 200 })
    const refused = await by.api.post('/qualification/addApply', { applyType: 'change', certId })
    expect(refused).toMatchObject({ code: 409, msg: expect.stringContaining('暂停') })
  })
})
