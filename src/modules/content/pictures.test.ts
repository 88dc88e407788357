import { once } from 'node:events'
import { createServer, get as httpGet, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { eq } from 'drizzle-orm'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Ctx } from '#lib/server/api/context.ts'
import { type Site, startApp } from '#test/support/app.ts'
import { asStaff, newAddress } from '#test/support/make.ts'
import { account } from '../accounts/server/tables.ts'
import { file } from '../files/server/tables.ts'
import { type FetchPublic, fetchPicture } from './server/writing/pictures.ts'

let site: Site
/** Stands in for a remote site; each test sets its answer. */
let answer: (request: IncomingMessage, response: ServerResponse) => void
const server = createServer((request, response) => answer(request, response))
let picture: Buffer
let ctx: Ctx
beforeAll(async () => {
  site = await startApp({ demo: true })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const background = { r: 20, g: 90, b: 140 }
  picture = await sharp({ create: { width: 640, height: 360, channels: 3, background } })
    .png()
    .toBuffer()
  const [editor] = await site.services.db.select().from(account).where(eq(account.userName, 'editor'))
  ctx = {
    ...site.services,
    now: new Date(),
    address: newAddress(),
    headers: {},
    log: site.app.log,
    actor: { kind: 'staff', accountId: editor!.id, userName: 'editor', tokenHash: '', permissions: ['staff:content'] },
  }
})
afterAll(async () => {
  server.close()
  await site.close()
})

/** The same question, asked on this machine. */
const fromHere: FetchPublic = ({ pathname }, signal) =>
  new Promise((resolve, reject) => {
    const { port } = server.address() as AddressInfo
    httpGet({ port, path: pathname, signal }, body =>
      resolve({ status: body.statusCode!, type: body.headers['content-type'] ?? '', body }),
    ).on('error', reject)
  })
const take = (url = 'https://mmbiz.qpic.cn/mmbiz_png/abc/640') => fetchPicture(ctx, { url }, fromHere)

describe('a picture of 公众号', () => {
  test('is taken in like an upload: cleaned, stored, and the editor’s own', async () => {
    answer = (_, response) => response.setHeader('content-type', 'image/png').end(picture)
    const stored = await take()
    expect(stored).toMatchObject({ type: 'image/png', width: 640, height: 360 })
    const [row] = await site.services.db.select().from(file).where(eq(file.id, stored.id))
    expect(row).toMatchObject({
      isPublic: false,
      attachedAt: null,
      ownerId: ctx.actor.kind === 'staff' && ctx.actor.accountId,
    })
  })

  test('that has moved, is none, or lies is refused with a sentence', async () => {
    answer = (_, response) => response.writeHead(302, { location: 'http://127.0.0.1/' }).end()
    await expect(take()).rejects.toThrow('没有给出图片')
    answer = (_, response) => response.setHeader('content-type', 'text/html').end('<script>')
    await expect(take()).rejects.toThrow('没有给出图片')
    answer = (_, response) => response.setHeader('content-type', 'image/png').end('<script>alert(1)</script>')
    await expect(take()).rejects.toMatchObject({ name: 'Refusal', code: 400 })
  })

  test('without end is cut off', async () => {
    answer = (_, response) => {
      response.setHeader('content-type', 'image/png')
      const more = () => {
        while (response.write(Buffer.alloc(1 << 20)));
      }
      response.on('drain', more)
      more()
    }
    await expect(take()).rejects.toThrow('不能超过 20 MB')
  })
})

test('only the hosts that are allowed are asked at all, by https and on its port', async () => {
  answer = (_, response) => response.setHeader('content-type', 'image/png').end(picture)
  for (const url of [
    'http://mmbiz.qpic.cn/a',
    'https://mmbiz.qpic.cn:8443/a',
    'https://mmbiz.qpic.cn.example.com/a',
    'https://user@mmbiz.qpic.cn/a',
    'https://127.0.0.1/a',
    'file:///etc/passwd',
    'mmbiz.qpic.cn',
    '',
  ])
    await expect(take(url), url).rejects.toThrow('只能收取允许的网站')
  const writer = await asStaff(site, 'editor')
  const refused = await writer.post('/staff/picture/fetch', { url: 'https://example.com/a.png' })
  expect(refused).toMatchObject({ code: 400, msg: expect.stringContaining('只能收取允许的网站') })
})
