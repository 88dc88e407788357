import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import type { Ctx } from '#lib/server/api/context.ts'
import { hashToken } from '#modules/accounts/server/sessions.ts'
import { startApp } from '../../../test/app.ts'
import { signUp, staffSession } from '../../../test/make.ts'
import { film, pdf, upload } from '../../../test/uploads.ts'
import { attachFiles, fileInfos, publishFiles } from './server/attachments.ts'
import { keepFile } from './server/files.ts'
import { sweepFiles } from './server/sweeping.ts'
import { file } from './server/tables.ts'

type Member = { accountId: number; token: string }

let site: Awaited<ReturnType<typeof startApp>>
let dataDir: string
let member: Member
let other: Member
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'hangxie-files-'))
  site = await startApp({ env: { DATA_DIR: dataDir, FILE_QUOTA_MB: '1' } })
  member = await signUp(site)
  other = await signUp(site)
})
afterAll(async () => {
  await site.close()
  await rm(dataDir, { recursive: true })
})

const keep = (isPublic: boolean) =>
  keepFile(
    { ...site.services, now: new Date() },
    { name: "章程“修订稿”(1)'.pdf", type: 'application/pdf', bytes: Buffer.from('%PDF-1.7'), isPublic },
  )
const uploaded = async ({ token }: Member, bytes = pdf(), about = {}) => {
  const { data, msg } = await upload(site, bytes, { ...about, headers: { token } })
  if (!data) throw new Error(msg)
  return data.id as number
}
const get = (id: number, headers: Record<string, string> = {}, query = '') =>
  site.app.inject({ url: `/api/file/${id}${query}`, headers })
const ctxOf = ({ accountId }: Member, now = new Date()) =>
  ({
    ...site.services,
    now,
    actor: { kind: 'person', accountId, permissions: [] },
    headers: {},
    log: site.app.log,
  }) as never as Ctx

describe('a public file', () => {
  test('is read in place, or as a download under its own name', async () => {
    const id = await keep(true)
    const inPlace = await get(id)
    expect([inPlace.statusCode, inPlace.body]).toEqual([200, '%PDF-1.7'])
    expect(inPlace.headers['content-disposition']).toMatch(/^inline/)
    const { headers } = await get(id, {}, '?download=1')
    const name = `${encodeURIComponent('章程“修订稿”')}%281%29%27.pdf`
    expect(headers['content-disposition']).toBe(`attachment; filename*=UTF-8''${name}`)
    const again = await get(id, { 'if-none-match': String(headers.etag) })
    expect([again.statusCode, again.body]).toEqual([304, ''])
  })

  test('cannot act as a page of ours', async () => {
    const { headers } = await get(await keep(true))
    expect(headers['x-content-type-options']).toBe('nosniff')
    expect(headers['content-security-policy']).toMatch(/default-src 'none'.*sandbox;.*frame-ancestors 'none'/)
  })

  test('does not exist once it is deleted', async () => {
    const id = await keep(true)
    await site.services.db.update(file).set({ deletedAt: new Date() }).where(eq(file.id, id))
    expect(await site.get(`/file/${id}`)).toMatchObject({ code: 404 })
  })
})

describe('a part of a file', () => {
  let id: number
  const bytes = film(5_000)
  const part = async (range: string, headers = {}) => {
    const { statusCode, rawPayload, headers: got } = await get(id, { token: member.token, range, ...headers })
    return { status: statusCode, length: rawPayload.length, range: got['content-range'], last: rawPayload.at(-1) }
  }
  beforeAll(async () => {
    id = await uploaded(member, bytes, { use: 'video' })
  })
  const size = bytes.length

  test('is what a player asks for', async () => {
    expect((await get(id, { token: member.token })).headers['accept-ranges']).toBe('bytes')
    expect(await part('bytes=0-1')).toEqual({ status: 206, length: 2, range: `bytes 0-1/${size}`, last: 0 })
    expect(await part('bytes=4-7')).toMatchObject({ last: 'p'.charCodeAt(0) })
    expect(await part(`bytes=${size - 10}-`)).toMatchObject({ status: 206, length: 10, last: 7 })
    expect(await part('bytes=-10')).toMatchObject({
      status: 206,
      length: 10,
      range: `bytes ${size - 10}-${size - 1}/${size}`,
    })
    expect(await part(`bytes=0-${size * 2}`)).toMatchObject({ status: 206, length: size })
  })

  test('beyond its end is not there; of another version, or in many parts, it comes whole', async () => {
    expect(await part(`bytes=${size}-`)).toMatchObject({ status: 416, length: 0, range: `bytes */${size}` })
    expect(await part('bytes=-0')).toMatchObject({ status: 416 })
    for (const range of ['bytes=0-1,3-4', 'bytes=-', 'lines=1-2', 'bytes=a-b'])
      expect(await part(range), range).toMatchObject({ status: 200, length: size })
    expect(await part('bytes=0-1', { 'if-range': '"another"' })).toMatchObject({ status: 200, length: size })
  })
})

describe('a private file', () => {
  test('is read by its owner and by the staff whose work needs it, and by nobody else', async () => {
    const staff = await startApp({ demo: true, env: { DATA_DIR: dataDir } })
    onTestFinished(() => staff.close())
    const owner = await signUp(staff)
    const { data } = await upload(staff, pdf(), { headers: { token: owner.token } })
    const readBy = async (headers: Record<string, string>) =>
      (await staff.app.inject({ url: data.url, headers })).headers['content-type']
    const stranger = await signUp(staff)
    const readers = {
      owner: { token: owner.token },
      stranger: { token: stranger.token },
      visitor: {},
      nonsense: { token: 'x' },
    }
    const types = Object.entries(readers).map(async ([who, headers]) => [who, await readBy(headers)])
    const users = ['admin', 'reviewer', 'cashier', 'editor', 'trainer']
    const ofStaff = users.map(async name => [name, await readBy(await staffSession(staff, name))])
    const json = 'application/json; charset=utf-8'
    const own = 'application/pdf'
    expect(Object.fromEntries(await Promise.all([...types, ...ofStaff]))).toEqual({
      owner: own,
      stranger: json,
      visitor: json,
      nonsense: json,
      admin: own,
      reviewer: own,
      cashier: own,
      editor: json,
      trainer: json,
    })
  })

  test('is kept by no cache, and looks to others like one that never was', async () => {
    const id = await uploaded(member)
    expect((await get(id, { token: member.token })).headers['cache-control']).toBe('private, no-store')
    const never = await get(999_999, { token: other.token })
    expect((await get(id, { token: other.token })).json()).toEqual(never.json())
    expect(never.json()).toEqual({ code: 404, data: null, msg: '文件不存在或不公开' })
  })

  test('of somebody without an account is read with the ticket', async () => {
    const id = await keep(false)
    const ticketHash = hashToken('a ticket')
    await site.services.db.update(file).set({ ticketHash }).where(eq(file.id, id))
    expect((await get(id, { ticket: 'a ticket' })).body).toBe('%PDF-1.7')
    for (const ticket of ['another', '', ticketHash]) expect((await get(id, { ticket })).json().code).toBe(404)
  })
})

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

test('an account holds as much as its quota, however many uploads come at once', async () => {
  const full = await signUp(site)
  const about = { headers: { token: full.token } }
  const big = pdf('x'.repeat(300_000))
  const answers = await Promise.all(Array.from({ length: 6 }, () => upload(site, big, about)))
  expect(answers.map(({ code }) => code).sort()).toEqual([200, 200, 200, 400, 400, 400])
  expect(answers.find(({ code }) => code === 400)!.msg).toMatch(/1 MB 的上限/)
  const [first] = answers.filter(({ code }) => code === 200)
  await site.as(full.token).post('/file/remove', { id: first!.data.id })
  expect(await upload(site, big, about)).toMatchObject({ code: 200 })
})

test('a file in which the scanner finds something is refused, and so is every file while it is away', async () => {
  const isEnd = (chunk: Buffer) => chunk.subarray(-4).equals(Buffer.alloc(4))
  const server = createServer(socket =>
    socket.on('data', chunk => isEnd(chunk as Buffer) && socket.end('stream: Eicar FOUND\0')),
  ).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  const scanned = await startApp({ env: { DATA_DIR: dataDir, CLAMD: `127.0.0.1:${port}` } })
  onTestFinished(() => scanned.close())
  const { token } = await signUp(scanned)
  expect(await upload(scanned, pdf(), { headers: { token } })).toMatchObject({ code: 400, msg: /未通过病毒扫描/ })
  server.close()
  expect(await upload(scanned, pdf(), { headers: { token } })).toMatchObject({ status: 503, msg: /扫描服务暂时不可用/ })
  expect(await scanned.services.db.select().from(file)).toEqual([])
})

describe('the sweep', () => {
  const DAY = 86_400_000
  const stored = async () => (await Array.fromAsync(site.services.store.list())).map(({ key }) => key)

  test('removes what a crash left, after an hour, and nothing that is under way', async () => {
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
    expect(await readdir(join(dataDir, 'tmp'))).toEqual(['young'])
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
