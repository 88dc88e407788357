import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { verifyPdf } from '#lib/server/documents/signatureReader.ts'
import { file } from '#modules/files/server/tables.ts'
import { clerkOf } from '#test/setups/clerks.ts'
import {
  allow,
  type Company,
  codeOf,
  confirmationState,
  confirmWith,
  handInNow,
  prepared,
  rules,
  upload,
} from '#test/setups/membership/confirming.ts'
import { reviewer, setUpJoining } from '#test/setups/membership/joining.ts'
import { site } from '#test/setups/site.ts'
import { textOf } from '#test/support/pdfText.ts'
import { applicationConfirmation } from './server/tables.ts'

setUpJoining()

const seen = async (id: number) => (await reviewer.get('/staff/review/confirmation', { id })).data

test('as long as the association says nothing, it is paper as ever', async () => {
  const company = await prepared()
  expect(await confirmationState(company)).toEqual({
    ways: ['paper'],
    slot: 'stampedForm',
    isOpen: false,
    maySign: false,
    signing: null,
    asked: null,
    confirmed: null,
  })
  expect(await handInNow(company)).toMatchObject({ code: 400, data: { fields: { stampedForm: '请上传盖章申请表' } } })
  expect(await confirmWith(company, await codeOf(company), '0'.repeat(64))).toMatchObject({ code: 409 })
  expect(await reviewer.get('/staff/review/confirmation', { id: company.id })).toMatchObject({ code: 200, data: null })
  const unknown = { id: 99_999_999 }
  expect((await reviewer.get('/staff/review/confirmation', unknown)).code).toBe(404)
  expect((await company.api.get('/member/application/confirming', { id: company.id })).code).toBe(200)
  expect((await company.api.get('/member/application/confirming', unknown)).code).toBe(404)
})

describe('where the association lets companies choose', () => {
  let company: Company
  let confirmedHash: string
  beforeAll(async () => {
    expect((await allow(['online', 'paper'])).code).toBe(200)
    company = await prepared()
  })

  test('the owner is shown the statement and every file whole, with their hashes; a clerk is not, and cannot confirm', async () => {
    const { asked, isOpen, ways } = await confirmationState(company)
    expect({ isOpen, ways }).toEqual({ isOpen: true, ways: ['online', 'paper'] })
    expect(asked).toMatchObject({
      statement: expect.stringContaining('代替签字盖章'),
      statementVersion: 1,
      documentHash: expect.stringMatching(/^[0-9a-f]{64}$/),
      files: [
        {
          slotName: expect.stringContaining('执照'),
          name: '营业执照.png',
          sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
        },
      ],
      phone: `${company.phone.slice(0, 3)}****${company.phone.slice(-4)}`,
    })
    const clerk = await clerkOf(company, ['all'])
    const byClerk = { ...company, api: clerk.api }
    expect(await confirmationState(byClerk)).toMatchObject({ isOpen: true, asked: null })
    const code = await codeOf(company)
    expect(await confirmWith(byClerk, code, asked.digest)).toMatchObject({
      code: 403,
      msg: '这项操作须由本单位负责人办理',
    })
    expect((await handInNow(company)).data.fields.stampedForm).toBe('请由负责人线上确认，或上传盖章申请表')
  })

  test('a code that is wrong, or for something else, confirms nothing', async () => {
    const right = await codeOf(company)
    const wrong = right === '000000' ? '111111' : '000000'
    expect((await confirmWith(company, wrong)).data.fields).toHaveProperty('code')
    expect((await confirmWith(company, await codeOf(company, 'changePwd'))).data.fields).toHaveProperty('code')
    expect((await confirmationState(company)).confirmed).toBeNull()
  })

  test('of two confirmations at once one counts; its code is good no more', async () => {
    const code = await codeOf(company)
    const answers = await Promise.all([confirmWith(company, code), confirmWith(company, code)])
    expect(answers.map(answer => answer.code).toSorted()).toEqual([200, 409])
    expect((await confirmWith(company, code)).msg).toContain('已经用过')
    const rows = site.services.db.select().from(applicationConfirmation)
    expect(await rows.where(eq(applicationConfirmation.applicationId, company.id))).toHaveLength(1)
    expect((await confirmationState(company)).confirmed).toMatchObject({
      by: company.userName,
      at: expect.any(String),
      phone: expect.stringContaining('****'),
      statementVersion: 1,
      changed: [],
    })
  })

  test('what was changed after it was read, or after it was confirmed, is confirmed anew', async () => {
    const { digest } = (await confirmationState(company)).asked
    await upload(company, '新的执照.png')
    expect((await confirmWith(company, await codeOf(company), digest)).msg).toContain('在您查看之后有改动')
    const changed = (await confirmationState(company)).confirmed.changed.join()
    expect(changed).toContain('营业执照.png')
    expect(changed).toContain('新的执照.png')
    const refused = await handInNow(company)
    expect(refused.data.fields.stampedForm).toMatch(/确认以后有改动：.*新的执照\.png/)
    expect((await confirmWith(company, await codeOf(company))).code).toBe(200)
    expect(await handInNow(company)).toMatchObject({ data: { status: 'checking' } })
  })

  test('staff see who stood to what, and that it is still that; a file that was swapped is named', async () => {
    expect((await reviewer.get('/staff/review/detail', { id: company.id })).data.isConfirmed).toBe(true)
    const whole = await seen(company.id)
    expect(whole).toMatchObject({
      by: company.userName,
      phone: expect.stringContaining('****'),
      address: expect.any(String),
      isDocumentSame: true,
      holds: true,
      files: [{ name: '新的执照.png', state: 'same', stateName: '与确认时相同' }],
    })
    confirmedHash = whole.documentHash
    const [row] = await site.services.db.select().from(file).where(eq(file.name, '新的执照.png'))
    const kept = Buffer.concat(await Array.fromAsync(await site.services.store.open(row!.key)))
    await site.services.store.put(row!.key, Buffer.from(kept.with(100, kept[100]! ^ 1)))
    expect(await seen(company.id)).toMatchObject({
      holds: false,
      isDocumentSame: true,
      files: [{ name: '新的执照.png', state: 'changed', stateName: '内容与确认时不同' }],
    })
    await site.services.store.put(row!.key, kept)
    expect((await seen(company.id)).holds).toBe(true)
  })

  test('the printed form has a page that says so in place of seal and signature, signed by the association', async () => {
    const { bytes } = await company.api.download('/member/download', { type: 'applyForm', id: company.id })
    const text = (await textOf(bytes)).replaceAll('\u200b', '')
    for (const words of ['线上确认', company.userName, '新的执照.png', confirmedHash.slice(0, 20)])
      expect(text).toContain(words)
    expect(text).not.toContain('盖章处')
    expect(await verifyPdf(bytes)).toMatchObject({ intact: true, reason: expect.stringContaining('入会申请表') })
  })
})

test('where it is online alone, no paper is asked for; a new statement has a new version, old ones keep theirs', async () => {
  const before = (await rules()).list.find(({ name }: { name: string }) => name === '入会申请').statementVersion
  await allow(['online'], '本单位已阅读全部内容，确认属实。')
  const company = await prepared()
  const { data } = await company.api.get('/member/getApply2')
  expect(data.slots.map(({ slot }: { slot: string }) => slot)).not.toContain('stampedForm')
  expect((await handInNow(company)).data.fields.stampedForm).toBe('请由负责人线上确认')
  expect((await confirmationState(company)).asked).toMatchObject({
    statement: '本单位已阅读全部内容，确认属实。',
    statementVersion: before + 1,
  })
  const { digest } = (await confirmationState(company)).asked
  const code = await codeOf(company)
  await allow(['online'], '又改了一次。')
  expect((await confirmWith(company, code, digest)).msg).toContain('声明在您查看之后有改动')
  expect((await confirmWith(company, code)).code).toBe(200)
  await allow(['online'], '再改一次。')
  expect(await handInNow(company)).toMatchObject({ data: { status: 'checking' } })
  expect(await seen(company.id)).toMatchObject({ statement: '又改了一次。', statementVersion: before + 2, holds: true })
  await allow(['paper'])
})
