import { expect, test } from 'vitest'
import { setUpSite, site } from '#test/setups/site.ts'
import { asStaff } from '#test/support/make.ts'

setUpSite({ demo: true })

test('for reading only, nothing is written but what opens the site again', async () => {
  const admin = await asStaff(site, 'admin')
  const editor = await asStaff(site, 'editor')
  const { values, version } = (await admin.get('/staff/operation')).data
  expect(values.mode).toBe('open')
  const readOnly = { version, form: { mode: 'readOnly', message: '系统升级，预计 18 点恢复' } }
  expect((await editor.post('/staff/operation/save', readOnly)).code).toBe(403)
  const { data: saved } = await admin.post('/staff/operation/save', readOnly)
  expect(saved.version).not.toBe(version)
  expect((await editor.post('/staff/article/save', {})).code).toBe(503)
  expect((await site.get('/config/public')).code).toBe(200)
  expect((await admin.post('/staff/operation/save', { ...readOnly, form: { mode: 'open' } })).code).toBe(409)
  expect((await admin.post('/staff/operation/save', { version: saved.version, form: { mode: 'open' } })).code).toBe(200)
  expect((await editor.post('/staff/article/save', {})).code).toBe(400)
})
