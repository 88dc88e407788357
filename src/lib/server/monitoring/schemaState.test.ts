import { expect, test } from 'vitest'
import { startApp } from '#test/support/app.ts'
import { buildName } from '../process/buildIdentity.ts'

const TOKEN = 'of sixteen letters'

test('a program that is older than the schema says so to /readyz and /metrics, and which build it is', async () => {
  const site = await startApp({ env: { METRICS_TOKEN: TOKEN } })
  const ready = async () => (await site.app.inject('/readyz')).json()
  const scrape = async () =>
    (await site.app.inject({ url: '/metrics', headers: { authorization: `Bearer ${TOKEN}` } })).body
  expect(await ready()).toMatchObject({ status: 'ok', schema: 'current', build: buildName })
  expect(await scrape()).toMatch(/^hangxie_schema_newer 0$/m)
  await site.services.db.execute(
    `insert into drizzle.__drizzle_migrations (hash, created_at) values ('later', 4000000000000)`,
  )
  expect(await ready()).toMatchObject({ status: 'ok', schema: 'newer' })
  expect(await scrape()).toMatch(/^hangxie_schema_newer 1$/m)
  expect(await scrape()).toMatch(/^hangxie_build_info\{version="[^"]+",commit="[^"]+",node="[^"]+"\} 1$/m)
  await site.close()
})
