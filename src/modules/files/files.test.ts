import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp } from '../../../test/app.ts'
import { keepFile } from './server/files.ts'
import { file } from './server/tables.ts'

let site: Awaited<ReturnType<typeof startApp>>
beforeAll(async () => {
  site = await startApp()
})
afterAll(() => site.close())

const keep = (isPublic: boolean) =>
  keepFile(
    { ...site.services, now: new Date() },
    { name: '章程“修订稿”.pdf', type: 'application/pdf', bytes: Buffer.from('%PDF-1.7'), isPublic },
  )

test('a public file is read in place, or as a download under its own name', async () => {
  const id = await keep(true)
  const inPlace = await site.app.inject(`/api/file/${id}`)
  expect([inPlace.statusCode, inPlace.body]).toEqual([200, '%PDF-1.7'])
  expect(inPlace.headers['content-disposition']).toMatch(/^inline/)
  const { headers } = await site.app.inject(`/api/file/${id}?download=1`)
  expect(headers['content-disposition']).toBe(`attachment; filename*=UTF-8''${encodeURIComponent('章程“修订稿”.pdf')}`)
  const again = await site.app.inject({ url: `/api/file/${id}`, headers: { 'if-none-match': String(headers.etag) } })
  expect([again.statusCode, again.body]).toEqual([304, ''])
})

test('a file that is not public, or was deleted, does not exist for a visitor', async () => {
  expect(await site.get(`/file/${await keep(false)}`)).toMatchObject({ code: 404, msg: '文件不存在或不公开' })
  const id = await keep(true)
  await site.services.db.update(file).set({ deletedAt: new Date() }).where(eq(file.id, id))
  expect(await site.get(`/file/${id}`)).toMatchObject({ code: 404 })
})
