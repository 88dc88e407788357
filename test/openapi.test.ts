import { beforeAll, expect, test } from 'vitest'
import { contract } from '../src/api/contract.ts'
import { sections } from '../src/api/sections.ts'
import type { Endpoint } from '../src/lib/contract.ts'
import { setUpSite, site } from './setups/site.ts'

setUpSite({ demo: true })

// biome-ignore lint/suspicious/noExplicitAny: read as any other program would.
let api: any
beforeAll(async () => {
  api = (await site.app.inject('/api/openapi.json')).json()
})

// biome-ignore lint/suspicious/noExplicitAny: as above.
const operations = (): any[] =>
  Object.entries(api.paths).flatMap(([path, methods]) =>
    Object.entries(methods as object).map(([method, operation]) => ({
      key: `${method.toUpperCase()} ${path}`,
      path,
      ...operation,
    })),
  )

/** Every object in the document. */
function* nodes(value: unknown): Generator<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null) return
  if (!Array.isArray(value)) yield value as Record<string, unknown>
  for (const inner of Object.values(value)) yield* nodes(inner)
}

test('no endpoint is in two sections', () => {
  const keys = Object.values(sections).flatMap(section => Object.keys(section))
  expect(keys.filter((key, i) => keys.indexOf(key) !== i)).toEqual([])
  expect(new Set(keys)).toEqual(new Set(Object.keys(contract)))
})

test('the OpenAPI document describes exactly the endpoints of the contract', () => {
  expect(api.openapi).toMatch(/^3\.1\.\d$/)
  expect(
    operations()
      .map(({ key }) => key)
      .sort(),
  ).toEqual(Object.keys(contract).sort())
  expect(new Set(operations().map(({ operationId }) => operationId)).size).toBe(operations().length)
})

test('every reference in it leads somewhere', () => {
  const references = [...nodes(api)].map(node => node.$ref).filter(ref => typeof ref === 'string')
  expect(references.length).toBeGreaterThan(10)
  for (const ref of new Set(references)) {
    const found = ref
      .slice(2)
      .split('/')
      .reduce((node, name) => node?.[name], api)
    expect(found, ref).toBeDefined()
  }
  const tags = api.tags.map(({ name }: { name: string }) => name)
  for (const { key, tags: own } of operations()) expect(tags, key).toContain(own[0])
})

test('parameters in a path are declared, and required', () => {
  for (const { key, path, parameters = [] } of operations()) {
    const named = Array.from(path.matchAll(/\{(\w+)\}/g), ([, name]) => name)
    const declared = parameters.filter((one: { in: string }) => one.in === 'path')
    expect(
      declared.map(({ name }: { name: string }) => name),
      key,
    ).toEqual(named)
    expect(
      declared.every(({ required }: { required: boolean }) => required),
      key,
    ).toBe(true)
  }
})

test('members are asked for a token, staff for their cookie, and visitors for nothing', () => {
  for (const { key, security } of operations()) {
    const { who } = contract[key as keyof typeof contract] as Endpoint
    const ways = security.flatMap((way: object) => Object.keys(way))
    if (who === 'anyone') expect(ways, key).toEqual([])
    else if (who === 'signedIn') expect(ways, key).toEqual(['token', 'staff'])
    else expect(ways, key).toEqual([who === 'member' ? 'token' : 'staff'])
  }
})

test('answers are shown as the demo association really gives them', () => {
  const { example } = api.paths['/catalog/a'].get.responses[200].content['application/json']
  expect(example).toMatchObject({ code: 200, msg: 'ok', data: { list: [{ id: 3467, catalogName: '下载专区' }] } })
})

test('the page for people names every endpoint, and needs nothing but itself', async () => {
  const { headers, body } = await site.app.inject('/api/docs')
  expect(headers['content-type']).toBe('text/html; charset=utf-8')
  expect(headers['content-security-policy']).toMatch(
    /^default-src 'none'; style-src 'sha256-[^' ]+'; frame-ancestors 'none'$/,
  )
  const named = Object.entries(contract).flatMap(([key, { summary }]) => {
    const [method, path] = key.split(' ')
    return [`<b>${method}</b> <code>${path}</code>`, summary]
  })
  expect(named.filter(text => !body.includes(text))).toEqual([])
  expect(body).not.toMatch(/<script|<link|<img|style="|undefined|\[object/)
  const anchors = Array.from(body.matchAll(/href="#([^"]+)"/g), ([, id]) => id)
  expect([...new Set(anchors)].filter(id => !body.includes(`id="${id}"`))).toEqual([])
})
