import { z } from 'zod'
import type { Contract } from '#lib/contract.ts'
import { nothing } from '#lib/form/fields.ts'
import { listing, moving, removing, saving, siteRecord } from '#modules/settings/records.ts'

/** The branches of the association, as staff keep them. */
export const branchesContract = {
  'GET /staff/branch/list': {
    who: 'staff:accounts',
    summary: '分支机构：各服务哪些地区、有哪些角色限于它',
    input: nothing,
    output: listing(
      siteRecord.extend({
        provinceNames: z.array(z.string()),
        isRetired: z.boolean(),
        /** Roles limited to this branch. */
        roleNames: z.array(z.string()),
      }),
    ),
  },
  'GET /staff/branch/choices': {
    who: 'staff',
    summary: '在用的分支机构，供名册和申请列表筛选',
    input: nothing,
    output: z.array(z.object({ code: z.string(), name: z.string() })),
  },
  'POST /staff/branch/save': {
    who: 'staff:accounts',
    confirm: true,
    secondPerson: { rule: 'roles' },
    summary: '新增或修改分支机构：一个地区只归一个；限于它的角色下一次操作即按新的地区处理',
    ...saving,
    example: { form: { name: '华东分会', provinces: ['310000', '320000'], status: 'open' } },
  },
  'POST /staff/branch/move': {
    who: 'staff:accounts',
    summary: '调整分支机构的先后',
    ...moving,
  },
  'POST /staff/branch/remove': {
    who: 'staff:accounts',
    confirm: true,
    secondPerson: { rule: 'roles' },
    summary: '删除没有角色限于它的分支机构',
    ...removing,
  },
} as const satisfies Contract
