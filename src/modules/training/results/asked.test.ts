import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { personnelGroup, personnelKind } from '#modules/personnel/server/tables.ts'
import { publicNotice } from '#modules/review/server/tables.ts'
import { site } from '#test/setups/site.ts'
import {
  aReviewer,
  batchesOf,
  create,
  decide,
  noticeOf,
  passed,
  setUpCertificateBatches,
} from '#test/setups/training/certificateBatches.ts'
import { staffSession, staffWith } from '#test/support/make.ts'
import { sheetOf, textsOf } from '#test/support/workbooks.ts'
import { participant } from '../server/tables.ts'

setUpCertificateBatches()

let cookie: { cookie: string }
let trainer: ReturnType<typeof site.as>
/** Seven who passed, and one. */
let many: { courseId: number; ids: number[] }
let single: { courseId: number; ids: number[] }
const renamed = '阿卜杜热合曼'

beforeAll(async () => {
  cookie = await staffSession(site, await staffWith(site, ['trainer']))
  trainer = site.as(cookie)
  const { db } = site.services
  await db.insert(personnelGroup).values({ id: 90, code: 'JC', name: '检测人员' })
  const levels = [{ code: '1', name: '一级' }]
  await db.insert(personnelKind).values({ id: 90, groupId: 90, code: 'JC1', name: '水质检测员', levels })
  many = await passed(7, { personnelKindId: 90, levelCode: '1' })
  single = await passed(1)
  await db.update(participant).set({ name: renamed }).where(eq(participant.id, many.ids[2]!))
})

type Query = Record<string, string | number>
const download = async (path: string, query: Query) => {
  const search = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]))
  return (await site.app.inject({ url: `/api/staff/training/${path}?${search}`, headers: cookie })).rawPayload
}
const namesInFile = async (path: string, query: Query) => {
  const [head, ...rows] = textsOf(await sheetOf(await download(path, query)))
  return rows.map(row => row[head!.indexOf('姓名')])
}
const listed = async (path: string, query: Query) =>
  (await trainer.get(`/staff/training/${path}`, query)).data.list.map(({ name }: { name: string }) => name)

test('scores leave as they are listed: by what came of them, by who still has something to do', async () => {
  const id = many.courseId
  const exported = (query: object) => namesInFile('scores/export', { id, ...query })
  expect(await exported({})).toHaveLength(7)
  expect(await exported({ result: 'failed' })).toEqual([])
  expect(await exported({ scope: 'certifiable' })).toHaveLength(7)
  expect(await exported({ scope: 'lacking' })).toEqual([])
})

describe('a batch', () => {
  test('gives its own papers once it is issued', async () => {
    const ids = []
    for (const count of [1, 2]) {
      const { courseId } = await passed(count, { hasNotice: false })
      await create(trainer, courseId)
      const [{ id, applicationId }] = await batchesOf(trainer, courseId)
      await decide(await aReviewer(), applicationId)
      ids.push(id)
    }
    const [one, two] = [await download('batch/zip', { id: ids[0]! }), await download('batch/zip', { id: ids[1]! })]
    expect(two.length).toBeGreaterThan(one.length * 1.5)
  })

  test('is drawn up of whom one looks for, with a remark to who decides', async () => {
    const id = many.courseId
    expect(await listed('batch/candidates', { id })).toHaveLength(7)
    expect(await listed('batch/candidates', { id, key: '热合曼' })).toEqual([renamed])
    expect((await create(trainer, id, { remark: '加急：下周上岗' })).code).toBe(200)
    await create(trainer, single.courseId)
    const [{ applicationId }] = await batchesOf(trainer, id)
    const { data } = await (await aReviewer()).get('/staff/review/detail', { id: applicationId })
    expect(JSON.stringify(data.form)).toContain('加急：下周上岗')
  })

  test('is listed page by page, by name, and leaves as it is listed', async () => {
    const [of] = await batchesOf(trainer, many.courseId)
    const [other] = await batchesOf(trainer, single.courseId)
    const { id } = of
    expect(await listed('batch/people', { id })).toHaveLength(7)
    expect(await listed('batch/people', { id, pageNum: 1 })).toHaveLength(7)
    expect(await listed('batch/people', { id: other.id })).toHaveLength(1)
    expect(await listed('batch/people', { id, key: '热合曼' })).toEqual([renamed])
    const [first, second] = [
      await listed('batch/people', { id, pageSize: 3, pageNum: 1 }),
      await listed('batch/people', { id, pageSize: 3, pageNum: 2 }),
    ]
    expect(new Set([...first, ...second]).size).toBe(6)
    const { data } = await trainer.get('/staff/training/batch/people', { id })
    expect(data.list[0]).toMatchObject({ levelName: '一级' })
    expect(await namesInFile('batch/export', { id })).toHaveLength(7)
    expect(await namesInFile('batch/export', { id: other.id })).toHaveLength(1)
    expect(await namesInFile('batch/export', { id, key: '热合曼' })).toEqual([renamed])
  })

  test('whose notice is held by an objection says so', async () => {
    const [{ applicationId }] = await batchesOf(trainer, many.courseId)
    await decide(await aReviewer(), applicationId)
    const { id } = await noticeOf(applicationId)
    await site.services.db.update(publicNotice).set({ heldAt: new Date() }).where(eq(publicNotice.id, id))
    expect((await batchesOf(trainer, many.courseId))[0].notice).toMatchObject({ id, isHeld: true })
  })
})
