import { eq } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { account } from '#modules/accounts/server/tables.ts'
import { organisation } from '#modules/members/server/tables.ts'
import { setUpSite, site } from '#test/setups/site.ts'
import { asStaff, newCreditCode, organisationProfile, putFile, signUp } from '#test/support/make.ts'
import { member } from '../server/tables.ts'

setUpSite({ demo: true })

let reviewer: ReturnType<typeof site.as>
beforeAll(async () => {
  reviewer = await asStaff(site, 'reviewer')
})

/** A member of long standing that has no account yet. */
async function oldMember(name: string) {
  const [found] = await site.services.db
    .select({
      number: member.number,
      id: organisation.id,
      creditCode: organisation.creditCode,
      name: organisation.name,
    })
    .from(organisation)
    .innerJoin(member, eq(member.organisationId, organisation.id))
    .where(eq(organisation.name, name))
  return found!
}

const claim = async (by: Awaited<ReturnType<typeof signUp>>, memberNumber: string) =>
  by.api.post('/member/claim', { memberNumber, fileIds: [await putFile(site, by.token, '会员证书.png')] })

const pass = async (id: number) => {
  const { data } = await reviewer.get('/staff/review/detail', { id })
  return reviewer.post('/staff/review/decide', { id, version: data.version, action: 'pass' })
}

test('an old member claims its record by number and company, staff confirm, and nothing is doubled', async () => {
  const old = await oldMember('苏州恒蓝水处理科技有限公司')
  const by = await signUp(site, { orgName: old.name, creditCode: old.creditCode })
  const count = () => site.services.db.$count(organisation)
  const before = await count()

  const form = { name: old.name, creditCode: old.creditCode, ...organisationProfile }
  const completed = await by.api.post('/member/complete', { form })
  expect(completed).toMatchObject({ code: 409, msg: expect.stringContaining('认领') })

  expect(await claim(by, 'CBWA-D-99-0001')).toMatchObject({ code: 400 })
  const another = await oldMember('青岛海岳锅炉制造有限公司')
  expect(await claim(by, another.number)).toMatchObject({ code: 400 })
  expect(await by.api.post('/member/claim', { memberNumber: old.number })).toMatchObject({
    code: 400,
    data: { fields: { proof: expect.any(String) } },
  })

  const claimed = await claim(by, ` ${old.number.toLowerCase()} `)
  expect(claimed).toMatchObject({ code: 200, data: { status: 'submitted' } })
  expect((await by.api.get('/member/membership')).data.member).toBeNull()
  expect(await pass(claimed.data.applyId)).toMatchObject({ data: { status: 'approved' } })

  const { data } = await by.api.get('/member/membership')
  expect(data.member).toMatchObject({ memberNo: old.number, levelName: '副理事长单位' })
  expect(await count()).toBe(before)
  expect(await by.api.post('/member/claim', { memberNumber: old.number })).toMatchObject({ code: 400 })
})

test('a second account with the name of that company gets nothing', async () => {
  const old = await oldMember('青岛海岳锅炉制造有限公司')
  const first = await signUp(site, { orgName: old.name, creditCode: old.creditCode })
  const second = await signUp(site, { orgName: old.name, creditCode: newCreditCode() })
  const claims = [await claim(first, old.number), await claim(second, old.number)]
  expect(claims.map(({ code }) => code)).toEqual([200, 200])
  const answers = await Promise.all(claims.map(({ data }) => pass(data.applyId)))
  expect(answers.map(({ code }) => code).toSorted()).toEqual([200, 409])
  const owners = await site.services.db.select().from(account).where(eq(account.organisationId, old.id))
  expect(owners).toHaveLength(1)
})
