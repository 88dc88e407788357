import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { contract } from '../src/api/contract.ts'
import { sections } from '../src/api/sections.ts'
import type { Endpoint } from '../src/lib/contract.ts'
import { provinces } from '../src/lib/provinces.ts'
import { type Site, startApp } from './support/app.ts'
import { signUpComplete } from './support/make.ts'
import { proposed } from './support/proposed.ts'
import { calls, files, screens, shortPaths } from './support/specified.ts'

const root = join(import.meta.dirname, '..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')

/** The rows of docs/spec.md, each with its three cells. */
const document = read('docs/spec.md')
const rows = document
  .split('\n')
  .filter(line => line.startsWith('| ') && !line.startsWith('| what is asked'))
  .map(line => line.slice(2, -2).split(' | '))
const parts = (cell: string) => cell.split('<br>').map(part => part.replace(/^`|`$/g, ''))

/** Checks that the file has a test (not a group) with this title. Template literals are compared as written. */
function hasTest(file: string, title: string): boolean {
  const literal = title.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')
  const found = new RegExp(`(.{0,20})\\(\\s*(['"\`])${literal}\\2`, 's').exec(read(file))
  return !!found && !/describe(\.\w+)*$/.test(found[1]!.trimEnd())
}

test('every row says what is asked, where that is, and which test proves it', () => {
  expect(rows.length).toBeGreaterThan(200)
  for (const row of rows) {
    expect(row, row[0]).toHaveLength(3)
    for (const cell of row) expect(cell.trim(), row[0]).not.toBe('')
  }
})

test('every place that is named is there', () => {
  const missing = rows.flatMap(([, where]) => parts(where!)).filter(path => !existsSync(join(root, path)))
  expect(missing).toEqual([])
})

test('every test that is named is there', () => {
  const missing = rows
    .flatMap(([, , proof]) => parts(proof!))
    .filter(proof => {
      const [file, title] = proof.split(' › ') as [string, string | undefined]
      return !title || !existsSync(join(root, file)) || !hasTest(file, title)
    })
  expect(missing).toEqual([])
})

test('every screen of the specification has a row and a route', () => {
  const asked = rows.map(([what]) => what!)
  const routes = read('src/routes.ts')
  for (const path of screens) {
    expect(
      asked.some(what => what.includes(`\`${path}`)),
      path,
    ).toBe(true)
    const route = path.slice(1).replaceAll(/\{(\w+)\}/g, ':$1')
    if (path === '/') expect(routes).toContain("index('layouts/toHome.ts')")
    else if (path === '/404') expect(routes).toContain("route('*', 'layouts/NotFound.tsx')")
    else expect(routes, path).toMatch(new RegExp(`route\\('${route}(/\\*)?'`))
  }
})

test('every call of the specification has a row and is in the contract', () => {
  expect(new Set(calls).size).toBe(80)
  const asked = rows.map(([what]) => what!)
  const served = new Set(Object.values(sections).flatMap(section => Object.keys(section)))
  const lacking = calls.filter(call => !served.has(call) || !asked.some(what => what.includes(`\`${call}\``)))
  expect(lacking).toEqual([])
  for (const call of files) expect(contract[call as keyof typeof contract].output, call).toBe('file')
})

/** The names in a schema, at whatever depth. */
function namesIn(schema: unknown): Set<string> {
  const names = new Set<string>()
  const look = (part: unknown) => {
    if (typeof part !== 'object' || part === null) return
    const { properties } = part as { properties?: object }
    for (const name of Object.keys(properties ?? {})) names.add(name)
    for (const within of Object.values(part)) look(within)
  }
  look(schema)
  return names
}

/** Answers are checked against the contract in every test that makes a call, so comparing the contract is enough. */
test('every call takes the parameters and answers the fields that were proposed', () => {
  const shape = (schema: z.ZodType, io: 'input' | 'output') => z.toJSONSchema(schema, { io, unrepresentable: 'any' })
  const lacking = Object.entries(proposed).flatMap(([call, [takes, answers]]) => {
    const endpoint = (contract as Record<string, Endpoint>)[call]
    if (!endpoint) return [call]
    const { input, output } = endpoint
    const taken = namesIn(shape(input, 'input'))
    const answered = output === 'file' ? new Set() : namesIn(shape(output, 'output'))
    const words = (text: string) => text.split(' ').filter(Boolean)
    return [
      ...words(takes).flatMap(name => (taken.has(name) ? [] : [`${call} takes ${name}`])),
      ...words(answers).flatMap(name => (answered.has(name) ? [] : [`${call} answers ${name}`])),
    ]
  })
  expect(lacking).toEqual([])
  expect(calls.filter(call => !(call in proposed))).toEqual([])
})

test('every promise beyond the specification has a row', () => {
  const [, promises] = document.split('## Promises beyond the specification')
  const numbers = [...promises!.matchAll(/^\| (\d+)\. /gm)].map(([, number]) => Number(number))
  expect(numbers).toEqual(Array.from({ length: 22 }, (_, i) => i + 1))
})

test('the regions are the 34 of the specification', () => {
  const names =
    '北京 天津 河北 山西 内蒙古 辽宁 吉林 黑龙江 上海 江苏 浙江 安徽 福建 江西 山东 河南 湖北 湖南 广东 广西 海南 重庆 四川 贵州 云南 西藏 陕西 甘肃 青海 宁夏 新疆 台湾 香港 澳门'
  expect(provinces.map(({ short }) => short)).toEqual(names.split(' '))
  expect(provinces).toHaveLength(34)
})

describe('what rows say of all calls', () => {
  let site: Site
  beforeAll(async () => {
    site = await startApp({ demo: true })
  })
  afterAll(() => site.close())

  test('every short address answers exactly what the full one does', async () => {
    const endpoints = Object.entries(contract as Record<string, { also?: string[] }>)
    const short = endpoints.flatMap(([key, { also = [] }]) => also.map(path => [key.split(' ')[1]!, path] as const))
    expect(shortPaths.filter(path => !short.some(([, also]) => also === path))).toEqual([])
    // Freeze the clock: some answers contain the time.
    vi.useFakeTimers({ toFake: ['Date'] })
    for (const [full, path] of short) {
      const query = { ...queries[full] }
      const answer = await site.get(full, query)
      expect(answer.code, full).toBe(200)
      expect(await site.get(path, query), path).toEqual(answer)
    }
    vi.useRealTimers()
  })
  const queries: Record<string, Record<string, string | number>> = {
    '/search': { key: '清洗' },
    '/catalog/2': { catalogId: 21 },
    '/catalog/a': { catalogId: 21 },
    '/catalog/b': { catalogId: 35 },
    '/catalog/a/info': { id: 3467 },
    '/catalog/seo': { catalogId: 21 },
  }

  test('answers are envelopes; times say their zone, files five facts, and pages how many there are', async () => {
    const article = await site.get('/catalog/a/info', { id: 3467 })
    expect(Object.keys(article).sort()).toEqual(['code', 'data', 'msg', 'status'])
    expect(article.data.publishTime).toMatch(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?\+08:00$/)
    expect(Object.keys(article.data.files[0]).sort()).toEqual(['ext', 'id', 'name', 'size', 'url'])
    const { data } = await site.get('/catalog/a', { catalogId: 3, pageSize: 5, pageNum: 2 })
    expect(data).toMatchObject({ pageNum: 2, pageSize: 5, pages: Math.ceil(data.total / 5) })
    expect(data.list).toHaveLength(5)
    const wrongs: Record<string, number>[] = [{ pageSize: 101 }, { pageSize: 0 }, { pageNum: 0 }]
    for (const wrong of wrongs)
      expect(await site.get('/catalog/a', { catalogId: 3, ...wrong })).toMatchObject({ status: 200, code: 400 })
  })

  test('whatever stands for no token is a visitor, and refused nothing public', async () => {
    for (const token of ['anonymous', 'null', 'undefined', '']) {
      expect((await site.as(token).get('/catalog')).code, token).toBe(200)
      expect(await site.as(token).get('/member/info'), token).toMatchObject({ status: 401, code: 401 })
    }
    const { statusCode } = await site.app.inject({ url: '/api/catalog' })
    expect(statusCode).toBe(200)
  })

  test('who has nothing yet is told so, and that is no 404', async () => {
    const { token } = await signUpComplete(site)
    const as = site.as(token)
    expect(await as.get('/member/getApply1')).toMatchObject({ code: 200, data: { applyId: null } })
    expect(await as.get('/member/qualification/list')).toMatchObject({ code: 200, data: [] })
    expect(await as.get('/person/list')).toMatchObject({ code: 200, data: { list: [], total: 0 } })
  })
})
