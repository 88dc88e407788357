import { eq, sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { file } from '#modules/files/server/tables.ts'
import { application } from '#modules/review/server/tables.ts'
import { award, type Confirmable, confirm } from '#test/setups/membership/confirmable.ts'
import { allowFor, codeOf, confirmationState, confirmWith, rules } from '#test/setups/membership/confirming.ts'
import { decide, reviewer, setUpJoining } from '#test/setups/membership/joining.ts'
import { site } from '#test/setups/site.ts'
import { putFile } from '#test/support/make.ts'
import { textOf } from '#test/support/pdfText.ts'
import { until } from '#test/support/site.ts'
import { applicationConfirmation } from './server/tables.ts'

setUpJoining(async () => ({ WRITES_PER_MINUTE: '5000' }))
beforeAll(async () => {
  expect((await allowFor('奖励申报', ['online', 'paper'])).code).toBe(200)
})

const seen = async ({ id }: Confirmable) => (await reviewer.get('/staff/review/confirmation', { id })).data
const wordsOn = async (of: Confirmable) => (await textOf((await of.sheet()).bytes)).replaceAll(/[\u200b\s]/g, '')
const rowsOf = ({ id }: Confirmable) =>
  site.services.db.select().from(applicationConfirmation).where(eq(applicationConfirmation.applicationId, id))

/** Replaces the file of the application by these, confirms and submits it. */
async function confirmed(...names: string[]) {
  const of = await award()
  const files = []
  for (const name of names) files.push({ code: of.proof, fileId: await putFile(site, of.token, name) })
  await of.save(files)
  await confirm(of)
  expect((await of.submit()).code).toBe(200)
  return { of, files }
}

test('it is kept by which account and login, from which address, and once however often it is confirmed', async () => {
  const of = await award()
  expect((await confirm(of)).code).toBe(200)
  expect((await confirm(of)).code).toBe(200)
  const { accountId, phone } = of
  const masked = `${phone.slice(0, 3)}****${phone.slice(-4)}`
  const kept = { accountId, loginId: accountId, phone: masked, address: expect.stringMatching(/^[\da-f.:]{3,}$/) }
  expect(await rowsOf(of)).toMatchObject([kept])
})

test('it keeps the version of its statement when there is a newer one', async () => {
  const of = await award()
  const { statementVersion } = (await confirmationState(of)).asked
  await confirm(of)
  const { statement } = (await rules()).list.find(({ name }: { name: string }) => name === '奖励申报').values
  await allowFor('奖励申报', ['online', 'paper'], `${statement}（新）`)
  expect(await confirmationState(of)).toMatchObject({
    asked: { statementVersion: statementVersion + 1 },
    confirmed: { statementVersion, changed: [] },
  })
})

test('of what was changed after a return staff read what went, what came and what stayed, and that it does not hold', async () => {
  const { of, files } = await confirmed('甲厂.png', '乙厂.png')
  await decide(reviewer, of.id, 'return', { opinion: '请补正', remarks: [{ slot: of.proof, text: '请换一份' }] })
  await of.save([files[0]!, { code: of.proof, fileId: await putFile(site, of.token, '丙厂.png') }])
  expect(await seen(of)).toMatchObject({
    isDocumentSame: true,
    holds: false,
    files: [
      { name: '甲厂.png', state: 'same', stateName: '与确认时相同' },
      { name: '乙厂.png', state: 'gone', stateName: '确认后已移除' },
      { name: '丙厂.png', state: 'added', stateName: '确认后新增' },
    ],
  })
})

test('of a form that was changed after a return staff read so, and its print has the box for the seal again', async () => {
  const { of } = await confirmed('甲厂.png')
  expect(await wordsOn(of)).toContain('线上确认')
  await decide(reviewer, of.id, 'return', { opinion: '请补正', remarks: [{ field: 'intro', text: '请写明数据' }] })
  await of.change()
  expect(await seen(of)).toMatchObject({ isDocumentSame: false, holds: false, files: [{ state: 'same' }] })
  const words = await wordsOn(of)
  expect(words).toContain('申报单位（申报人）')
  expect(words).not.toContain('线上确认')
})

test('of a file that was renamed, or whose bytes are gone, staff read that it is another', async () => {
  const { of, files } = await confirmed('甲厂.png')
  const isProof = eq(file.id, files[0]!.fileId)
  await site.services.db.update(file).set({ name: '改名.png' }).where(isProof)
  expect(await seen(of)).toMatchObject({ holds: false, files: [{ name: '甲厂.png', state: 'changed' }] })
  await site.services.db.update(file).set({ name: '甲厂.png', key: 'nowhere' }).where(isProof)
  expect(await seen(of)).toMatchObject({ holds: false, isDocumentSame: true, files: [{ state: 'changed' }] })
})

test('its print says the version of the statement, the phone, and each file with its hash', async () => {
  const { of } = await confirmed('甲厂.png')
  const [{ phone, statementVersion, files }] = (await rowsOf(of)) as [typeof applicationConfirmation.$inferSelect]
  const words = await wordsOn(of)
  for (const told of [`（第${statementVersion}版）`, phone, '所确认的文件', files[0]!.sha256.slice(0, 16)])
    expect(words).toContain(told)
})

test('what is being changed at that moment is waited for, and not confirmed unseen', async () => {
  const { db } = site.services
  const of = await award()
  const { digest } = (await confirmationState(of)).asked
  const code = await codeOf(of)
  const [changed, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const changing = db.transaction(async tx => {
    await tx.update(application).set({ materials: {} }).where(eq(application.id, of.id))
    changed.resolve()
    await released.promise
  })
  await changed.promise
  let isAnswered = false
  const answer = confirmWith(of, code, digest).finally(() => {
    isAnswered = true
  })
  const waiting = sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  await until(async () => isAnswered || (await db.execute(waiting)).rows.length)
  released.resolve()
  await changing
  expect(await answer).toMatchObject({ code: 409, msg: expect.stringContaining('在您查看之后有改动') })
  expect(await rowsOf(of)).toEqual([])
})
