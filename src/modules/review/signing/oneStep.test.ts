import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { awardCall } from '#modules/awards/server/tables.ts'
import { file } from '#modules/files/server/tables.ts'
import { application } from '#modules/review/server/tables.ts'
import { award, type Confirmable, cancellation } from '#test/setups/membership/confirmable.ts'
import { allowFor, confirmationState } from '#test/setups/membership/confirming.ts'
import { reviewer } from '#test/setups/membership/joining.ts'
import { atService, begin, begun, flowsOf, setUpSigning, tell, wordOf } from '#test/setups/membership/signing.ts'
import { site } from '#test/setups/site.ts'
import { textOf } from '#test/support/pdfText.ts'

setUpSigning()

const signing = async (of: Confirmable) => (await confirmationState(of)).signing

describe.each([
  ['奖励申报', award],
  ['能力评价注销申请', cancellation],
])('%s, whose form and files are handed in together', (kind, make) => {
  let of: Confirmable
  beforeAll(async () => {
    expect((await allowFor(kind, ['provider', 'paper'])).code).toBe(200)
    of = await make()
  })

  test('is signed at the service as a draft; changed since it is signed anew', async () => {
    expect((await of.submit()).data.fields[of.seal]).toMatch(/^请由负责人电子签章，或上传盖章/)
    const former = await begun(of)
    const changed = await of.change()
    expect((await signing(of)).changed).toEqual([changed])
    const flow = await begun(of)
    expect(flow).not.toBe(former)
    await atService(flow, 'sign')
    expect(await tell(await wordOf(flow))).toMatchObject({ status: 200 })
    expect(await signing(of)).toMatchObject({ state: 'kept', signatory: of.orgName, changed: [] })
  })

  test('is handed in with the signed form in the place of the paper; staff read whose signature it is', async () => {
    expect((await of.submit()).code).toBe(200)
    const { signedFileId } = (await flowsOf(of)).at(-1)!
    const [row] = await site.services.db.select().from(application).where(eq(application.id, of.id))
    expect(row!.materials[of.seal]).toEqual([signedFileId])
    const { data } = await reviewer.get('/staff/review/detail', { id: of.id })
    const paper = data.materials.find(({ slot }: { slot: string }) => slot === of.seal)
    expect(paper.signature).toMatchObject({ by: of.orgName, isWhole: true })
  })
})

test('what is signed is the form as its kind prints it, as the version that it will be', async () => {
  const of = await award()
  await begun(of)
  const row = (await flowsOf(of)).at(-1)!
  const [given] = await site.services.db.select().from(file).where(eq(file.id, row.fileId))
  const bytes = Buffer.concat(await Array.fromAsync(await site.services.store.open(given!.key)))
  const text = (await textOf(bytes)).replaceAll(/[\u200b\s]/g, '')
  for (const words of [`${of.called!.kind.name}申报书`, '申报通知', '第1版', row.files[0]!.sha256.slice(0, 20)])
    expect(text).toContain(words)
  for (const words of ['签字、盖章', '提名单位（提名专家）']) expect(text).not.toContain(words)
})

test('an award whose call has closed is sent to no service', async () => {
  const of = await award()
  const { db } = site.services
  await db.update(awardCall).set({ closesOn: '2020-01-01' }).where(eq(awardCall.id, of.called!.call.id))
  expect(await begin(of)).toMatchObject({ code: 409, msg: '这份申请现在不能电子签章，请刷新后查看' })
})
