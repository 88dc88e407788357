import { expect, test } from 'vitest'
import { z } from 'zod'
import type { Input } from '../contract.ts'
import { optionsOf } from '../form/form.ts'
import { type RegisterFilters, readRegisterQuery } from './register.ts'
import { registerInput } from './registerContract.ts'

const filters = {
  key: { kind: 'text', label: '名称' },
  status: { kind: 'choice', label: '状态', options: optionsOf({ active: '有效', expelled: '除名', lapsed: '丧失' }) },
  levelCode: { kind: 'number', label: '级别' },
  isMember: { kind: 'flag', label: '会员' },
  joinedFrom: { kind: 'day', label: '入会从' },
} as const satisfies RegisterFilters

const input = z.object(registerInput(filters))
type Asked = Input<{ who: 'staff'; summary: ''; input: typeof input; output: 'file' }>

test('an address says what the call takes: its filters, its order and its page', () => {
  const query = new URLSearchParams('key=清源&status=expelled&levelCode=20&isMember=no&sort=-name&pageNum=3&other=1')
  const { pageNum, pageSize, ...asked } = readRegisterQuery(filters, query)
  expect(pageNum).toBe(3)
  const wanted: Asked = asked
  expect(input.parse(wanted)).toEqual({
    key: '清源',
    status: 'expelled',
    levelCode: 20,
    isMember: 'no',
    sort: '-name',
  })
})

test('what is empty does not count in an address; a choice that is none does, or nobody would be told', () => {
  const query = new URLSearchParams('status=gone&isMember=&key=&sort=&pageNum=x')
  const asked = { pageNum: 1, pageSize: 20, sort: undefined, columns: undefined }
  expect(readRegisterQuery(filters, query)).toEqual({ ...asked, status: 'gone' })
})

test('a call refuses it, and says what there is to choose', () => {
  const { error } = input.safeParse({ status: 'gone', isMember: 'maybe', joinedFrom: '2026-13-01', sort: 'a b' })
  expect(error!.issues.map(({ message }) => message)).toEqual([
    '应为 active、expelled 或 lapsed',
    '应为 yes 或 no',
    '应为日期，例如 2026-01-31',
    '应为一个列名，降序时前面加 -',
  ])
})

test('the compiler knows what each filter takes', () => {
  const right: Asked = { status: 'active', isMember: 'yes', levelCode: '20', key: '清源' }
  // @ts-expect-error There is no such state.
  const wrongChoice: Asked = { status: 'gone' }
  // @ts-expect-error There is no such filter.
  const wrongName: Asked = { state: 'active' }
  expect([right, wrongChoice, wrongName]).toHaveLength(3)
})
