import { once } from 'node:events'
import { createServer } from 'node:net'
import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { hashToken } from '#modules/accounts/server/sessions.ts'
import { dataDir, get, keep, member, other, setUpKeptFiles, site, uploaded } from '#test/setups/keptFiles.ts'
import { startApp } from '#test/support/app.ts'
import { signUp, staffSession } from '#test/support/make.ts'
import { film, pdf, upload } from '#test/support/uploads.ts'
import { file } from './server/tables.ts'

setUpKeptFiles()

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
    const users = ['admin', 'reviewer', 'cashier', 'awards', 'editor', 'trainer']
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
      cashier: json,
      awards: json,
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
