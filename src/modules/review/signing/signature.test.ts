import { eq } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { file } from '#modules/files/server/tables.ts'
import { allow, type Company, handInNow, prepared } from '#test/setups/membership/confirming.ts'
import { reviewer } from '#test/setups/membership/joining.ts'
import { atService, begun, flowsOf, setUpSigning, tell, wordOf } from '#test/setups/membership/signing.ts'
import { site } from '#test/setups/site.ts'
import { putFile } from '#test/support/make.ts'

setUpSigning()
beforeAll(async () => {
  expect((await allow(['provider', 'paper'])).code).toBe(200)
})

/** Returns what staff see of the sealed form. */
async function seen({ id }: Company) {
  const { data } = await reviewer.get('/staff/review/detail', { id })
  return data.materials.find(({ slot }: { slot: string }) => slot === 'stampedForm')
}

test('staff see by whom the form was signed, and that its bytes still are those that came', async () => {
  const company = await prepared()
  const number = await begun(company)
  await atService(number, 'sign')
  await tell(await wordOf(number))
  expect(await handInNow(company)).toMatchObject({ data: { status: 'checking' } })
  const signature = { by: company.orgName, at: expect.any(String), isWhole: true }
  expect(await seen(company)).toMatchObject({ match: 'current', signature })
  const { signedFileId } = (await flowsOf(company)).at(-1)!
  const [kept] = await site.services.db.select().from(file).where(eq(file.id, signedFileId!))
  await site.services.store.put(kept!.key, Buffer.from('something else'))
  expect(await seen(company)).toMatchObject({ signature: { by: company.orgName, isWhole: false } })
})

test('what its name alone says of a signature is none', async () => {
  const company = await prepared()
  const name = `入会申请表-${company.orgName}电子签章.png`
  const files = [
    { slot: 'licence', fileId: await putFile(site, company.token, '执照.png') },
    { slot: 'stampedForm', fileId: await putFile(site, company.token, name) },
  ]
  const { api, id: applyId } = company
  expect(await api.post('/member/apply2Submit', { applyId, files, action: 'submit' })).toMatchObject({ code: 200 })
  expect(await seen(company)).toMatchObject({ files: [{ name }], signature: null })
})
