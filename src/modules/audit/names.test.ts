import { globSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import '../../parts.ts'
import { actionName, headings, isNamed, objectTypeName, valueName } from './server/auditWords.ts'

const modules = resolve(import.meta.dirname, '..')
const sources = globSync('**/server/**/*.ts', { cwd: modules })
  .map(file => readFileSync(resolve(modules, file), 'utf8'))
  .filter(source => source.includes('audit/server/record.ts') || source.includes('./record.ts'))
const found = (pattern: RegExp) => [
  ...new Set(sources.flatMap(source => [...source.matchAll(pattern)].map(([, name]) => name!))),
]

test('every action that is recorded has a name', () => {
  const groups = headings().flatMap(({ groups }) => groups)
  const named = found(/\baction: '(\w+\.\w+)'/g)
  // The code of a message's template is no action.
  const given = found(/(?<!code: )'(\w+\.\w+)'/g).filter(
    text => groups.includes(text.split('.')[0]!) && !text.endsWith('.ts'),
  )
  expect(named.length).toBeGreaterThan(10)
  expect([...named, ...given].filter(action => !isNamed(action))).toEqual([])
})

test('every kind of object that is recorded has a name', () => {
  expect(found(/\bobjectType: '(\w+)'/g).filter(type => !objectTypeName(type))).toEqual([])
})

test('the words of every module are loaded', () => {
  const index = readFileSync(resolve(modules, '../parts.ts'), 'utf8')
  const loaded = globSync('*/server/audit.part.ts', { cwd: modules }).filter(file =>
    index.includes(`import '#modules/${file}'`),
  )
  expect(loaded.length).toBeGreaterThan(10)
  expect(globSync('*/server/audit{,.part}.ts', { cwd: modules })).toEqual(loaded)
})

test('what is done to anything needs no name of its own', () => {
  expect(actionName('banner.change')).toBe('修改轮播图')
  expect(actionName('organisation.export')).toBe('导出单位')
})

test('no code of an earlier version is shown as it stands', () => {
  expect(actionName('account.somethingOld')).toBe('账号与登录（其他操作）')
  expect(actionName('gone.away')).toBe('其他（其他操作）')
})

test.each([
  [null, '（空）'],
  [true, '是'],
  ['2026-03-05T02:00:00.000Z', '2026-03-05 10:00'],
  [['甲', '乙'], '甲、乙'],
  [{ title: '甲' }, '标题：甲'],
  ['submitted', '待初审'],
])('%j is said as %s', (value, words) => expect(valueName(value)).toBe(words))
