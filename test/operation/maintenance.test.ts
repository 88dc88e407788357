import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { until } from '../support/site.ts'
import { start } from './sites.ts'
import { hangxie } from './tool.ts'

const JSON_BODY = { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' }

test('the site is closed for visitors and members, then for everything that writes, and opened again', async () => {
  const site = await start({ demo: true, env: { STAFF_TOTP: 'off', CAPTCHA: 'off' } })
  const post = (path: string, body: object, headers: Record<string, string> = {}) =>
    fetch(site.url + path, { method: 'POST', body: JSON.stringify(body), headers: { ...JSON_BODY, ...headers } })
  const get = (path: string, headers: Record<string, string> = {}) => fetch(site.url + path, { headers })
  const modeIs = (mode: string) => until(async () => (await (await get('/healthz')).json()).mode === mode, 10_000)
  const signInStaff = async () => {
    const answer = await post('/api/staff/login', { account: 'admin', password: 'Hangxie-demo-2026' })
    expect(await answer.json()).toMatchObject({ code: 200 })
    return { cookie: answer.headers.get('set-cookie')!.split(';')[0]! }
  }
  const signInMember = async () => {
    const answer = await post('/api/login', { account: 'qingyuan', password: 'Hangxie-demo-2026' })
    return answer.json()
  }
  const { data } = await signInMember()
  const member = { token: data.token as string }
  // Kept by the page cache: closed as well.
  expect((await get('/admin/home')).status).toBe(200)

  const on = await hangxie(site.dataDir, 'maintenance', 'on', '--message', '系统升级，预计 18 点恢复')
  expect(on).toMatchObject({ code: 0, stdout: /正在维护.*告示：系统升级，预计 18 点恢复/ })
  await modeIs('maintenance')
  const page = await get('/admin/home')
  expect([page.status, page.headers.get('retry-after'), page.headers.get('cache-control')]).toEqual([
    503,
    '300',
    'no-store',
  ])
  expect(page.headers.get('x-frame-options')).toBe('DENY')
  const html = await page.text()
  expect(html).toContain('系统升级，预计 18 点恢复')
  expect(html).toMatch(/<header><span>[^<]+协会/)
  const refused = await post('/api/catalog/a/view', { id: 3467 }, member)
  expect([refused.status, await refused.json()]).toMatchObject([503, { code: 503, data: null, msg: /系统升级/ }])
  const staff = await signInStaff()
  expect((await get('/staff')).status).toBe(200)
  expect(await (await get('/api/staff/health', staff)).json()).toMatchObject({ code: 200 })
  expect(await (await post('/api/staff/setting/save', {}, staff)).json()).not.toMatchObject({ code: 503 })
  expect((await get('/readyz')).status).toBe(200)

  expect(await hangxie(site.dataDir, 'maintenance', 'read-only')).toMatchObject({ code: 0, stdout: /只读/ })
  await modeIs('readOnly')
  expect((await get('/admin/home')).status).toBe(200)
  for (const whose of [{}, member, staff]) {
    const written = await post('/api/catalog/a/view', { id: 3467 }, whose)
    expect([written.status, await written.json()]).toMatchObject([503, { code: 503, msg: /只能查看，不能提交或修改/ }])
  }
  expect(await signInMember()).toMatchObject({ code: 200 })

  // The setting also works on the screen, and can end read-only mode from there.
  const onScreen = async () => (await (await get('/api/staff/operation', staff)).json()).data
  const switchTo = async (form: object, version?: string) => {
    const sent = { version: version ?? (await onScreen()).version, form }
    return (await post('/api/staff/operation/save', sent, staff)).json()
  }
  const stale = (await onScreen()).version
  expect(await switchTo({ mode: 'shut', message: '长'.repeat(201) })).toMatchObject({
    code: 400,
    data: { fields: { mode: expect.any(String), message: expect.any(String) } },
  })
  expect(await switchTo({ mode: 'maintenance', message: '搬迁，今晚恢复。' })).toMatchObject({ code: 200 })
  expect((await (await get('/admin/home')).text()).includes('搬迁，今晚恢复')).toBe(true)
  expect((await onScreen()).values).toEqual({ mode: 'maintenance', message: '搬迁，今晚恢复' })
  expect(await switchTo({ mode: 'open', message: '' }, stale)).toMatchObject({ code: 409 })
  expect(await switchTo({ mode: 'open', message: '' })).toMatchObject({ code: 200 })
  expect((await get('/admin/home')).status).toBe(200)
  const events = await (await get('/api/staff/audit/list?pageSize=5', staff)).json()
  expect(JSON.stringify(events.data.list)).toContain('维护模式')

  await hangxie(site.dataDir, 'maintenance', 'on')
  await modeIs('maintenance')
  expect(await hangxie(site.dataDir, 'maintenance', 'off')).toMatchObject({ code: 0, stdout: /正常开放/ })
  await modeIs('open')
  expect((await post('/api/catalog/a/view', { id: 3467 })).status).toBe(200)
  expect(await hangxie(site.dataDir, 'maintenance', 'maybe')).toMatchObject({ code: 2, stderr: /状态应为/ })

  // Taken out of the balancer's list by a file, and serving all the same.
  await writeFile(join(site.dataDir, 'draining'), '')
  for (const path of ['/healthz', '/readyz']) expect((await get(path)).status).toBe(503)
  expect((await get('/admin/home')).status).toBe(200)
  await rm(join(site.dataDir, 'draining'))
  expect((await get('/healthz')).status).toBe(200)
})
