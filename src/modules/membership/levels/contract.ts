import { z } from 'zod'
import type { Contract } from '#lib/contract.ts'
import { nothing } from '#lib/form/fields.ts'
import { listing, moving, removing, saving, siteRecord } from '#modules/settings/records.ts'

/** The levels of membership, as staff keep them. */
export const levelsContract = {
  'GET /staff/level/list': {
    who: 'staff:members',
    summary: '会员级别：会费标准与调整、权益、会员数；先后即名录的次序',
    input: nothing,
    output: listing(
      siteRecord.extend({
        code: z.int(),
        /** Fee of the current year, and its next change. */
        fee: z.number(),
        nextFee: z.object({ fromYear: z.int(), amount: z.number() }).nullable(),
        /** Members at this level, including former ones. */
        members: z.int(),
      }),
    ),
  },
  'POST /staff/level/save': {
    who: 'staff:members',
    confirm: true,
    secondPerson: { rule: 'fees' },
    summary: '新增或修改会员级别',
    ...saving,
    example: { form: { name: '会员单位', code: 10, kind: 'organisation', state: 'open', fee: 2000, votes: 1 } },
  },
  'POST /staff/level/move': {
    who: 'staff:members',
    summary: '调整会员级别的先后',
    ...moving,
  },
  'POST /staff/level/remove': {
    who: 'staff:members',
    confirm: true,
    secondPerson: { rule: 'fees' },
    summary: '删除没有用过的会员级别',
    ...removing,
  },
} as const satisfies Contract
