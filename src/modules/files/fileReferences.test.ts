import { mkdir, readdir, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import type { Ctx } from '#lib/server/api/context.ts'
import {
  dataDir,
  get,
  keep,
  type Member,
  member,
  other,
  setUpKeptFiles,
  site,
  uploaded,
} from '#test/setups/keptFiles.ts'
import { film } from '#test/support/uploads.ts'
import { attachFiles, fileInfos, publishFiles } from './server/attachments.ts'
import { sweepFiles } from './server/sweeping.ts'
import { file } from './server/tables.ts'

setUpKeptFiles()

const ctxOf = ({ accountId }: Member, now = new Date()) =>
  ({
    ...site.services,
    now,
    actor: { kind: 'person', accountId, permissions: [] },
    headers: {},
    log: site.app.log,
  }) as never as Ctx

describe('a record refers to files', () => {
  test('of its own author only', async () => {
    const [mine, theirs] = [await uploaded(member), await uploaded(other)]
    await attachFiles(ctxOf(member), [mine, mine])
    for (const ids of [[theirs], [mine, theirs], [999_999]])
      await expect(attachFiles(ctxOf(member), ids)).rejects.toThrow('不是您上传的')
    await expect(attachFiles({ ...ctxOf(member), actor: { kind: 'anonymous' } }, [mine])).rejects.toThrow('请先登录')
    const infos = await fileInfos(ctxOf(member), [mine, theirs, 999_999])
    expect([...infos.keys()].sort()).toEqual([mine, theirs].sort())
    expect(infos.get(mine)).toMatchObject({ name: '材料.pdf', type: 'application/pdf', url: `/api/file/${mine}` })
  })

  test('of which pictures and films are for everybody once it is published, and documents are not', async () => {
    const [shown, paper] = [await uploaded(member, film(), { use: 'video' }), await uploaded(member)]
    await publishFiles(site.services, [shown, paper])
    expect((await get(shown)).statusCode).toBe(200)
    expect((await get(shown)).headers['cache-control']).toBe('public, max-age=3600')
    expect((await get(paper)).json().code).toBe(404)
  })

  test('and nothing else: its owner takes an unused one back, nobody another’s', async () => {
    const [unused, used] = [await uploaded(member), await uploaded(member)]
    await attachFiles(ctxOf(member), [used])
    expect(await site.as(other.token).post('/file/remove', { id: unused })).toMatchObject({ code: 404 })
    expect(await site.as(member.token).post('/file/remove', { id: unused })).toMatchObject({ code: 200 })
    expect(await site.as(member.token).post('/file/remove', { id: unused })).toMatchObject({ code: 404 })
    expect(await site.as(member.token).post('/file/remove', { id: used })).toMatchObject({
      code: 409,
      msg: /已在.*使用/,
    })
    expect((await get(used, { token: member.token })).statusCode).toBe(200)
  })
})

describe('the sweep', () => {
  const DAY = 86_400_000
  const stored = async () => (await Array.fromAsync(site.services.store.list())).map(({ key }) => key)

  test('removes what a crash left, after an hour, and nothing that is under way', async () => {
    // What stood in the copy of the site is not this story's.
    await sweepFiles(ctxOf(member))
    const [old, young] = [join(dataDir, 'tmp/old'), join(dataDir, 'tmp/young')]
    for (const directory of [old, young]) {
      await mkdir(directory, { recursive: true })
      await writeFile(join(directory, 'upload'), 'half')
    }
    const before = new Date(Date.now() - 2 * 3_600_000)
    for (const path of [join(old, 'upload'), old, young]) await utimes(path, before, before)
    await site.services.store.put('2026/without-row', Buffer.from('x'))
    await site.services.store.put('2026/just-now', Buffer.from('x'))
    await utimes(join(dataDir, 'files/2026/without-row'), before, before)
    const rows = await site.services.db.select().from(file)
    expect(await sweepFiles(ctxOf(member))).toEqual({ scratch: 1, forgotten: 0, orphans: 1 })
    // Codes of the uploads above may still be read, in a folder of their own.
    const scratch = await readdir(join(dataDir, 'tmp'))
    expect(scratch).toContain('young')
    expect(scratch).not.toContain('old')
    expect(await stored()).toContain('2026/just-now')
    for (const { key } of rows) expect(await stored()).toContain(key)
    await site.services.store.remove('2026/just-now')
  })

  test('removes uploads that nothing refers to after 30 days, and their bytes', async () => {
    const { db } = site.services
    const [forgotten, used, shown] = [await uploaded(other), await uploaded(other), await keep(true)]
    await attachFiles(ctxOf(other), [used])
    const in29Days = ctxOf(member, new Date(Date.now() + 29 * DAY))
    expect(await sweepFiles(in29Days)).toMatchObject({ forgotten: 0 })
    const [{ key } = { key: '' }] = await db.select().from(file).where(eq(file.id, forgotten))
    const after = await sweepFiles(ctxOf(member, new Date(Date.now() + 31 * DAY)))
    expect(after.forgotten).toBeGreaterThan(0)
    expect(await db.select().from(file).where(eq(file.id, forgotten))).toEqual([])
    expect(await stored()).not.toContain(key)
    expect((await get(used, { token: other.token })).statusCode).toBe(200)
    expect((await get(shown)).statusCode).toBe(200)
  })
})
