import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { file } from '#modules/files/server/tables.ts'
import { applied, detail, reviewer, setUpReviewDesk } from '#test/setups/reviewDesk.ts'
import { site } from '#test/setups/site.ts'
import { putFile } from '#test/support/make.ts'

setUpReviewDesk()

type Company = Awaited<ReturnType<typeof applied>>
const decide = async (id: number, action: 'pass' | 'reject') => {
  const { version } = await detail(reviewer, id)
  const decided = await reviewer.post('/staff/review/decide', { id, version, action, opinion: '会议决定' })
  expect(decided).toMatchObject({ code: 200 })
}
const earlier = async ({ api }: Company, id: number) =>
  (await api.get('/member/application/earlier', { id })).data.map((of: { id: number }) => of.id)
const copied = async ({ api }: Company, id: number, from: number) =>
  (await api.get('/member/application/copied', { id, from })).data

/** Applies again after a refusal, up to the step of the materials. */
async function appliedAgain() {
  const by = await applied()
  await decide(by.id, 'pass')
  const [sealed, licence] = [await putFile(site, by.token, '盖章申请表.png'), await putFile(site, by.token, '执照.png')]
  const files = [
    { slot: 'stampedForm', fileId: sealed },
    { slot: 'licence', fileId: licence },
  ]
  expect(await by.api.post('/member/apply2Submit', { applyId: by.id, files, action: 'submit' })).toMatchObject({
    code: 200,
  })
  await decide(by.id, 'reject')
  const { form } = (await by.api.get('/member/getApply1')).data
  const wishes = { levelCode: '10', applyReason: '再次申请', agreeCharter: true, agreeTruth: true }
  const sent = await by.api.post('/member/apply1Submit', { form: { ...form, ...wishes }, action: 'submit' })
  const again = sent.data.applyId as number
  expect(await earlier(by, again), 'no place for files is open while the form is looked at').toEqual([])
  await decide(again, 'pass')
  return { by, again, licence }
}

test('the second step takes over the files of an earlier application, but never the sealed form', async () => {
  const { by, again, licence } = await appliedAgain()
  expect(await earlier(by, again)).toEqual([by.id])
  const { form, files, left, copied: fields } = await copied(by, again, by.id)
  expect([form, fields]).toEqual([{}, 0])
  expect(files).toMatchObject([{ code: 'licence', file: { id: licence, name: '执照.png' } }])
  expect(left).toMatchObject([{ name: 'stampedForm', reason: '须按这次的内容重新打印、签章' }])
  const { version } = (await by.api.get('/member/application/form', { id: again })).data
  const own = await putFile(site, by.token, '新盖章.png')
  const sent = [
    { code: 'licence', fileId: licence },
    { code: 'stampedForm', fileId: own },
  ]
  expect(await by.api.post('/member/application/submit', { id: again, version, files: sent })).toMatchObject({
    code: 200,
  })
  expect((await detail(reviewer, again)).status).toBe('checking')
})

test('a place that is filled is left alone, and a file that is gone is named', async () => {
  const { by, again, licence } = await appliedAgain()
  await site.services.db.update(file).set({ deletedAt: new Date() }).where(eq(file.id, licence))
  const lost = await copied(by, again, by.id)
  expect(lost.files).toEqual([])
  expect(lost.left).toContainEqual(
    expect.objectContaining({ name: 'licence', reason: expect.stringMatching(/重新上传/) }),
  )
  const { version } = (await by.api.get('/member/application/form', { id: again })).data
  const own = await putFile(site, by.token, '新执照.png')
  const save = { id: again, version, files: [{ code: 'licence', fileId: own }] }
  expect(await by.api.post('/member/application/save', save)).toMatchObject({ code: 200 })
  const { files, left } = await copied(by, again, by.id)
  expect(files).toEqual([])
  expect(left.map(({ name }: { name: string }) => name)).toEqual(['stampedForm'])
})
