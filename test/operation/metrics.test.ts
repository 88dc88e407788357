import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { parse } from 'yaml'
import { type Site, startSite } from '../support/site.ts'

const TOKEN = 'of the tests of operation'
const deploy = resolve(import.meta.dirname, '../../deploy/monitoring')

let site: Site
beforeAll(async () => {
  site = await startSite({ demo: true, env: { METRICS_TOKEN: TOKEN, CAPTCHA: 'off' } })
  return () => site.cleanUp()
})

const ask = (authorization = `Bearer ${TOKEN}`) => fetch(`${site.url}/metrics`, { headers: { authorization } })
const scrape = async () => (await ask()).text()

/** The value of that line; without labels, the sum of all. */
async function reading(name: string, labels = ''): Promise<number> {
  const lines = (await scrape()).split('\n').filter(line => line.startsWith(`${name}{`) || line.startsWith(`${name} `))
  const meant = lines.filter(line => line.includes(labels))
  return meant.reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0)
}

const visit = async (path: string, times = 1) => {
  for (let n = 0; n < times; n++) await (await fetch(site.url + path)).text()
}

test('only whoever has the token reads them', async () => {
  for (const other of ['', 'Bearer', `Basic ${TOKEN}`, `Bearer ${TOKEN} `.padEnd(80, 'x')])
    expect((await ask(other)).status).toBe(401)
  const answer = await ask()
  expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'no-store'])
  expect(answer.headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/)
})

test('a page is counted by its pattern when it is made, and by itself when it is kept', async () => {
  const [made, kept] = ['hangxie_http_request_duration_seconds_count', 'hangxie_page_cache_hits_total']
  const before = await reading(kept)
  await visit('/admin/news/list/41', 4)
  await visit('/admin/news/list/21', 1)
  expect(await reading(made, 'route="/admin/news/list/:catalogId",status="2xx"')).toBe(2)
  expect((await reading(kept)) - before).toBe(3)
  expect(await reading('hangxie_page_cache_sent_bytes_total')).toBeGreaterThan(1000)
})

test('whatever visitors type, no new line comes of it', async () => {
  const linesOfRequests = async () => (await scrape()).split('\n').filter(line => line.startsWith('hangxie_http_'))
  // A counter appears with the first request of its route, including the one for /metrics itself.
  for (const path of ['/typed', '/admin/user/typed', '/metrics']) await visit(path)
  const before = await linesOfRequests()
  for (let n = 0; n < 6; n++) await visit(`/typed-${n}/${n}.php`)
  for (let n = 0; n < 6; n++) await visit(`/admin/user/typed-${n}`)
  const after = await linesOfRequests()
  expect(after).toHaveLength(before.length)
  expect(after.filter(line => line.includes('typed'))).toEqual([])
})

test('a sign-in that fails is seen, and what the association has to do', async () => {
  const headers = { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' }
  const body = JSON.stringify({ account: 'qingyuan', password: 'not the right one' })
  await fetch(`${site.url}/api/login`, { method: 'POST', headers, body })
  expect(await reading('hangxie_refusals_total', 'endpoint="POST /login",code="400"')).toBe(1)
  expect(await reading('hangxie_certificates_valid', 'register="qualification"')).toBeGreaterThan(10)
  expect(await reading('hangxie_applications_waiting')).toBeGreaterThan(5)
  expect(await reading('hangxie_database_up')).toBe(1)
})

test('every name in the sample dashboard and the sample alerts is there', async () => {
  // Lines that only come with what they count.
  await visit('/api/search?key=')
  const there = new Set(Array.from((await scrape()).matchAll(/^# TYPE (\w+) (\w+)/gm), ([, name]) => name))
  const dashboard = JSON.parse(await readFile(resolve(deploy, 'dashboard.json'), 'utf8'))
  const alerts = parse(await readFile(resolve(deploy, 'alerts.yml'), 'utf8'))
  const asked: string[] = [
    ...dashboard.panels.flatMap((panel: { targets: { expr: string }[] }) => panel.targets.map(({ expr }) => expr)),
    ...alerts.groups.flatMap((group: { rules: { expr: string }[] }) => group.rules.map(({ expr }) => expr)),
  ]
  const names = asked.flatMap(expr => expr.match(/\b(hangxie|process|nodejs)_\w+/g) ?? [])
  expect(names.length).toBeGreaterThan(30)
  const unknown = names.filter(name => !there.has(name) && !there.has(name.replace(/_(bucket|count|sum)$/, '')))
  expect(unknown).toEqual([])
})
