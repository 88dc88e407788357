import { desc, eq } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { setUpSite, site } from '#test/setups/site.ts'
import { asStaff, putFile, signInAs, signUpComplete } from '#test/support/make.ts'
import { textOf } from '#test/support/pdfText.ts'
import { account } from '../accounts/server/tables.ts'
import { auditEvent } from '../audit/server/tables.ts'
import { file } from '../files/server/tables.ts'
import { applicationPrint } from './applying/server/tables.ts'
import { application, applicationEvent } from './server/tables.ts'

setUpSite({ demo: true })

let applicant: ReturnType<typeof site.as> & { token: string }
let reviewer: ReturnType<typeof site.as>
/** 泰山药剂 of the demo association: handed in, and sent back at two fields. */
let id: number
beforeAll(async () => {
  const token = await signInAs(site, 'taishan')
  applicant = { token, ...site.as(token) }
  reviewer = await asStaff(site, 'reviewer')
  id = (await joining())[0].id
})

/** Filter needed: the account also applies for certificates. */
const joining = async () =>
  (await applicant.get('/member/doing/list')).data.filter(
    ({ bizType }: { bizType: string }) => bizType === 'membership',
  )
const detail = async () => (await applicant.get('/member/application/detail', { id })).data
const check = async (qr: string) =>
  (await site.get('/app/publicity/form/check', { token: new URL(qr).searchParams.get('token')! })).data
const newestPrint = async () => {
  const prints = site.services.db.select().from(applicationPrint).where(eq(applicationPrint.applicationId, id))
  const [print] = await prints.orderBy(desc(applicationPrint.at))
  return `http://site.test/admin/verify/form?token=${print!.token}`
}

test('an applicant sees what is in progress, what to do about it, where, and until when', async () => {
  expect(await joining()).toMatchObject([
    {
      bizTypeName: '入会申请',
      status: 'returned',
      statusName: '退回补正',
      action: 'mend',
      actionName: '补正',
      route: '/admin/user/membership/apply',
      deadline: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
    },
  ])
  expect(await detail()).toMatchObject({
    stages: [{ state: 'current' }, { state: 'todo' }, {}, {}, {}, {}],
    waiting: { who: 'applicant', whoName: '申请人' },
    timeline: [{ toName: '待初审' }, { toName: '退回补正', remarks: [{}, {}] }],
    canWithdraw: true,
    again: '/admin/user/apply/membership',
  })
})

describe('the printed form', () => {
  let before: string

  test('says on its code which version it is, to whoever holds it', async () => {
    await applicant.download('/member/download', { type: 'applyForm', id })
    before = await newestPrint()
    expect(await check(before)).toMatchObject({ kindName: '入会申请', revision: 1, isCurrent: true })
    const [row] = await site.services.db.select().from(application).where(eq(application.id, id))
    expect((await check(before)).number).toBe(row!.number)
    expect(Object.keys(await check(before)).toSorted()).toEqual(
      ['isCurrent', 'kindName', 'number', 'printedAt', 'revision', 'title'].toSorted(),
    )
  })

  test('printed again without a change it is the same', async () => {
    await applicant.download('/member/download', { type: 'applyForm', id, format: 'docx' })
    expect(await newestPrint()).toBe(before)
  })

  test('is out of date once something in it has changed', async () => {
    const { data } = await applicant.get('/member/getApply1')
    const form = { ...data.form, mainBusiness: '除氧剂、阻垢剂，年产 1,200 吨' }
    const sent = { id, version: data.version, form, answers: { mainBusiness: '已写明' }, action: 'submit' }
    expect(await applicant.post('/member/apply1Submit', sent)).toMatchObject({ data: { status: 'submitted' } })
    expect(await check(before)).toMatchObject({ revision: 1, isCurrent: false })
  })

  test('a scan of the older one is told to the applicant and to staff, and refused to nobody', async () => {
    const stale = await applicant.download('/member/download', { type: 'applyForm', id })
    const { data: seen } = await reviewer.get('/staff/review/detail', { id })
    const remarks = [{ field: 'intro', text: '请补充厂房面积' }]
    await reviewer.post('/staff/review/decide', { id, version: seen.version, action: 'return', remarks })
    const { data } = await applicant.get('/member/getApply1')
    const form = { ...data.form, intro: '厂房面积 3,000 平方米。' }
    await applicant.post('/member/apply1Submit', { id, version: data.version, form, action: 'submit' })
    const { data: again } = await reviewer.get('/staff/review/detail', { id })
    await reviewer.post('/staff/review/decide', { id, version: again.version, action: 'pass' })

    const slot = async (name: string, bytes?: Buffer) => putFile(site, applicant.token, name, bytes)
    const files = [
      { slot: 'stampedForm', fileId: await slot('旧申请表.pdf', stale.bytes) },
      { slot: 'licence', fileId: await slot('营业执照.png') },
    ]
    const sent = await applicant.post('/member/apply2Submit', { applyId: id, files, action: 'submit' })
    expect(sent).toMatchObject({ data: { status: 'checking' } })
    expect((await applicant.get('/member/getApply2')).data.slots[0].match).toBe('outdated')
    const { data: seenByStaff } = await reviewer.get('/staff/review/detail', { id })
    expect(seenByStaff.materials[0]).toMatchObject({ slot: 'stampedForm', match: 'outdated', files: [{}] })
  })

  test('a scan whose codes are still to be read is not told to have none', async () => {
    const { db } = site.services
    const { data } = await applicant.get('/member/getApply2')
    const fileId = data.slots[0].files[0].id
    const [kept] = await db.select().from(file).where(eq(file.id, fileId))
    const away = { key: `${kept!.key}-away`, codes: [], codesReadAt: null, codesTries: 0 }
    await db.update(file).set(away).where(eq(file.id, fileId))
    expect((await applicant.get('/member/getApply2')).data.slots[0].match).toBe('unread')
    await db.update(file).set({ key: kept!.key }).where(eq(file.id, fileId))
    expect((await applicant.get('/member/getApply2')).data.slots[0].match).toBe('outdated')
  })

  test('a code that nobody printed is nothing', async () => {
    expect((await check(await newestPrint()))?.number).toEqual(expect.any(String))
    expect((await site.get('/app/publicity/form/check', { token: 'x'.repeat(22) })).data).toBeNull()
  })
})

test('what was handed in is the applicant’s to read as a document; what was never handed in is none', async () => {
  const sheetOf = (of: number, by = applicant) =>
    site.app.inject({ url: `/api/member/application/sheet?id=${of}`, headers: { token: by.token } })
  expect((await detail()).hasSheet).toBe(true)
  const { headers, rawPayload } = await sheetOf(id)
  expect(headers['content-type']).toBe('application/pdf')
  expect(decodeURIComponent(String(headers['content-disposition']))).toContain('入会申请提交内容')
  const text = await textOf(rawPayload)
  expect(text).toContain('除氧剂、阻垢剂，年产1,200吨')
  expect(text).toContain('厂房面积3,000平方米')
  const newcomer = await signUpComplete(site)
  const by = { ...newcomer.api, token: newcomer.token }
  expect((await sheetOf(id, by)).json().code).toBe(404)
  const { data: draft } = await by.post('/member/application/save', { kind: 'membership' })
  expect((await by.get('/member/application/detail', { id: draft.id })).data.hasSheet).toBe(false)
  expect((await sheetOf(draft.id, by)).json().code).toBe(409)
})

test('the usual time of a stage is told from the association’s own history, and not before there is one', async () => {
  const { db } = site.services
  expect((await detail()).waiting).toMatchObject({ who: 'staff', usualDays: null, termDays: 5 })
  const [of] = await db.select({ id: account.id }).from(account).where(eq(account.userName, 'xinren'))
  const day = (n: number) => new Date(Date.now() - n * 86_400_000)
  for (const days of [2, 3, 4, 4, 20]) {
    const past = { kind: 'membership', accountId: of!.id, title: '从前', state: 'rejected' as const }
    const [row] = await db.insert(application).values(past).returning()
    const step = { applicationId: row!.id, actorName: '', by: 'staff' as const, revision: 1 }
    await db.insert(applicationEvent).values([
      { ...step, action: 'submit', from: 'preparing', to: 'checking', at: day(100) },
      { ...step, action: 'reject', from: 'checking', to: 'rejected', at: day(100 - days) },
    ])
  }
  expect((await detail()).waiting.usualDays).toBe(4)
})

test('a decision needs a reason the applicant can act on, at something that is in the form', async () => {
  const { data } = await reviewer.get('/staff/review/detail', { id })
  const decision = { id, version: data.version, action: 'return' }
  const bare = await reviewer.post('/staff/review/decide', decision)
  expect(bare).toMatchObject({ code: 400, data: { fields: { opinion: expect.any(String) } } })
  const remarks = [{ field: 'shoeSize', text: '请补充' }]
  expect(await reviewer.post('/staff/review/decide', { ...decision, remarks })).toMatchObject({ code: 400 })
  expect(await reviewer.post('/staff/review/decide', { ...decision, version: 1, opinion: '请补充' })).toMatchObject({
    code: 409,
    msg: expect.stringMatching(/已由申请人于 .+ 提交/),
  })
})

test('taken back it is over, every step of it is in the audit log, and a new one may begin', async () => {
  const { version } = await detail()
  expect(await applicant.post('/member/application/withdraw', { id, version })).toMatchObject({
    data: { status: 'withdrawn' },
  })
  const events = await site.services.db.$count(applicationEvent, eq(applicationEvent.applicationId, id))
  expect(await site.services.db.$count(auditEvent, eq(auditEvent.objectId, id))).toBeGreaterThanOrEqual(events)
  expect(await joining()).toEqual([])
  const { data } = await applicant.get('/member/getApply1')
  expect(data).toMatchObject({ applyId: null, status: 'draft', editable: true })
})
