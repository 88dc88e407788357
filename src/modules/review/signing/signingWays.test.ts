import { eq } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { attempt } from '#modules/accounts/server/tables.ts'
import { application } from '#modules/review/server/tables.ts'
import {
  allow,
  type Company,
  codeOf,
  confirmationState,
  confirmWith,
  handInNow,
  prepared,
  rules,
} from '#test/setups/membership/confirming.ts'
import { atService, begin, begun, flowsOf, setUpSigning, tell, wordOf } from '#test/setups/membership/signing.ts'
import { site } from '#test/setups/site.ts'
import { codeSentTo, putFile } from '#test/support/make.ts'

setUpSigning()
beforeAll(async () => {
  expect((await allow(['provider', 'paper'])).code).toBe(200)
})

/** Signed at the service, and told. */
async function signedBy(company: Company): Promise<void> {
  const flow = await begun(company)
  await atService(flow, 'sign')
  expect(await tell(await wordOf(flow))).toMatchObject({ status: 200 })
}

test('paper that was uploaded beside stays what is handed in', async () => {
  const company = await prepared()
  await signedBy(company)
  const [licence, stamped] = [
    await putFile(site, company.token, '执照.png'),
    await putFile(site, company.token, '盖章.png'),
  ]
  const files = [
    { slot: 'licence', fileId: licence },
    { slot: 'stampedForm', fileId: stamped },
  ]
  await company.api.post('/member/apply2Submit', { applyId: company.id, files, action: 'submit' })
  const [row] = await site.services.db.select().from(application).where(eq(application.id, company.id))
  expect(row!.materials.stampedForm).toEqual([stamped])
})

test('where paper is taken no longer, what was signed takes its place; unsigned, the paper stays and does not do', async () => {
  const company = await prepared()
  const stampedForm = [await putFile(site, company.token, '盖章.png')]
  const files = [
    { slot: 'licence', fileId: await putFile(site, company.token, '执照.png') },
    { slot: 'stampedForm', fileId: stampedForm[0] },
  ]
  await company.api.post('/member/apply2Submit', { applyId: company.id, files, action: 'save' })
  const kept = async () => {
    const [row] = await site.services.db.select().from(application).where(eq(application.id, company.id))
    return row!.materials.stampedForm
  }
  await allow(['provider'])
  expect((await handInNow(company)).data.fields.stampedForm).toBe('请由负责人电子签章')
  expect(await kept()).toEqual(stampedForm)
  await signedBy(company)
  expect(await handInNow(company)).toMatchObject({ data: { status: 'checking' } })
  expect(await kept()).toEqual([(await flowsOf(company)).at(-1)!.signedFileId])
  await allow(['provider', 'paper'])
})

test('where signing is no way any more, what was signed does not do', async () => {
  const company = await prepared()
  await signedBy(company)
  await allow(['paper'])
  expect((await handInNow(company)).data.fields.stampedForm).toBe('请上传盖章申请表')
  await allow(['provider', 'paper'])
  expect(await handInNow(company)).toMatchObject({ data: { status: 'checking' } })
})

test('where confirming is no way any more, nobody is asked to, and what was confirmed does not do', async () => {
  await allow(['online', 'provider'])
  const company = await prepared()
  const { digest } = (await confirmationState(company)).asked
  expect((await confirmWith(company, await codeOf(company), digest)).code).toBe(200)
  await allow(['provider', 'paper'])
  expect(await confirmationState(company)).toMatchObject({ isOpen: true, maySign: true, asked: null })
  expect(await confirmWith(company, await codeOf(company), digest)).toMatchObject({ code: 409 })
  expect((await handInNow(company)).data.fields.stampedForm).toBe('请由负责人电子签章，或上传盖章申请表')
})

test('who waits for the service may confirm here meanwhile, where both are ways, and still reads of the signing', async () => {
  await allow(['online', 'provider', 'paper'])
  const company = await prepared()
  await begun(company)
  const { digest } = (await confirmationState(company)).asked
  await site.services.db.delete(attempt)
  await company.api.post('/member/getCode', { scene: 'confirmForm' })
  const code = await codeSentTo(site, company.phone)
  expect(await company.api.post('/member/application/confirm', { id: company.id, digest, code })).toMatchObject({
    code: 200,
    data: {
      confirmed: { changed: [] },
      maySign: true,
      signing: { state: 'signing', link: expect.stringMatching(/^http/) },
    },
  })
  await allow(['provider', 'paper'])
})

test('where signing is the only way, paper does not do; staff are offered it among the ways', async () => {
  expect((await allow(['provider'])).code).toBe(200)
  const { fields } = await rules()
  const ways = fields.find(({ name }: { name: string }) => name === 'ways')
  expect(ways.options.map(({ name }: { name: string }) => name)).toContain('电子签章（服务商）')
  const company = await prepared()
  expect((await handInNow(company)).data.fields.stampedForm).toBe('请由负责人电子签章')
  await signedBy(company)
  expect(await handInNow(company)).toMatchObject({ data: { status: 'checking' } })
  await allow(['paper'])
  expect(await begin(await prepared())).toMatchObject({ code: 409, msg: '这份申请现在不能电子签章，请刷新后查看' })
})
