import { existsSync } from 'node:fs'
import { rename } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { until } from '../support/site.ts'
import { launch, lookInto, start, startErrorIn } from './sites.ts'
import { hangxie } from './tool.ts'

const status = async (url: string) => (await fetch(url)).status
const view = (url: string) =>
  fetch(`${url}/api/catalog/a/view`, {
    method: 'POST',
    body: '{"id":3467}',
    headers: { 'content-type': 'application/json' },
  })

test('what is lost below a running site is told, kept as it is, and refused at the next start', async () => {
  const site = await start({ demo: true })
  const { dataDir } = site
  const files = join(dataDir, 'files')
  const client = await lookInto(site)
  const picture = await client.query(`select id from file where is_public and type like 'image/%' order by id limit 1`)
  const address = `${site.url}/api/file/${picture.rows[0].id}`
  expect(await status(address)).toBe(200)

  // The folder of the files: a disk that is no longer mounted.
  await rename(files, `${files}.gone`)
  const ready = await fetch(`${site.url}/readyz`)
  expect([ready.status, await ready.json()]).toMatchObject([503, { files: 'unavailable', database: 'ok' }])
  const answer = await fetch(address)
  expect([answer.status, answer.headers.get('cache-control')]).toEqual([503, 'no-store'])
  expect(await answer.json()).toMatchObject({ code: 503, msg: /附件存储暂时不可用/ })
  expect(await status(`${site.url}/admin/home`)).toBe(200)
  expect(existsSync(files)).toBe(false)

  // The disk of the database: what PostgreSQL says then, and says no longer when there is room again.
  await client.query(`create function full_disk() returns trigger language plpgsql as $$
    begin raise exception 'could not extend file: No space left on device' using errcode = '53100'; end $$;
    create trigger full_disk before insert or update on article_views execute function full_disk()`)
  const full = await view(site.url)
  expect([full.status, await full.json()]).toMatchObject([507, { code: 507, msg: /存储空间不足，内容没有保存/ }])
  await client.query('drop trigger full_disk on article_views')
  expect((await view(site.url)).status).toBe(200)
  await client.end()
  expect(await site.stop()).toBe(0)

  const withoutFiles = await launch({ dataDir })
  expect(await until(withoutFiles.exitCode, 120_000)).toBe(1)
  expect(startErrorIn(withoutFiles.output())).toContain(`附件目录 ${files} 不见了`)
  expect(existsSync(files)).toBe(false)
  await rename(`${files}.gone`, files)

  const key = join(dataDir, 'secret.key')
  await rename(key, `${key}.gone`)
  const withoutKey = await launch({ dataDir })
  expect(await until(withoutKey.exitCode, 120_000)).toBe(1)
  expect(startErrorIn(withoutKey.output())).toContain(`密钥文件 ${key} 不见了`)
  expect(existsSync(key)).toBe(false)
  expect(await hangxie(dataDir, 'maintenance', 'status')).toMatchObject({ code: 1, stderr: /密钥文件.*不见了/ })
  expect(existsSync(key)).toBe(false)
})

test('a store that takes connections and says nothing is told within seconds', async () => {
  const { createServer } = await import('node:net')
  const silent = createServer(() => {}).listen(0, '127.0.0.1')
  await until(() => silent.listening)
  const { port } = silent.address() as { port: number }
  const site = await launch({
    env: {
      S3_BUCKET: 'hangxie',
      S3_ENDPOINT: `http://127.0.0.1:${port}`,
      S3_PATH_STYLE: '1',
      S3_KEY: 'key',
      S3_SECRET: 'secret',
    },
  })
  await until(async () => (await fetch(`${site.url}/healthz`).catch(() => undefined))?.ok, 120_000)
  const begun = Date.now()
  const ready = await fetch(`${site.url}/readyz`)
  expect([ready.status, await ready.json()]).toMatchObject([503, { files: 'unavailable', database: 'ok' }])
  expect(Date.now() - begun).toBeLessThan(10_000)
  silent.close()
  await site.stop()
})
