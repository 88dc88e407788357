import { z } from 'zod'
import type { Contract, Section } from '#lib/contract.ts'
import { byId, code, int, nothing, text } from '#lib/form/fields.ts'
import { paged } from '#lib/paging.ts'
import { registerExport, registerList } from '#lib/register/registerContract.ts'
import { auditFilters } from './auditFilters.ts'

const line = z.object({
  id: z.int(),
  at: z.string(),
  /** Name of the person, and of the account that was used. */
  actorName: z.string(),
  userName: z.string(),
  actionName: z.string(),
  groupName: z.string(),
  objectTypeName: z.string(),
  objectName: z.string(),
  /** The screen of the object, where there is one. */
  route: z.string().nullable(),
  address: z.string(),
  device: z.string(),
  isSealed: z.boolean(),
})

const said = z.object({ name: z.string(), value: z.string() })

export const section: Section = { title: '审计' }

export const staffAuditContract = {
  'GET /staff/history/list': {
    who: 'staff',
    summary:
      '一条记录的修改记录：谁、何时、把什么从什么改成什么，最新的在前；须有查看这类记录的权限。查看和导出不是修改，不在其中',
    ...paged(
      { objectType: code, objectId: int },
      z.object({
        id: z.int(),
        at: z.string(),
        actorName: z.string(),
        actionName: z.string(),
        changes: z.array(z.object({ name: z.string(), before: z.string(), after: z.string() })),
      }),
    ),
    example: { objectType: 'organisation', objectId: 1 },
  },
  'GET /staff/audit/list': {
    who: 'staff:audit',
    summary: '审计日志：谁、何时、从哪里、对什么做了什么',
    ...registerList(auditFilters, line),
    example: { group: 'account', from: '2026-01-01' },
  },
  'GET /staff/audit/options': {
    who: 'staff:audit',
    summary: '审计日志的筛选项：操作类别',
    input: nothing,
    output: z.object({ groups: z.array(z.object({ code: z.string(), name: z.string() })) }),
  },
  'GET /staff/audit/export': {
    who: 'staff:audit',
    confirm: true,
    summary: '按筛选条件导出审计日志（Excel）',
    ...registerExport(auditFilters),
    example: { group: 'account' },
  },
  'GET /staff/audit/detail': {
    who: 'staff:audit',
    summary: '一条审计日志：修改前后、其他内容、在校验链中的位置，能否恢复为修改前',
    input: byId,
    output: line.extend({
      changes: z.array(z.object({ name: z.string(), before: z.string(), after: z.string() })),
      detail: z.array(said),
      sealNo: z.int().nullable(),
      hash: z.string().nullable(),
      /** Reports whether this kind of record can be restored, and the caller may do it. */
      restorable: z.enum(['yes', 'noPermission', 'no']),
      changedSince: z.object({ by: z.string(), at: z.string() }).nullable(),
    }),
    example: { id: 1 },
  },
  'POST /staff/audit/restore': {
    who: 'staff:audit',
    confirm: true,
    summary: '把一条修改过的记录恢复为修改前；此后又有人修改过的，须写明 overwrite',
    input: z.object({ id: int, overwrite: z.boolean('应为 true 或 false').default(false) }),
    output: nothing,
    example: { id: 1 },
  },
  'GET /staff/audit/verify': {
    who: 'staff:audit',
    summary: '校验审计日志的校验链，从 after 之后起最多两万行；可另附以前记下的链头',
    input: z.object({
      after: z.coerce.number('应为整数').int('应为整数').min(0, '应为整数').max(2_147_483_647, '数字过大').default(0),
      noted: text(80).optional(),
    }),
    output: z.object({
      /** The last line that holds, and the last of all. */
      checked: z.int(),
      total: z.int(),
      unsealed: z.int(),
      /** Hash to keep elsewhere: with it anyone can prove later that nothing up to here was changed. */
      head: z.string(),
      broken: z.object({ sealNo: z.int(), id: z.int().nullable(), why: z.string() }).nullable(),
      isEnd: z.boolean(),
    }),
    example: { after: 0 },
  },
} as const satisfies Contract
