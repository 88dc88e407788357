import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { file } from '#modules/files/server/tables.ts'
import { application } from '#modules/review/server/tables.ts'
import { setUpDesks } from '#test/setups/qualifications/desks.ts'
import { site } from '#test/setups/site.ts'
import { begin, type Company, company, handIn } from '#test/support/qualifying.ts'

setUpDesks()

/** Two kinds that ask much the same. */
const CREDIT = { applyType: 'initial', childId: 701, levelId: 7011 }
const CLEANING = { applyType: 'initial', childId: 101, levelId: 1012 }

const copied = (by: Company, id: number, from: number) => by.api.get('/member/application/copied', { id, from })
const formOf = async (by: Company, id: number) => (await by.api.get('/qualification/getApply1', { id })).data

/** An application that was handed in, and a new one of another kind. */
async function two(by: Company) {
  const from = await begin(by, CLEANING)
  const handedIn = await handIn(by, from)
  expect(handedIn.code).toBe(200)
  return { from, id: await begin(by, CREDIT) }
}

describe('an earlier application', () => {
  test('fills what is empty in a new one, which then can be handed in', async () => {
    const by = await company(site)
    const { from, id } = await two(by)
    const offered = (await by.api.get('/member/application/earlier', { id })).data
    expect(offered.map((of: { id: number }) => of.id)).toEqual([from])
    const { fields, form: before, apply } = await formOf(by, id)
    const { data } = await copied(by, id, from)
    expect((await copied(by, id, 999_999)).code).toBe(404)
    expect(data.copied).toBeGreaterThan(0)
    for (const name of Object.keys(data.form)) expect(before[name] ?? null, name).toBeNull()
    const saved = await by.api.post('/member/application/save', {
      id,
      version: apply.version,
      form: { ...before, ...data.form },
      files: data.files.map(({ code, file }: { code: string; file: { id: number } }) => ({ code, fileId: file.id })),
    })
    expect(saved.code).toBe(200)
    const after = (await formOf(by, id)).form
    const former = (await formOf(by, from)).form
    for (const name of Object.keys(data.form)) expect(after[name], name).toEqual(former[name])
    const stillEmpty = fields.filter(
      ({ name, kind, required }: { name: string; kind: string; required?: boolean }) =>
        required && kind !== 'agreement' && (after[name] ?? null) === null && name in former,
    )
    expect(stillEmpty).toEqual([])
  })

  test('writes over nothing, and says what stood there', async () => {
    const by = await company(site)
    const { from, id } = await two(by)
    const { form, apply } = await formOf(by, id)
    const former = (await formOf(by, from)).form
    expect(former.mainBusiness).toBeTruthy()
    await by.api.post('/member/application/save', {
      id,
      version: apply.version,
      form: { ...form, mainBusiness: '现在写的主营业务' },
    })
    const { data } = await copied(by, id, from)
    expect(data.form).not.toHaveProperty('mainBusiness')
    expect(data.left).toContainEqual(
      expect.objectContaining({ name: 'mainBusiness', reason: `保留现在的内容；上次填的是“${former.mainBusiness}”` }),
    )
  })

  test('leaves out files that are gone, and says so', async () => {
    const by = await company(site)
    const { from, id } = await two(by)
    const { db } = site.services
    await db
      .update(application)
      .set({ materials: { proof: [by.fileId] } })
      .where(eq(application.id, from))
    const held = (await copied(by, id, from)).data
    await db.update(file).set({ deletedAt: new Date() }).where(eq(file.id, by.fileId))
    const { data } = await copied(by, id, from)
    const lost = data.left.filter(({ reason }: { reason: string }) => reason.includes('重新上传'))
    expect(lost.length).toBeGreaterThanOrEqual(held.files.length)
    expect(data.files).toEqual([])
  })

  test('is nobody else’s, and must have been handed in', async () => {
    const [by, other] = [await company(site), await company(site)]
    const { from, id } = await two(by)
    const theirs = await begin(other, CREDIT)
    expect(await copied(other, theirs, from)).toMatchObject({ code: 404 })
    expect(await copied(by, from, id)).toMatchObject({ code: 409 })
    expect((await other.api.get('/member/application/earlier', { id: theirs })).data).toEqual([])
  })
})
