import { eq } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { verifyPdf } from '#lib/server/documents/signatureReader.ts'
import { auditEvent } from '#modules/audit/server/tables.ts'
import type { AwardRules } from '#modules/awards/rules.ts'
import { awardCall } from '#modules/awards/server/tables.ts'
import { file } from '#modules/files/server/tables.ts'
import type { Schema } from '#modules/review/server/applicationKinds.ts'
import { application } from '#modules/review/server/tables.ts'
import { award, type Confirmable, confirm } from '#test/setups/membership/confirmable.ts'
import { allowFor, codeOf, confirmationState, confirmWith } from '#test/setups/membership/confirming.ts'
import { decide, reviewer, setUpJoining } from '#test/setups/membership/joining.ts'
import { site } from '#test/setups/site.ts'
import { openCall } from '#test/support/awarding.ts'
import { putFile } from '#test/support/make.ts'
import { textOf } from '#test/support/pdfText.ts'
import { contentFor } from './server/content.ts'

setUpJoining(async () => ({ WRITES_PER_MINUTE: '5000' }))
beforeAll(async () => {
  expect((await allowFor('奖励申报', ['online', 'paper'])).code).toBe(200)
})

const seen = async ({ id }: Confirmable) => (await reviewer.get('/staff/review/confirmation', { id })).data
const wordsOn = async (of: Confirmable) => (await textOf((await of.sheet()).bytes)).replaceAll(/[\u200b\s]/g, '')

/** A call that asks for other papers. */
async function callFor(change: (materials: AwardRules['materials']) => AwardRules['materials']) {
  const { call } = await openCall(site)
  return openCall(site, { rules: { ...call.rules, materials: change(call.rules.materials) } })
}

test('files that are kept in another order are what the owner read; each confirmation is in the log with its digest', async () => {
  const of = await award()
  const file = async (name: string) => ({ code: of.proof, fileId: await putFile(site, of.token, name) })
  const [one, two] = [await file('甲厂应用证明.png'), await file('乙厂应用证明.png')]
  await of.save([one, two])
  const { digest } = (await confirmationState(of)).asked
  await of.save([two, one])
  expect((await confirmWith(of, await codeOf(of), digest)).code).toBe(200)
  const { db } = site.services
  const logged = await db.select().from(auditEvent).where(eq(auditEvent.action, 'application.confirm'))
  expect(logged.filter(({ objectId }) => objectId === of.id)).toMatchObject([{ detail: { digest, files: 2 } }])
})

test('a file that was moved to another place is not what the owner read there', async () => {
  const other = { code: 'other', name: '其他证明', required: false, max: 3, hint: '' }
  const of = await award(await callFor(materials => [...materials, other]))
  const fileId = await putFile(site, of.token, '应用证明.png')
  await of.save([{ code: of.proof, fileId }])
  const { digest, documentHash, files } = (await confirmationState(of)).asked
  await of.save([{ code: other.code, fileId }])
  const moved = (await confirmationState(of)).asked
  expect(moved.documentHash).toBe(documentHash)
  expect(moved.files).toEqual([{ ...files[0], slotName: other.name }])
  expect(await confirmWith(of, await codeOf(of), digest)).toMatchObject({
    code: 409,
    msg: '申请的内容、文件或声明在您查看之后有改动，请重新查看后再确认',
  })
})

test('a scan of the sealed form that comes after the confirmation is no change of what was confirmed', async () => {
  const of = await award()
  const proof = { code: of.proof, fileId: await putFile(site, of.token, '应用证明.png') }
  await of.save([proof])
  await confirm(of)
  const { files } = (await confirmationState(of)).asked
  await of.save([proof, { code: of.seal, fileId: await putFile(site, of.token, '盖章申报书.png') }])
  const after = await confirmationState(of)
  expect(after.confirmed.changed).toEqual([])
  expect(after.asked.files).toEqual(files)
})

test('a picture in a form is confirmed with its bytes, as a file of the form', async () => {
  const of = await award()
  const fileId = await putFile(site, of.token, '现场.png')
  const [kept] = await site.services.db.select().from(application).where(eq(application.id, of.id))
  const view = { name: 'view', label: '现场照片', section: '', kind: 'picture' as const }
  const schema: Schema = { path: [], fields: [view], slots: [] }
  const { files } = await contentFor(site.ctx(), { of: kept!, schema, values: { view: fileId }, materials: {} })
  expect(files).toMatchObject([{ slot: 'form', slotName: '申请表', fileId, name: '现场.png' }])
})

test('an award whose bytes were swapped in the store is named to staff', async () => {
  const of = await award()
  await confirm(of)
  await of.submit()
  const [row] = await site.services.db.select().from(application).where(eq(application.id, of.id))
  const [proof] = await site.services.db.select().from(file).where(eq(file.id, row!.materials[of.proof]![0]!))
  const kept = Buffer.concat(await Array.fromAsync(await site.services.store.open(proof!.key)))
  await site.services.store.put(proof!.key, Buffer.from(kept.with(100, kept[100]! ^ 1)))
  expect(await seen(of)).toMatchObject({
    holds: false,
    isDocumentSame: true,
    files: [{ name: '应用证明.png', state: 'changed' }],
  })
})

test('an award that came back is confirmed anew, whatever the return names', async () => {
  const of = await award()
  await confirm(of)
  await of.submit()
  const remarks = [{ field: 'intro', text: '请写明数据' }]
  expect((await decide(reviewer, of.id, 'return', { opinion: '请补正', remarks })).code).toBe(200)
  await of.change()
  expect((await of.submit()).data.fields[of.seal]).toContain('确认以后有改动：申请表')
  expect((await confirm(of)).code).toBe(200)
  expect((await of.submit()).code).toBe(200)
  expect(await seen(of)).toMatchObject({ holds: true })
})

test('an award is not confirmed once its call is closed: it cannot be handed in any more', async () => {
  const of = await award()
  const { digest } = (await confirmationState(of)).asked
  const { db } = site.services
  await db.update(awardCall).set({ closesOn: '2020-01-01' }).where(eq(awardCall.id, of.called!.call.id))
  expect(await confirmationState(of)).toMatchObject({ isOpen: false, asked: null })
  expect(await confirmWith(of, await codeOf(of), digest)).toMatchObject({
    code: 409,
    msg: '这份申请现在不能线上确认，请刷新后查看',
  })
})

test('an award that was handed in is not confirmed once more, unless it comes back', async () => {
  const of = await award()
  await confirm(of)
  const { digest } = (await confirmationState(of)).asked
  await of.submit()
  expect(await confirmationState(of)).toMatchObject({ isOpen: false, asked: null, confirmed: { changed: [] } })
  expect(await confirmWith(of, await codeOf(of), digest)).toMatchObject({ code: 409 })
  await decide(reviewer, of.id, 'return', { opinion: '请补正', remarks: [{ field: 'intro', text: '请写明数据' }] })
  expect(await confirmationState(of)).toMatchObject({ isOpen: true, asked: { digest } })
})

test('another company neither reads what is to be confirmed nor confirms it, with whatever code', async () => {
  const of = await award()
  const other = await award()
  const { digest } = (await confirmationState(of)).asked
  const stranger = { ...other, id: of.id }
  expect((await other.api.get('/member/application/confirming', { id: of.id })).code).toBe(404)
  expect((await confirmWith(stranger, await codeOf(other), digest)).code).toBe(404)
  expect((await confirmationState(of)).confirmed).toBeNull()
})

test('a scan that was there before paper was taken no longer still has its place', async () => {
  const of = await award()
  await of.save([{ code: of.seal, fileId: await putFile(site, of.token, '盖章申报书.png') }])
  await allowFor('奖励申报', ['online'])
  const places = async () => (await of.api.get('/member/application/form', { id: of.id })).data.materials
  expect(await places()).toContainEqual(expect.objectContaining({ code: of.seal, required: false }))
  await of.save([])
  await allowFor('奖励申报', ['online', 'paper'])
})

test('an award that asks for no sealed form asks for no confirmation either', async () => {
  const of = await award(await callFor(materials => materials.filter(({ code }) => code !== 'stampedForm')))
  expect(await confirmationState(of)).toMatchObject({ isOpen: false })
  expect((await of.api.get('/member/application/form', { id: of.id })).data.isConfirmable).toBe(false)
  expect((await of.submit()).code).toBe(200)
})

test('an award whose sealed form may be left out is handed in unconfirmed, but not changed since it was', async () => {
  const called = await callFor(materials =>
    materials.map(one => ({ ...one, required: one.required && one.code !== 'stampedForm' })),
  )
  const of = await award(called)
  await confirm(of)
  await of.change()
  expect((await of.submit()).data.fields[of.seal]).toMatch(/^确认以后有改动：申请表/)
  expect((await (await award(called)).submit()).code).toBe(200)
})

test('its print keeps the box of who nominates, and the association signs nothing that was not handed in', async () => {
  const of = await award()
  for (const box of ['申报单位（申报人）', '提名单位（提名专家）']) expect(await wordsOn(of)).toContain(box)
  await confirm(of)
  const words = await wordsOn(of)
  expect(words).toContain('提名单位（提名专家）')
  expect(words).not.toContain('申报单位（申报人）')
  expect(words).toContain('提交之后下载的，由协会作数字签名')
  expect((await verifyPdf((await of.sheet()).bytes)).signed).toBe(false)
  await of.submit()
  expect(await verifyPdf((await of.sheet()).bytes)).toMatchObject({
    intact: true,
    reason: expect.stringMatching(/申报书 JL\d{4}-\d{6}$/),
  })
})

test('who is about to begin an award reads whether it may be confirmed, and what paper it asks for', async () => {
  const of = await award()
  const other = await award()
  const { kind, call } = of.called!
  const shown = async (by: Confirmable, asked: Record<string, string | number>) =>
    (await by.api.get('/award/getApply', asked)).data
  const blank = () => shown(other, { type: kind.code, year: call.year })
  const seal = ({ materials }: { materials: { code: string }[] }) => materials.find(({ code }) => code === of.seal)
  expect(await shown(of, { id: of.id })).toMatchObject({ isConfirmable: true })
  expect(await blank()).toMatchObject({ apply: null, isConfirmable: true })
  expect(seal(await blank())).toMatchObject({ required: false })
  await allowFor('奖励申报', ['online'])
  expect(seal(await blank())).toBeUndefined()
  await allowFor('奖励申报', ['paper'])
  expect(await blank()).toMatchObject({ isConfirmable: false })
  expect(seal(await blank())).toMatchObject({ required: true })
  await allowFor('奖励申报', ['online', 'paper'])
})
