import { z } from 'zod'
import type { Contract } from '#lib/contract.ts'
import { code, int, nothing, text } from '#lib/form/fields.ts'
import { listing, removing, saving, siteRecord } from '#modules/settings/records.ts'

const role = siteRecord.extend({
  /** Code by which colleagues' accounts refer to the role. */
  code: z.string(),
  permissionNames: z.array(z.string()),
  /** Limits in words, e.g. 华东分会（江苏、浙江）, 山东; empty: unlimited. */
  limits: z.array(z.string()),
  /** The role is limited, but to no province at all, so it permits nothing. */
  seesNothing: z.boolean(),
  isRetired: z.boolean(),
  /** The administrator's has every permission and stays as it is. */
  isFixed: z.boolean(),
  /** False if the caller lacks a permission of the role; the caller can then neither change nor assign it. */
  mayGive: z.boolean(),
})
/** Codes with commas between them, as an address holds them. */
const codes = text(1000)
  .default('')
  .transform(list => list.split(',').filter(Boolean))

/** The roles of staff, which each association makes for itself. */
export const rolesContract = {
  'GET /staff/role/list': {
    who: 'staff:accounts',
    summary: '角色：各有哪些权限、限于哪些分支机构、地区和事项、有多少位同事，以及可以照抄的样板',
    input: nothing,
    output: listing(role).extend({
      templates: z.array(z.object({ code: z.string(), name: z.string(), permissions: z.array(z.string()) })),
      groups: z.array(z.object({ name: z.string(), permissions: z.array(z.string()) })),
      /** Permissions that a role can limit to some provinces. */
      provincial: z.array(z.string()),
      /** Permissions that a role can limit to some kinds of application. */
      byKind: z.array(z.string()),
    }),
  },
  'GET /staff/role/effect': {
    who: 'staff:accounts',
    summary: '修改一个角色会使哪些同事多了、少了什么权限；permissions、branches、provinces、kinds 以逗号分隔，尚未保存',
    input: z.object({
      id: int,
      permissions: codes,
      branches: codes,
      provinces: codes,
      kinds: codes,
      status: code.default('open'),
    }),
    output: z.array(
      z.object({ id: z.int(), name: z.string(), gains: z.array(z.string()), loses: z.array(z.string()) }),
    ),
    example: { id: 3, permissions: 'staff:applications', provinces: '320000' },
  },
  'POST /staff/role/save': {
    who: 'staff:accounts',
    confirm: true,
    secondPerson: { rule: 'roles' },
    summary: '新增角色，或修改一个角色：对已登录的同事立即生效；不能给出自己没有的权限，他人刚改过的返回 409',
    ...saving,
    example: { form: { name: '华东初审', permissions: ['staff:applications'], provinces: ['320000'], status: 'open' } },
  },
  'POST /staff/role/remove': {
    who: 'staff:accounts',
    confirm: true,
    secondPerson: { rule: 'roles' },
    summary: '删除没有同事在用的角色',
    ...removing,
    example: { id: 3, version: 'x' },
  },
} as const satisfies Contract
