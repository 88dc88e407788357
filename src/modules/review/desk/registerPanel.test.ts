import { eq } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { staffRole } from '#modules/accounts/server/tables.ts'
import { certificate } from '#modules/certificates/server/tables.ts'
import { enterOrganisation } from '#modules/members/server/organisations.ts'
import { organisation, organisationContact } from '#modules/members/server/tables.ts'
import { raiseFees } from '#modules/membership/server/feeRows.ts'
import { member } from '#modules/membership/server/tables.ts'
import { application, objection, publicNotice } from '#modules/review/server/tables.ts'
import { setUpSite, site } from '#test/setups/site.ts'
import { asStaff, newCreditCode, signUpComplete, staffWith } from '#test/support/make.ts'

setUpSite({ demo: true, env: { WRITES_PER_MINUTE: '1000' } })

type Staff = Awaited<ReturnType<typeof asStaff>>
type Line = { title: string; about: string; route: string; isBad: boolean }
type Part = { code: string; title: string; none: string; lines: Line[]; more: boolean }

const NAME = '北京澄澜锅炉化学清洗有限公司'
const CODE = newCreditCode()

let admin: Staff
let id: number
let own: number
beforeAll(async () => {
  admin = await asStaff(site, 'admin')
  const company = await signUpComplete(site, { orgName: NAME, creditCode: CODE })
  const { data } = await company.api.get('/member/getApply1')
  const wishes = { levelCode: '10', applyReason: '参加水处理技术交流', agreeCharter: true, agreeTruth: true }
  const form = { ...data.form, ...wishes, legalPerson: '慕容澄澜', liaisonMobile: '13900000977', phone: '010-87654321' }
  const handedIn = await company.api.post('/member/apply1Submit', { form, action: 'submit' })
  expect(handedIn.code, handedIn.msg).toBe(200)
  id = handedIn.data.applyId
  const [of] = await site.services.db.select().from(application).where(eq(application.id, id))
  own = of!.organisationId!
})

const partsOf = async (of: number, by = admin): Promise<Part[]> =>
  (await by.get('/staff/review/register', { id: of })).data
const linesOf = async (code: string, of = id) => (await partsOf(of)).find(part => part.code === code)!.lines

const enter = (name: string, more: object = {}) =>
  enterOrganisation(site.ctx(), { name, creditCode: newCreditCode(), provinceCode: '110000', ...more })

test('with nothing in the registers every part says so, and another application has its own', async () => {
  const [other] = await site.services.db.select().from(application).where(eq(application.state, 'returned'))
  const parts = await partsOf(id)
  expect(parts.map(({ title, none, lines, more }) => ({ title, none, lines, more }))).toEqual(
    ['相同或相近的单位', '会籍', '未缴会费', '被撤销或暂停的证书', '其他在办申请', '公示异议', '单位备注'].map(
      title => ({
        title,
        none: title,
        lines: [],
        more: false,
      }),
    ),
  )
  expect(await partsOf(other!.id)).not.toEqual(parts)
})

test('organisations are found that are called alike, in sound or but for a character, or that share code, person or phone', async () => {
  const ids = {
    sameName: await enter('上海澄澜锅炉化学清洗股份有限公司', { provinceCode: '310000' }),
    sound: await enter('北京成兰锅炉化学清洗有限公司'),
    near: await enter('天津澄澜锅炉化工清洗有限公司', { provinceCode: '120000' }),
    person: await enter('河北昌隆水务有限公司', { provinceCode: '130000', legalPerson: '慕容澄澜' }),
    phone: await enter('北京永定水质检测中心', { phone: '010-87654321' }),
    mobile: await enter('北京首善除垢技术有限公司'),
  }
  await enter('北京毫不相干的贸易有限公司')
  const { db, encryption } = site.services
  await db.insert(organisationContact).values({
    organisationId: ids.mobile,
    role: 'liaison',
    name: '王芳',
    mobileSealed: encryption.encrypt('13900000977'),
    mobileHash: encryption.hash('13900000977'),
  })
  const lines = await linesOf('organisations')
  expect(lines.map(({ title, about, isBad }) => [title, about, isBad])).toEqual([
    ['上海澄澜锅炉化学清洗股份有限公司', '名称相同或只差地区、组织形式 · 上海', true],
    ['北京成兰锅炉化学清洗有限公司', '名称同音 · 北京', true],
    ['河北昌隆水务有限公司', '法定代表人同名 · 河北', false],
    ['北京首善除垢技术有限公司', '联系手机相同 · 北京', true],
    ['北京永定水质检测中心', '电话相同 · 北京', true],
    ['天津澄澜锅炉化工清洗有限公司', '名称一字之差 · 天津', false],
  ])
  expect(lines[0]!.route).toBe(`/staff/organisations/${ids.sameName}`)
})

test('the code that the form says is looked up, whatever the profile says by now; what weighs most stands first', async () => {
  const { db } = site.services
  await db.update(organisation).set({ creditCode: newCreditCode() }).where(eq(organisation.id, own))
  const taken = await enter('河南另一家水处理有限公司', { provinceCode: '410000', creditCode: CODE })
  const parts = await partsOf(id)
  expect(parts[0]).toMatchObject({ code: 'organisations', more: true })
  expect(parts[0]!.lines).toHaveLength(6)
  expect(parts[0]!.lines[0]).toEqual({
    title: '河南另一家水处理有限公司',
    about: '统一社会信用代码相同 · 河南',
    route: `/staff/organisations/${taken}`,
    isBad: true,
  })
})

test('an earlier membership stands there with how it ended, and what was never paid', async () => {
  const { db } = site.services
  const [of] = await db
    .insert(member)
    .values({
      number: 'CBWA-D-8801',
      kind: 'organisation',
      levelCode: 10,
      status: 'withdrawn',
      joinedOn: '2019-03-01',
      endedOn: '2022-06-30',
      endReason: '改行',
      organisationId: own,
    })
    .returning()
  const fee = { memberId: of!.id, levelCode: 10, amount: 2000 }
  await raiseFees({ db, now: new Date() }, [
    { ...fee, year: 2021, state: 'confirmed' as const },
    { ...fee, year: 2022, dueOn: '2022-03-31' },
  ])
  const route = `/staff/members/${of!.id}`
  const [membership, ...others] = await linesOf('membership')
  expect(others).toEqual([])
  expect(membership).toMatchObject({ route, isBad: true, title: expect.stringContaining('CBWA-D-8801') })
  expect(membership!.about).toBe('已退会 · 2019-03-01 入会 · 2022-06-30 退出 · 改行')
  expect(await linesOf('debts')).toEqual([
    { title: '2022 年度会费 2,000 元', about: '应于 2022-03-31 前缴纳', route, isBad: true },
  ])
})

test('revoked and suspended certificates of the company stand there, not those of who works for it', async () => {
  const { db } = site.services
  const rows = await db.select().from(certificate).where(eq(certificate.register, 'qualification')).limit(3)
  const [people] = await db.select().from(certificate).where(eq(certificate.register, 'personnel')).limit(1)
  const set = (of: number, status: 'revoked' | 'suspended' | 'valid') =>
    db.update(certificate).set({ organisationId: own, status }).where(eq(certificate.id, of))
  await set(rows[0]!.id, 'revoked')
  await set(rows[1]!.id, 'suspended')
  await set(rows[2]!.id, 'valid')
  await set(people!.id, 'revoked')
  const lines = await linesOf('certificates')
  expect(lines.map(({ title }) => title).sort()).toEqual([rows[0]!.number, rows[1]!.number].sort())
  const revoked = lines.find(({ title }) => title === rows[0]!.number)!
  expect(revoked).toMatchObject({ route: `/staff/certificates/${rows[0]!.id}`, isBad: true })
  expect(revoked.about).toMatch(/已?撤销$/)
})

test('other open applications and public objections are named; who may see applications alone sees no more', async () => {
  const { db } = site.services
  const [twin] = await db
    .insert(application)
    .values({
      kind: 'membership',
      title: NAME,
      number: 'RH2026-990001',
      state: 'submitted',
      submittedAt: site.ctx().now,
    })
    .returning()
  const [notice] = await db
    .insert(publicNotice)
    .values({ applicationId: twin!.id, kind: 'membership', title: NAME, fromDay: '2026-01-05', toDay: '2026-01-12' })
    .returning()
  const sealed = { nameSealed: 's', phoneSealed: 's', phoneHash: 'h', ticketHash: 'register-panel', reason: '材料不实' }
  await db.insert(objection).values({
    noticeId: notice!.id,
    applicationId: twin!.id,
    state: 'upheld',
    createdAt: new Date('2026-01-08T04:00:00Z'),
    ...sealed,
  })
  expect(await linesOf('applications')).toEqual([
    {
      title: `入会申请：${NAME}`,
      about: 'RH2026-990001 · 待初审',
      route: `/staff/review/${twin!.id}`,
      isBad: true,
    },
  ])
  expect(await linesOf('objections')).toEqual([
    { title: NAME, about: '2026-01-08 收到 · 异议成立', route: `/staff/notices/${notice!.id}`, isBad: true },
  ])
  const form = { name: '只看申请', permissions: ['staff:applications'], status: 'open' }
  const role = await admin.post('/staff/role/save', { form })
  const [of] = await db.select().from(staffRole).where(eq(staffRole.id, role.data.id))
  const reader = await asStaff(site, await staffWith(site, [of!.code]))
  expect((await partsOf(id, reader)).map(({ code }) => code)).toEqual(['applications', 'objections'])
})
