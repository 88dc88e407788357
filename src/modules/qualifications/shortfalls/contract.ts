import { z } from 'zod'
import type { Contract } from '#lib/contract.ts'
import { int, text } from '#lib/form/fields.ts'
import { registerExport, registerList } from '#lib/register/registerContract.ts'
import { shortfallFilters } from '../shortfallFilters.ts'
import { shortfallStates } from '../shortfallWords.ts'

export const held = {
  certId: z.int(),
  certNo: z.string(),
  kindName: z.string(),
  levelName: z.string(),
  organisationId: z.int(),
  orgName: z.string(),
  provinceName: z.string(),
  validTo: z.string().nullable(),
}

/** Certificates that no longer stand on what they were given for. */
export const shortfallContract = {
  'GET /staff/qualification/shortfall/list': {
    who: 'staff:certificates',
    provinces: 'within',
    summary: '条件预警：持证单位登记的人员、资本已不足（或 90 天内将不足）证书级别的要求，最早不足的在前',
    ...registerList(
      shortfallFilters,
      z.object({
        id: z.int(),
        ...held,
        lacks: z.array(z.string()),
        sentence: z.string(),
        state: z.enum(shortfallStates),
        stateName: z.string(),
        lacksOn: z.string(),
        remindedOn: z.string().nullable(),
        resolvedOn: z.string().nullable(),
      }),
    ),
    example: { state: 'short', what: 'certified', pageNum: 1, pageSize: 20 },
  },
  'GET /staff/qualification/shortfall/export': {
    who: 'staff:certificates',
    provinces: 'within',
    summary: '条件预警的导出（Excel），条件与列表相同',
    ...registerExport(shortfallFilters),
    example: { state: 'short' },
  },
  'POST /staff/qualification/shortfall/remind': {
    sends: true,
    who: 'staff:certificates',
    provinces: 'within',
    confirm: true,
    summary: '发函提醒：就所选的预警再次通知持证单位，写明要求；已解除的不再发',
    input: z.object({
      ids: z.array(int).min(1, '请选择预警').max(100, '一次最多 100 条'),
      demand: text(300).min(5, '请写明要求，至少 5 个字'),
    }),
    output: z.object({ count: z.int() }),
    example: { ids: [1], demand: '请于 15 日内补足持证人员，并将证书复印件送协会核对。' },
  },
} as const satisfies Contract
