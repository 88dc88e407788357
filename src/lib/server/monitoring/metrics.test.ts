import { expect, test } from 'vitest'
import { startApp } from '#test/support/app.ts'
import { asStaff, staffWith } from '#test/support/make.ts'

const TOKEN = 'of sixteen letters'

test('without a token there is no such address', async () => {
  const site = await startApp()
  expect((await site.app.inject('/metrics')).json()).toMatchObject({ code: 404 })
  await site.close()
})

test('what the database cannot tell is not told, and that it cannot is', async () => {
  const site = await startApp({ env: { METRICS_TOKEN: TOKEN } })
  const scrape = async () =>
    (await site.app.inject({ url: '/metrics', headers: { authorization: `Bearer ${TOKEN}` } })).body
  expect(await scrape()).toMatch(/^hangxie_outbox_messages\{state="due"\} 0$/m)
  await site.services.db.execute('alter table outbox rename to away')
  const without = await scrape()
  expect(without).toMatch(/^hangxie_database_up 0$/m)
  expect(without).not.toMatch(/^hangxie_outbox_messages\{/m)
  expect(without).toMatch(/^hangxie_db_pool_connections\{state="idle"\} \d+$/m)
  await site.services.db.execute('alter table away rename to outbox')
  expect(await scrape()).toMatch(/^hangxie_database_up 1$/m)
  await site.close()
})

test('what is only tried out counts as no refusal', async () => {
  const site = await startApp({ env: { METRICS_TOKEN: TOKEN } })
  const admin = await asStaff(site, await staffWith(site, ['cashier']))
  // Other tests of this process may have counted some before.
  const counted = async () => {
    const { body } = await site.app.inject({ url: '/metrics', headers: { authorization: `Bearer ${TOKEN}` } })
    return body.match(/^hangxie_refusals_total\{endpoint="POST \/staff\/fee\/confirm".*$/gm) ?? []
  }
  const before = await counted()
  const input = { id: 1, version: 1, action: 'pass' }
  const tried = await admin.post('/staff/reach', { call: 'POST /staff/fee/confirm', inputs: [input] })
  expect(tried.code).toBe(404)
  expect(await counted()).toEqual(before)
  await site.close()
})
