import type { Contract } from '#lib/contract.ts'
import { nothing } from '#lib/form/fields.ts'
import { listing, saving, siteRecord } from '#modules/settings/records.ts'

/** Endpoints for staff to edit the joining rules. */
export const joiningDeskContract = {
  'GET /staff/joining/list': {
    who: 'staff:members',
    summary: '入会办法：单位会员与个人会员的条件、步骤、材料、附加栏目、当年会费',
    input: nothing,
    output: listing(siteRecord),
  },
  'POST /staff/joining/save': {
    who: 'staff:members',
    confirm: true,
    summary: '修改入会办法',
    ...saving,
    example: { id: 1, version: 'x', form: { steps: ['decision', 'fee'], firstYear: 'full' } },
  },
} as const satisfies Contract
