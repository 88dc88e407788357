import { z } from 'zod'
import type { Contract } from '#lib/contract.ts'
import { nothing } from '#lib/form/fields.ts'
import { listing, removing, saving, siteRecord } from '#modules/settings/records.ts'

export const escalationContract = {
  'GET /staff/escalation/list': {
    who: 'staff:accounts',
    summary: '督办规则：哪类工作超过几个工作日告知哪个角色，各已告知多少次',
    input: nothing,
    output: listing(siteRecord.extend({ told: z.int() })),
  },
  'POST /staff/escalation/save': {
    who: 'staff:accounts',
    summary: '新增或修改督办规则',
    ...saving,
    example: { form: { work: 'applications', daysOver: 3, role: 'secretary' } },
  },
  'POST /staff/escalation/remove': {
    who: 'staff:accounts',
    summary: '删除督办规则；已告知的记录保留',
    ...removing,
  },
} as const satisfies Contract
