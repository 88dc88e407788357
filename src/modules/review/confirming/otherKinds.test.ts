import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { verifyPdf } from '#lib/server/documents/signatureReader.ts'
import { application } from '#modules/review/server/tables.ts'
import { clerkOf } from '#test/setups/clerks.ts'
import { award, type Confirmable, cancellation, change, confirm } from '#test/setups/membership/confirmable.ts'
import { allowFor, codeOf, confirmationState, confirmWith, rules } from '#test/setups/membership/confirming.ts'
import { reviewer, setUpJoining } from '#test/setups/membership/joining.ts'
import { site } from '#test/setups/site.ts'
import { putFile } from '#test/support/make.ts'
import { textOf } from '#test/support/pdfText.ts'

setUpJoining(async () => ({ WRITES_PER_MINUTE: '5000' }))

const seen = async ({ id }: Confirmable) => (await reviewer.get('/staff/review/confirmation', { id })).data
const detail = async ({ id }: Confirmable) => (await reviewer.get('/staff/review/detail', { id })).data
const rowOf = async ({ id }: Confirmable) => {
  const [row] = await site.services.db.select().from(application).where(eq(application.id, id))
  return row!
}
const wordsOn = async (of: Confirmable) => (await textOf((await of.sheet()).bytes)).replaceAll(/[\u200b\s]/g, '')
const form = async ({ api, id }: Confirmable) => (await api.get('/member/application/form', { id })).data

test('every kind with a sealed paper is among those that the association sets, and no other', async () => {
  const names = (await rules()).list.map(({ name }: { name: string }) => name)
  const expected = '入会申请 个人入会申请 奖励申报 能力评价首次申请 能力评价换证申请 能力评价升级申请 能力评价增项申请'
  const others = '能力评价变更申请 能力评价注销申请'
  expect(names.toSorted()).toEqual(`${expected} ${others}`.split(' ').toSorted())
})

describe.each([
  ['奖励申报', award],
  ['能力评价变更申请', change],
  ['能力评价注销申请', cancellation],
])('%s', (kind, make) => {
  test('for which nothing was chosen takes paper, and nothing else', async () => {
    const of = await make()
    expect(await confirmationState(of)).toEqual({
      ways: ['paper'],
      slot: of.seal,
      isOpen: false,
      maySign: false,
      signing: null,
      asked: null,
      confirmed: null,
    })
    const { isConfirmable, materials } = await form(of)
    expect(isConfirmable).toBe(false)
    expect(materials).toContainEqual(expect.objectContaining({ code: of.seal, required: true }))
    expect(await confirmWith(of, await codeOf(of), '0'.repeat(64))).toMatchObject({ code: 409 })
    expect((await of.submit()).data.fields[of.seal]).toMatch(/^请上传盖章/)
  })

  describe('where the association lets its applicants choose', () => {
    let of: Confirmable
    beforeAll(async () => {
      expect((await allowFor(kind, ['online', 'paper'])).code).toBe(200)
      of = await make()
    })

    test('asks for a seal or a confirmation, which its owner alone may give', async () => {
      const { isConfirmable, materials } = await form(of)
      expect(isConfirmable).toBe(true)
      expect(materials).toContainEqual(expect.objectContaining({ code: of.seal, required: false }))
      expect((await of.submit()).data.fields).toEqual({
        [of.seal]: expect.stringMatching(/^请由负责人线上确认，或上传盖章/),
      })
      const { asked } = await confirmationState(of)
      expect(asked).toMatchObject({ statement: expect.stringContaining('代替签字盖章'), statementVersion: 1 })
      expect(asked.files.map(({ name }: { name: string }) => name)).toHaveLength(of.filesWanted)
      const clerk = { ...of, api: (await clerkOf(of, ['all'])).api }
      expect(await confirmationState(clerk)).toMatchObject({ isOpen: true, asked: null })
      expect(await confirmWith(clerk, await codeOf(of), asked.digest)).toMatchObject({
        code: 403,
        msg: '这项操作须由本单位负责人办理',
      })
    })

    test('is not confirmed by a wrong code, nor by one for something else', async () => {
      const right = await codeOf(of)
      expect((await confirmWith(of, right === '000000' ? '111111' : '000000')).data.fields).toHaveProperty('code')
      expect((await confirmWith(of, await codeOf(of, 'changePwd'))).data.fields).toHaveProperty('code')
      expect((await confirmationState(of)).confirmed).toBeNull()
    })

    test('names what was changed after it was confirmed, and takes a new confirmation', async () => {
      expect(await confirm(of)).toMatchObject({ code: 200, data: { confirmed: { by: of.userName, changed: [] } } })
      const changed = await of.change()
      expect((await confirmationState(of)).confirmed.changed).toContain(changed)
      expect((await of.submit()).data.fields[of.seal]).toMatch(`确认以后有改动：`)
      expect((await of.submit()).data.fields[of.seal]).toContain(changed)
      expect((await confirm(of)).code).toBe(200)
    })

    test('is handed in without paper; staff see who stood to it, and that it is still that', async () => {
      const { code, data } = await of.submit()
      expect({ code, status: data.status }).toMatchObject({
        code: 200,
        status: expect.stringMatching(/submitted|checking/),
      })
      expect((await detail(of)).isConfirmed).toBe(true)
      expect(await seen(of)).toMatchObject({ by: of.userName, holds: true, isDocumentSame: true })
    })

    test('says so on its print in place of the applicant’s seal, signed by the association', async () => {
      const words = await wordsOn(of)
      for (const told of ['线上确认', of.userName, (await seen(of)).documentHash.slice(0, 20)])
        expect(words).toContain(told)
      expect(words).not.toContain('申请单位盖章')
      expect(words).not.toContain('申报单位（申报人）')
      expect(await verifyPdf((await of.sheet()).bytes)).toMatchObject({ intact: true })
    })

    test('still takes paper, as before', async () => {
      const sealed = await make()
      const scan = { code: sealed.seal, fileId: await putFile(site, sealed.token, '盖章.png') }
      const proofs = Object.entries((await rowOf(sealed)).materials).flatMap(([code, ids]) =>
        ids.map(fileId => ({ code, fileId })),
      )
      expect((await sealed.submit({ files: [...proofs, scan] })).code).toBe(200)
      expect((await detail(sealed)).isConfirmed).toBe(false)
      expect(await seen(sealed)).toBeNull()
      expect((await rowOf(sealed)).materials[sealed.seal]).toEqual([scan.fileId])
    })
  })

  test('of which online is the only way asks for no paper', async () => {
    await allowFor(kind, ['online'])
    const of = await make()
    const { materials } = await form(of)
    expect(materials.map(({ code }: { code: string }) => code)).not.toContain(of.seal)
    expect((await of.submit()).data.fields).toEqual({ [of.seal]: '请由负责人线上确认' })
    expect((await confirm(of)).code).toBe(200)
    expect((await of.submit()).code).toBe(200)
  })

  test('in two tabs: what one confirms while the other writes is not handed in unseen', async () => {
    await allowFor(kind, ['online', 'paper'])
    const of = await make()
    const { digest } = (await confirmationState(of)).asked
    const code = await codeOf(of)
    const [confirmed] = await Promise.all([confirmWith(of, code, digest), of.change()])
    expect([200, 409]).toContain(confirmed.code)
    expect((await of.submit()).data.fields[of.seal]).toMatch(
      confirmed.code === 200 ? /^确认以后有改动/ : /^请由负责人线上确认/,
    )
  })

  test('in two tabs that both hand in is handed in once', async () => {
    const of = await make()
    expect((await confirm(of)).code).toBe(200)
    const answers = await Promise.all([of.submit(), of.submit()])
    expect(answers.map(({ code }) => code)).toEqual([200, 200])
    expect((await detail(of)).rounds).toHaveLength(make === change ? 2 : 1)
  })
})

test('the form of a change says that it may be confirmed, too', async () => {
  const apply1 = async (of: Confirmable) => (await of.api.get('/qualification/getApply1', { id: of.id })).data
  await allowFor('能力评价变更申请', ['paper'])
  const of = await change()
  expect((await apply1(of)).isConfirmable).toBe(false)
  await allowFor('能力评价变更申请', ['online', 'paper'])
  expect((await apply1(of)).isConfirmable).toBe(true)
})
