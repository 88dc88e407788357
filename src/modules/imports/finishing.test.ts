import { eq } from 'drizzle-orm'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { setUpSite, site } from '#test/setups/site.ts'
import { importer } from '#test/support/importer.ts'
import { until } from '#test/support/site.ts'
import { workbookOf } from '#test/support/workbooks.ts'
import { defineImport } from './server/importKinds.ts'
import { importBatch } from './server/tables.ts'
import { HEARTBEAT_TIMEOUT_MS } from './states.ts'

/** Resolves when the test lets the `finish` step of its import kind end. */
let finishing: PromiseWithResolvers<void>
let goOn: PromiseWithResolvers<void>
defineImport({
  kind: 'slowAtTheEnd',
  order: 90,
  name: '末尾很慢的数据',
  permission: 'staff:members',
  policy: '全部新增',
  columns: async () => [{ name: 'code', label: '编号', section: '', kind: 'text', required: true, example: 'A1' }],
  key: { column: 'code', of: ({ code }) => String(code ?? '') },
  look: async (_, rows) => rows.map(() => ({ do: 'add' })),
  write: async (_, rows) => rows.map(({ row }) => row),
  finish: {
    name: '编号',
    run: async (_, __, beat) => {
      await beat(1)
      finishing.resolve()
      await goOn.promise
    },
  },
  undo: async () => [],
  records: async function* () {},
})

setUpSite({ demo: true })

let admin: Awaited<ReturnType<typeof importer>>
beforeAll(async () => {
  admin = await importer(site, 'admin')
})
afterEach(() => {
  vi.useRealTimers()
  goOn.resolve()
})

test('what is long at its end is told as work, step by step, and cannot be started twice', async () => {
  finishing = Promise.withResolvers<void>()
  goOn = Promise.withResolvers<void>()
  const { id } = await admin.check('slowAtTheEnd', await workbookOf([['编号'], ['A1'], ['A2']]))
  const item = async () => (await admin.get('/staff/import/item', { id })).data
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  expect((await admin.post('/staff/import/start', { id, rows: 'all' })).code).toBe(200)
  await finishing.promise
  const { db } = site.services
  await db
    .update(importBatch)
    .set({ heartbeat: new Date(Date.now() - HEARTBEAT_TIMEOUT_MS - 1) })
    .where(eq(importBatch.id, id))
  expect(await item()).toMatchObject({ status: 'interrupted' })
  vi.advanceTimersByTime(HEARTBEAT_TIMEOUT_MS / 3)
  await until(async () => (await item()).status === 'running')
  expect(await item()).toMatchObject({ progress: 2, finishing: '编号', finished: 1, added: 2, canStart: false })
  expect(await admin.post('/staff/import/start', { id, rows: 'all' })).toMatchObject({ code: 409 })
  goOn.resolve()
  await until(async () => (await item()).status === 'done')
  expect(await item()).toMatchObject({ finishing: null, added: 2 })
})
