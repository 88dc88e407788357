import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { organisation } from '#modules/members/server/tables.ts'
import { selectFees } from '#modules/membership/server/feeRows.ts'
import { application } from '#modules/review/server/tables.ts'
import {
  type Applicant,
  admin,
  applicant,
  cashier,
  dayPasses,
  decide,
  endNotice,
  handIn,
  handInMaterials,
  inboxOf,
  joiningFields,
  receipt,
  reviewer,
  setUpJoining,
} from '#test/setups/membership/joining.ts'
import { site } from '#test/setups/site.ts'
import { pictureOf } from '#test/support/advertising.ts'
import { asStaff, putFile, staffWith } from '#test/support/make.ts'
import { codesIn } from '#test/support/uploads.ts'
import { memberFee } from '../server/tables.ts'

setUpJoining()

/** Public notices about this applicant. */
async function noticesOf(by: Applicant) {
  const { name } = (await by.get('/member/getApply1')).data.form
  const { list } = (await site.get('/app/publicity/notice/list', { kind: 'membership', pageSize: 100 })).data
  return list.filter((notice: object) => JSON.stringify(notice).includes(name))
}

/** Reads the number of members shown on the home page. */
const countMembers = async (): Promise<number> =>
  (await site.get('/cms/index/noLogin/num/num')).data.list.find(({ code }: { code: string }) => code === 'member').num

let secretary: typeof admin
beforeAll(async () => {
  secretary = await asStaff(site, await staffWith(site, ['admin']))
})

type Joining = { by: Applicant; applyId: number }

async function submitted(): Promise<Joining> {
  const by = await applicant()
  return { by, applyId: (await handIn(by)).data.applyId }
}
/** The address is sent back and completed; the applicant tries to change another field with it. */
async function correctAddress({ by, applyId }: Joining) {
  const remarks = [{ field: 'address', text: '请写到门牌号' }]
  expect(await decide(reviewer, applyId, 'return', { remarks })).toMatchObject({ data: { status: 'returned' } })
  const { data } = await by.get('/member/getApply1')
  const form = { ...data.form, address: '演示路 28 号 3 号楼', legalPerson: '偷偷改' }
  const again = { id: applyId, version: data.version, form, answers: { address: '已补充' }, action: 'submit' }
  expect(await by.post('/member/apply1Submit', again)).toMatchObject({ data: { status: 'submitted' } })
  return data
}
async function prepare({ by, applyId }: Joining) {
  expect(await decide(reviewer, applyId, 'pass')).toMatchObject({ data: { status: 'preparing' } })
  expect(await handInMaterials(by, applyId)).toMatchObject({ data: { status: 'checking' } })
}
async function checkMaterials({ applyId }: Joining) {
  const { data } = await admin.get('/staff/review/detail', { id: applyId })
  const pass = { id: applyId, version: data.version, action: 'pass' }
  expect(await admin.post('/staff/review/decide', pass)).toMatchObject({ data: { status: 'deciding' } })
}
async function approve({ applyId }: Joining) {
  const { data } = await secretary.get('/staff/review/detail', { id: applyId })
  const record = {
    id: applyId,
    version: data.version,
    action: 'pass',
    opinion: '理事会通过',
    exceptionReason: '已通讯表决',
  }
  expect(await secretary.post('/staff/decision/record', record)).toMatchObject({ data: { status: 'noticed' } })
}
async function noticed(): Promise<Joining> {
  const joining = await submitted()
  await prepare(joining)
  await checkMaterials(joining)
  await approve(joining)
  return joining
}
async function unpaid(joining?: Joining): Promise<Joining> {
  const own = joining ?? (await noticed())
  await endNotice(own.applyId)
  await dayPasses()
  return own
}
async function pay({ by, applyId }: Joining) {
  const paid = { applyId, receipt: await receipt(by), action: 'submit' }
  expect(await by.post('/member/apply2Submit', paid)).toMatchObject({ data: { status: 'paying' } })
  return paid
}
async function joined(): Promise<Joining> {
  const joining = await unpaid()
  await pay(joining)
  expect((await decide(cashier, joining.applyId, 'pass')).code).toBe(200)
  return joining
}

describe('a company joins', () => {
  test('personal numbers are not readable in the database, and masked for staff', async () => {
    const { applyId } = await submitted()
    const [row] = await site.services.db.select().from(application).where(eq(application.id, applyId))
    expect(JSON.stringify(row!.form)).not.toMatch(/1390000\d{4}/)
    const { data } = await reviewer.get('/staff/review/detail', { id: applyId })
    expect(JSON.stringify(data)).not.toMatch(/1390000\d{4}/)
  })

  test('the materials wait for the first review', async () => {
    const { by, applyId } = await submitted()
    expect(await by.get('/member/getApply2')).toMatchObject({ code: 409 })
    expect(await handInMaterials(by, applyId)).toMatchObject({ code: 409 })
  })

  test('the first review sends one field back; only that one opens', async () => {
    const joining = await submitted()
    expect(await decide(reviewer, joining.applyId, 'return')).toMatchObject({ code: 400 })
    expect(await correctAddress(joining)).toMatchObject({
      openFields: ['address'],
      auditReason: [{ field: 'address', text: '请写到门牌号' }],
    })
  })

  test('the reviewer sees old and new side by side, the answer, and nothing else changed', async () => {
    const joining = await submitted()
    await correctAddress(joining)
    const { data } = await reviewer.get('/staff/review/detail', { id: joining.applyId })
    expect(data.rounds).toHaveLength(2)
    expect(data.rounds[1].changes).toMatchObject([
      { field: 'address', after: '演示路 28 号 3 号楼', remark: '请写到门牌号', answer: '已补充' },
    ])
    expect(data.form.find(({ field }: { field: string }) => field === 'legalPerson').text).not.toBe('偷偷改')
  })

  test('two reviewers decide at once: one does, the other is told who and when', async () => {
    const { applyId } = await submitted()
    const { data } = await reviewer.get('/staff/review/detail', { id: applyId })
    const decision = { id: applyId, version: data.version, action: 'pass' }
    const answers = await Promise.all([
      reviewer.post('/staff/review/decide', decision),
      admin.post('/staff/review/decide', decision),
    ])
    expect(answers.map(({ code }) => code).toSorted()).toEqual([200, 409])
    expect(answers.find(({ code }) => code === 409)!.msg).toMatch(/已由 (冉星河|关毅) 于 .+ 通过/)
  })

  test('the form is printed with its version, and the stamped scan is matched by its code', async () => {
    const { by, applyId } = await submitted()
    await decide(reviewer, applyId, 'pass')
    const form = await by.download('/member/download', { type: 'applyForm', id: applyId })
    expect(form.type).toBe('application/pdf')
    expect(form.bytes.subarray(0, 5).toString()).toBe('%PDF-')
    const docx = await by.download('/member/download', { type: 'applyForm', id: applyId, format: 'docx' })
    expect(docx.bytes.subarray(0, 2).toString()).toBe('PK')

    const missing = await by.post('/member/apply2Submit', { applyId, files: [], action: 'submit' })
    expect(Object.keys(missing.data.fields)).toEqual(['stampedForm', 'licence'])
    const stamped = await putFile(site, by.token, '申请表.pdf', form.bytes)
    const files = [
      { slot: 'stampedForm', fileId: stamped },
      { slot: 'licence', fileId: await putFile(site, by.token, '营业执照.png') },
    ]
    await by.post('/member/apply2Submit', { applyId, files, action: 'save' })
    await codesIn(site, stamped)
    const { data } = await by.get('/member/getApply2')
    expect(data.slots[0]).toMatchObject({ slot: 'stampedForm', match: 'current' })
    expect(data.slots[0].files).toHaveLength(1)
    const { data: seen } = await by.get('/member/getApply2')
    const handedIn = { applyId, version: seen.version, files, action: 'submit' }
    expect(await by.post('/member/apply2Submit', handedIn)).toMatchObject({ data: { status: 'checking' } })
  })

  test('nobody else sees it, nor its files', async () => {
    const joining = await submitted()
    await prepare(joining)
    const { by, applyId } = joining
    const other = await applicant()
    expect(await other.get('/member/getApply1', { id: applyId })).toMatchObject({ code: 404 })
    expect(await by.get('/member/getApply2', { id: applyId })).toMatchObject({ code: 200, data: { applyId } })
    expect(await by.get('/member/getApply2', { id: 1 })).toMatchObject({ code: 404 })
    expect(await other.get('/member/application/detail', { id: applyId })).toMatchObject({ code: 404 })
    expect(await other.post('/member/application/withdraw', { id: applyId, version: 1 })).toMatchObject({ code: 404 })
    const { data } = await by.get('/member/getApply2')
    const fileId = data.slots[0].files[0].id
    const stolen = { applyId: 1, files: [{ slot: 'licence', fileId }], action: 'save' }
    expect((await other.post('/member/apply2Submit', stolen)).code).not.toBe(200)
  })

  test('the second review, the council by another pair of eyes, the notice', async () => {
    const joining = await submitted()
    await prepare(joining)
    await checkMaterials(joining)
    const { by, applyId } = joining
    expect(await decide(admin, applyId, 'pass')).toMatchObject({ code: 403, msg: expect.stringContaining('另一位') })
    await approve(joining)
    expect(await noticesOf(by)).toMatchObject([{ detail: '拟吸收为会员单位', kindName: '入会申请' }])
  })

  test('the notice runs its time, and then the calendar goes on', async () => {
    const joining = await noticed()
    const { by, applyId } = joining
    expect(await decide(admin, applyId, 'pass')).toMatchObject({ code: 409, msg: expect.stringContaining('公示期') })
    await dayPasses()
    expect((await by.get('/member/getApply2')).data.status).toBe('noticed')
    await unpaid(joining)
    const { data } = await by.get('/member/getApply2')
    expect(data).toMatchObject({ status: 'unpaid', fee: { amount: 2000, state: 'due' } })
    expect(data.fee.account.number).toMatch(/^\d+$/)
    expect(await noticesOf(by)).toEqual([])
  })

  test('the slip is refused once, and confirmed by the cashier alone', async () => {
    const joining = await unpaid()
    const { by, applyId } = joining
    const early = await by.post('/member/apply2Submit', { applyId, receipt: {}, action: 'submit' })
    expect(Object.keys(early.data.fields)).toContain('receipt.slipId')
    const paid = await pay(joining)
    expect(await decide(reviewer, applyId, 'pass')).toMatchObject({ code: 403 })
    expect(await decide(cashier, applyId, 'return', { opinion: '金额不清' })).toMatchObject({
      data: { status: 'unpaid' },
    })
    const { fee } = (await by.get('/member/getApply2')).data
    expect(fee).toMatchObject({ state: 'refused', receipt: { receiptCreditCode: paid.receipt.receiptCreditCode } })
    expect(await by.post('/member/apply2Submit', paid)).toMatchObject({ data: { status: 'paying' } })
  })

  test('the same slip sent twice is taken once; of anything else it is said what differs, and the first stays', async () => {
    const joining = await unpaid()
    await pay(joining)
    const { by, applyId } = joining
    const { version, fee } = (await by.get('/member/getApply2')).data
    const { slip, ...said } = fee.receipt
    const again = { applyId, version: version - 1, receipt: { ...said, slipId: slip.id }, action: 'submit' }
    expect(await by.post('/member/apply2Submit', again)).toMatchObject({ data: { status: 'paying', version } })
    const scannedAgain = { ...again, receipt: await receipt(by) }
    expect(await by.post('/member/apply2Submit', scannedAgain)).toMatchObject({ data: { status: 'paying', version } })
    const slipId = await putFile(site, by.token, '另一张凭证.png', await pictureOf({ width: 20, height: 20 }))
    const other = { ...again, receipt: { ...again.receipt, payer: '另一家公司', slipId } }
    const { code, msg } = await by.post('/member/apply2Submit', other)
    expect({ code, msg }).toMatchObject({ code: 409, msg: expect.stringContaining('汇款单位或个人、缴费凭证') })
    expect((await by.get('/member/getApply2')).data).toMatchObject({ version, fee: { receipt: { slip, ...said } } })
  })

  test('with the confirmation it is in the register, the figures, the search and the check page at once', async () => {
    const joining = await unpaid()
    await pay(joining)
    const { by, applyId } = joining
    const before = await countMembers()
    const { data } = await cashier.get('/staff/review/detail', { id: applyId })
    const decision = { id: applyId, version: data.version, action: 'pass' }
    const answers = await Promise.all([1, 2, 3].map(() => cashier.post('/staff/fee/confirm', decision)))
    expect(answers.map(({ code }) => code).toSorted()).toEqual([200, 409, 409])

    const { data: own } = await by.get('/member/membership')
    expect(own.member).toMatchObject({ status: 'active', levelName: '会员单位' })
    expect(own.member.memberNo).toMatch(/^CBWA-D-\d{2}-\d{4}$/)
    expect(await countMembers()).toBe(before + 1)
    const name = (await by.get('/member/getApply1')).data.form.name
    const listed = await site.get('/app/publicity/member/list', { orgName: name })
    expect(listed.data.list).toMatchObject([{ memberNo: own.member.memberNo, orgName: name }])
    expect((await site.get('/search', { key: name, type: 'member' })).data.list.length).toBeGreaterThan(0)
    const token = new URL(own.member.certificateUrl).searchParams.get('token')!
    const { data: verified } = await site.get('/cert/verify', { token })
    expect(verified).toMatchObject({ holderName: name, levelName: '会员单位', today: { certStatus: 'valid' } })
    const certificate = await by.download('/member/download', { type: 'certificate' })
    expect(certificate.type).toBe('application/pdf')
    const [fee] = await selectFees(site.services).where(eq(memberFee.applicationId, applyId))
    expect(fee).toMatchObject({ state: 'confirmed', amount: 2000 })
  })

  test('every step was told, in the member centre and, where it mattered, by SMS', async () => {
    const joining = await submitted()
    const { by, applyId } = joining
    await correctAddress(joining)
    await prepare(joining)
    await checkMaterials(joining)
    await approve(joining)
    await unpaid(joining)
    await pay(joining)
    await decide(cashier, applyId, 'return', { opinion: '金额不清' })
    await pay(joining)
    await decide(cashier, applyId, 'pass')
    const titles = (await inboxOf(by)).join('\n')
    for (const step of ['已提交', '退回', '盖章材料', '公示', '待缴费', '已通过']) expect(titles).toContain(step)
    const { data } = await by.get('/member/application/detail', { id: applyId })
    expect(data.stages.every(({ state }: { state: string }) => state === 'done')).toBe(true)
    expect(data.timeline.map(({ to }: { to: string }) => to)).toEqual([
      'submitted',
      'returned',
      'submitted',
      'preparing',
      'checking',
      'deciding',
      'noticed',
      'unpaid',
      'paying',
      'unpaid',
      'paying',
      'approved',
    ])
  })

  test('the licence that was handed in stands in the register of organisations', async () => {
    const { applyId } = await joined()
    const { db } = site.services
    const [of] = await db.select().from(application).where(eq(application.id, applyId))
    const [company] = await db.select().from(organisation).where(eq(organisation.id, of!.organisationId!))
    expect(company!.licenceId).toBe(of!.materials.licence![0])
  })

  test('a member does not join again', async () => {
    const { by } = await joined()
    const again = await by.post('/member/apply1Submit', { form: { ...joiningFields }, action: 'submit' })
    expect(again.code).toBe(400)
  })
})
