import { z } from 'zod'
import type { Contract, Section } from '#lib/contract.ts'
import { nothing, text } from '#lib/form/fields.ts'
import { listing, moving, removing, saving, siteRecord } from '#modules/settings/records.ts'

export const section: Section = { title: '首页数字' }

export const staffHomeContract = {
  'GET /staff/figure/list': {
    who: 'staff:site',
    summary: '首页数字：统计什么，此刻是多少',
    input: nothing,
    output: listing(siteRecord.extend({ num: z.int() })),
  },
  'GET /staff/figure/count': {
    who: 'staff:site',
    summary: '某种统计此刻的结果',
    input: z.object({ source: text(40).min(1, '请选择统计') }),
    output: z.object({ num: z.int() }),
    example: { source: 'member' },
  },
  'POST /staff/figure/save': {
    who: 'staff:site',
    summary: '新增或修改首页数字',
    ...saving,
    example: { form: { label: '会员单位', unit: '家', source: 'member', state: 'shown' } },
  },
  'POST /staff/figure/move': {
    who: 'staff:site',
    summary: '调整首页数字的先后',
    ...moving,
  },
  'POST /staff/figure/remove': {
    who: 'staff:site',
    summary: '删除首页数字',
    ...removing,
  },
  'GET /staff/homeBlock/list': {
    who: 'staff:site',
    summary: '首页版块',
    input: nothing,
    output: listing(siteRecord.extend({ kindName: z.string(), columnName: z.string().nullable(), lacks: z.string() })),
  },
  'POST /staff/homeBlock/save': {
    who: 'staff:site',
    summary: '新增或修改首页版块',
    ...saving,
    example: { form: { kind: 'documents', heading: '政策法规', column: '6', rows: 6, state: 'shown' } },
  },
  'POST /staff/homeBlock/move': {
    who: 'staff:site',
    summary: '调整首页版块的先后',
    ...moving,
  },
  'POST /staff/homeBlock/remove': {
    who: 'staff:site',
    summary: '删除首页版块',
    ...removing,
  },
} as const satisfies Contract
