import { z } from 'zod'
import type { Contract } from '#lib/contract.ts'
import { day, int, province, text } from '#lib/form/fields.ts'
import { page, paging } from '#lib/paging.ts'
import { organisationCategories } from '#modules/members/categories.ts'
import { memberActs } from './memberActs.ts'

const statuses = ['active', 'unpaid', 'overdue', 'suspended', 'withdrawn', 'lapsed', 'expelled'] as const
const kind = z.enum(['organisation', 'person'], '应为 organisation 或 person')

/** Of the list and of its export alike. */
const memberFilters = {
  levelCode: int.optional(),
  kind: kind.optional(),
  status: z.enum(statuses, '不是有效的会员状态').optional(),
  provinceCode: province.optional(),
  joinedFrom: day.optional(),
  joinedTo: day.optional(),
  /** Name, pinyin, credit code or number of an organisation; a person's whole name; a member's number. */
  key: text(60).optional(),
}
const organisationFilters = {
  provinceCode: province.optional(),
  category: z
    .enum(
      organisationCategories.map(({ code }) => code),
      '不是有效的行业类别',
    )
    .optional(),
  isMember: z.enum(['yes', 'no'], '应为 yes 或 no').optional(),
  key: text(60).optional(),
}

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

export const staffRegisterContract = {
  'GET /staff/member/list': {
    who: 'staff:members',
    summary: '会员名册（含已退出的），新入会的在前；可按级别、类型、状态、省份、入会日期和名称、拼音、编号筛选',
    input: z.object({ ...memberFilters, ...paging }),
    output: page(memberRow),
    example: { status: 'active', provinceCode: '110000', key: '清源', pageNum: 1, pageSize: 20 },
  },
  'GET /staff/member/export': {
    who: 'staff:members',
    summary: '会员名册的导出（Excel），条件与列表相同',
    input: z.object(memberFilters),
    output: 'file',
    example: { status: 'active' },
  },
  'GET /staff/member/detail': {
    who: 'staff:members',
    summary: '一个会员：级别、状态、证书、历史与可以办理的事项',
    input: z.object({ id: int }),
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
      canDo: z.array(z.enum(memberActs)),
      /** To which this member may be moved. */
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
  'POST /staff/member/act': {
    who: 'staff:members',
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
  'GET /staff/organisation/list': {
    who: 'staff:members',
    summary: '单位，新登记的在前；可按省份、行业类别、是否会员和名称、拼音、信用代码筛选',
    input: z.object({ ...organisationFilters, ...paging }),
    output: page(
      z.object({
        id: z.int(),
        name: z.string(),
        creditCode: z.string(),
        provinceName: z.string(),
        city: z.string(),
        categoryNames: z.array(z.string()),
        legalPerson: z.string(),
        member: z
          .object({ id: z.int(), memberNo: z.string(), levelName: z.string(), statusName: z.string() })
          .nullable(),
      }),
    ),
    example: { provinceCode: '110000', isMember: 'yes', key: '锅炉', pageNum: 1, pageSize: 20 },
  },
  'GET /staff/organisation/export': {
    who: 'staff:members',
    summary: '单位列表的导出（Excel），条件与列表相同',
    input: z.object(organisationFilters),
    output: 'file',
    example: { provinceCode: '110000' },
  },
} as const satisfies Contract
