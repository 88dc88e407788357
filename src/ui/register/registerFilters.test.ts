import { expect, test } from 'vitest'
import { always, choice, name, type RegisterFilters } from '#lib/register/register.ts'
import type { RegisterTable } from './RegisterTable.tsx'
import { registerFilters } from './registerFilters.ts'

const filters = {
  key: { kind: 'text', label: '名称' },
  levelCode: { kind: 'number', label: '级别' },
  provinceCode: { kind: 'region', label: '地区' },
  isMember: { kind: 'flag', label: '会员' },
} as const satisfies RegisterFilters
const levels = [{ code: '20', name: '理事单位' }]

test('each filter stands above the table, with its choices; one without any is left out', () => {
  const shown = registerFilters(filters, { levelCode: levels })
  expect(shown.map(({ label }) => label)).toEqual(['名称', '级别', '地区', '会员'])
  expect(shown[1]).toEqual({ name: 'levelCode', label: '级别', options: levels })
  expect(shown[2]!.options).toHaveLength(34)
  expect(registerFilters(filters, { levelCode: [] }).map(({ name }) => name)).not.toContain('levelCode')
})

test('a choice that always counts is told with its filter, and names of records are choices', () => {
  const filters = {
    state: always(choice('状态', { open: '未办结', all: '全部' }), 'open'),
    level: name('等级'),
  } satisfies RegisterFilters
  const [state, level] = registerFilters(filters, { level: [{ code: '一等奖', name: '一等奖' }] })
  expect(state).toMatchObject({ label: '状态', always: 'open' })
  expect(level).toMatchObject({ label: '等级', options: [{ code: '一等奖' }] })
})

test('the compiler asks for the choices that the association keeps itself', () => {
  // @ts-expect-error The levels are missing.
  expect(registerFilters(filters, {})).toHaveLength(3)
})

type Row = { id: number; cells: Record<string, string>; name: string }
type Cells = NonNullable<Parameters<typeof RegisterTable<Row, object>>[0]['cells']>

test('the compiler knows the cells that a table can show in its own way', () => {
  const right: Cells = { name: ({ name }) => name }
  // @ts-expect-error The row has no such field.
  const wrong: Cells = { title: () => '' }
  expect([right, wrong]).toHaveLength(2)
})
