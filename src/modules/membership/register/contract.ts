import { z } from 'zod'
import type { Contract } from '#lib/contract.ts'
import { byId, day, int, text } from '#lib/form/fields.ts'
import { formField, formInput, formValues } from '#lib/form/formContract.ts'
import { bulkIds, bulkResult } from '#lib/register/bulkContract.ts'
import { dataRegisterList, registerExport } from '#lib/register/registerContract.ts'
import { memberFilters } from '../memberFilters.ts'
import { bulkActs, memberActs } from './memberActs.ts'

const statuses = ['active', 'unpaid', 'overdue', 'suspended', 'withdrawn', 'lapsed', 'expelled'] as const
const kind = z.enum(['organisation', 'person'])

const memberRow = z.object({
  id: z.int(),
  memberNo: z.string(),
  name: z.string(),
  kind,
  kindName: z.string(),
  levelCode: z.int(),
  levelName: z.string(),
  provinceName: z.string(),
  status: z.enum(statuses),
  statusName: z.string(),
  joinedOn: z.string(),
  validTo: z.string().nullable(),
  feePaidYear: z.int().nullable(),
})

export type MemberRow = z.output<typeof memberRow>

export const staffRegisterContract = {
  'GET /staff/member/list': {
    who: 'staff:members',
    provinces: 'within',
    summary:
      '会员名册（含已退出的），新入会的在前；可按级别、类型、状态、省份、入会日期和名称、拼音、编号筛选，按 sort 所说的一列排序',
    ...dataRegisterList(memberFilters, memberRow),
    example: { status: 'active', provinceCode: '110000', key: '清源', pageNum: 1, pageSize: 20 },
  },
  'GET /staff/member/export': {
    who: 'staff:members',
    provinces: 'within',
    confirm: true,
    summary: '会员名册的导出（Excel），条件和顺序与列表相同',
    ...registerExport(memberFilters),
    example: { status: 'active' },
  },
  'GET /staff/member/detail': {
    who: 'staff:members',
    provinces: 'within',
    summary: '一个会员：级别、状态、证书、历史与可以办理的事项',
    input: byId,
    output: memberRow.extend({
      version: z.int(),
      isPublic: z.boolean(),
      endedOn: z.string().nullable(),
      endReason: z.string(),
      organisationId: z.int().nullable(),
      personId: z.int().nullable(),
      /** The member's page of the public site, while it is shown there. */
      pageUrl: z.string().nullable(),
      certificate: z
        .object({
          id: z.int(),
          number: z.string(),
          validTo: z.string().nullable(),
          status: z.string(),
          statusName: z.string(),
          verifyUrl: z.string(),
        })
        .nullable(),
      /** Own fields of the membership, and what is filled in of them. */
      fields: z.array(formField),
      form: formValues,
      facts: z.array(z.object({ section: z.string(), label: z.string(), text: z.string() })),
      canDo: z.array(z.enum(memberActs)),
      /** Levels to which this member may be moved. */
      levels: z.array(z.object({ code: z.string(), name: z.string() })),
      events: z.array(
        z.object({
          id: z.int(),
          kindName: z.string(),
          effectiveOn: z.string(),
          reason: z.string(),
          before: z.string(),
          after: z.string(),
          actorName: z.string(),
          recordedAt: z.string(),
        }),
      ),
    }),
    example: { id: 1 },
  },
  'POST /staff/member/own': {
    who: 'staff:members',
    provinces: 'within',
    summary: '修改一个会员的自定义栏目，只需给出改动的；version 为读到的版本，已被别处修改时返回 409',
    input: z.object({
      id: int,
      version: z.coerce.number<number | string>('应为读到的版本').int('应为读到的版本'),
      form: formInput,
    }),
    output: z.object({ id: z.int(), version: z.int() }),
    example: { id: 1, version: 1, form: {} },
  },
  'POST /staff/member/act': {
    sends: true,
    who: 'staff:members',
    provinces: 'within',
    confirm: true,
    summary:
      '变更级别或有效期、暂停、恢复、退会、除名、重新入册、换发证书、公开或不公开，附生效日期与原因；会员证书随之暂停、注销或换发，名录、首页与搜索立即更新',
    input: z.object({
      id: int,
      version: z.coerce.number<number | string>('应为读到的版本').int('应为读到的版本'),
      action: z.enum(memberActs, '应为可以办理的事项'),
      effectiveOn: day,
      reason: text(200).min(2, '请填写原因').prefault(''),
      levelCode: int.nullish(),
      validTo: day.nullish(),
    }),
    output: z.object({ id: z.int(), version: z.int() }),
    example: { id: 1, version: 1, action: 'suspend', effectiveOn: '2026-11-01', reason: '连续两年未缴会费' },
  },
  'POST /staff/member/bulk': {
    sends: true,
    who: 'staff:members',
    provinces: 'within',
    confirm: true,
    summary:
      '批量变更级别或有效期、暂停或恢复：逐个按各自的状态办理，互不影响，与逐个办理一样记入历史并告知会员；before 是办理前的级别与有效期，供撤销',
    input: z.object({
      ids: bulkIds,
      action: z.enum(bulkActs, '应为变更级别或有效期、暂停或恢复'),
      effectiveOn: day,
      reason: text(200).min(2, '请填写原因').prefault(''),
      levelCode: int.nullish(),
      validTo: day.nullish(),
    }),
    output: z.array(
      bulkResult.extend({ before: z.object({ levelCode: z.int(), validTo: z.string().nullable() }).nullable() }),
    ),
    example: { ids: [1, 2], action: 'suspend', effectiveOn: '2026-11-01', reason: '连续两年未缴会费' },
  },
} as const satisfies Contract
