import { z } from 'zod'
import type { Contract } from '#lib/contract.ts'
import { int } from '#lib/form/fields.ts'
import { typedKeys } from '#lib/keys.ts'
import { registerExport, registerList } from '#lib/register/registerContract.ts'
import { pastSearchStates } from './pastSearches.ts'
import { pastSearchFilters } from './pastSearchFilters.ts'

const site = { who: 'staff:site' } as const
const state = z.enum(typedKeys(pastSearchStates))

export const staffPastSearchContract = {
  'GET /staff/pastSearch/list': {
    ...site,
    summary: '大家搜过的词：三位以上访客搜过、公开标题里原样有的词，搜的人多的在前；不留是谁搜的',
    ...registerList(
      pastSearchFilters,
      z.object({ id: z.int(), text: z.string(), visitors: z.int(), state, route: z.string() }),
    ),
    example: { key: '水处理', pageNum: 1, pageSize: 20 },
  },
  'GET /staff/pastSearch/export': {
    ...site,
    summary: '导出大家搜过的词（Excel），条件与列表相同',
    ...registerExport(pastSearchFilters),
    example: { state: 'shown' },
  },
  'POST /staff/pastSearch/hide': {
    ...site,
    summary: '这些词不再提示，或恢复提示（hide 为 false）；changed 为改了几个，原来就是这样的不算',
    input: z.object({ ids: z.array(int).min(1, '请选择词').max(1000, '一次最多 1000 个'), hide: z.boolean() }),
    output: z.object({ changed: z.int() }),
    example: { ids: [1], hide: true },
  },
} as const satisfies Contract
