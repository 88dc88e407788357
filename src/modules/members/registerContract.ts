import { z } from 'zod'
import type { Contract } from '#lib/contract.ts'
import { byId, fileOf, int, nothing, text } from '#lib/form/fields.ts'
import { formField, formInput, formValues } from '#lib/form/formContract.ts'
import { bulkResults } from '#lib/register/bulkContract.ts'
import { dataRegisterList, registerExport } from '#lib/register/registerContract.ts'
import { organisationFilters } from './organisationFilters.ts'
import { tagging, tagOptions } from './taggingShape.ts'

const tone = z.enum(['plain', 'water', 'good', 'warn', 'bad', 'flame'])

const fileRow = z.object({
  title: z.string(),
  text: z.string(),
  state: z.object({ name: z.string(), tone }).nullable(),
  /** The screen, or the page, where more of it is. */
  route: z.string().nullable(),
  /** The last day, for the calendar. */
  endsOn: z.string().nullable(),
})

const version = z.coerce.number<number | string>('应为读取资料时的版本').int('应为读取资料时的版本')

const organisationRow = z.object({
  id: z.int(),
  name: z.string(),
  creditCode: z.string(),
  provinceName: z.string(),
  city: z.string(),
  categoryNames: z.array(z.string()),
  legalPerson: z.string(),
  member: z.object({ id: z.int(), memberNo: z.string(), levelName: z.string(), statusName: z.string() }).nullable(),
})
export type OrganisationRow = z.output<typeof organisationRow>

export const registerContract = {
  'GET /staff/organisation/list': {
    who: 'staff:members',
    provinces: 'within',
    summary:
      '单位，新登记的在前；可按省份、行业类别、单位性质、是否会员和名称、拼音、信用代码筛选，按 sort 所说的一列排序',
    ...dataRegisterList(organisationFilters, organisationRow),
    example: { provinceCode: '110000', isMember: 'yes', key: '机电', pageNum: 1, pageSize: 20 },
  },
  'GET /staff/organisation/export': {
    who: 'staff:members',
    provinces: 'within',
    confirm: true,
    summary: '单位列表的导出（Excel），条件和顺序与列表相同',
    ...registerExport(organisationFilters),
    example: { provinceCode: '110000' },
  },
  'GET /staff/organisation/tags': {
    who: 'staff:members',
    provinces: 'free',
    summary: '可以给单位打的标签（系统 › 字典里维护），只在后台可见',
    input: nothing,
    output: tagOptions,
  },
  'POST /staff/organisation/tag': {
    who: 'staff:members',
    provinces: 'within',
    summary: '给选出的单位打上或去掉一个标签，逐家说明结果',
    input: tagging,
    output: bulkResults,
    example: { ids: [1, 2], tag: 'key', act: 'put' },
  },
  'GET /staff/organisation/detail': {
    who: 'staff:members',
    provinces: 'within',
    summary: '单位档案：资料、会员、证书、人员、申请、培训、会费、广告，以及到期日历和账号、联系人，手机只显示一部分',
    input: byId,
    output: z.object({
      id: z.int(),
      version: z.int(),
      name: z.string(),
      creditCode: z.string(),
      provinceName: z.string(),
      logo: z.string().nullable(),
      fields: z.array(formField),
      form: formValues,
      masked: z.record(z.string(), z.string()),
      facts: z.array(z.object({ section: z.string(), label: z.string(), text: z.string() })),
      contacts: z.array(
        z.object({
          roleName: z.string(),
          name: z.string(),
          position: z.string(),
          mobile: z.string().nullable(),
          email: z.string(),
        }),
      ),
      accounts: z.array(
        z.object({
          id: z.int(),
          userName: z.string(),
          phone: z.string().nullable(),
          status: z.string(),
          statusName: z.string(),
          lastSignedInAt: z.string().nullable(),
        }),
      ),
      parts: z.array(
        z.object({
          name: z.string(),
          title: z.string(),
          empty: z.string(),
          rows: z.array(fileRow),
          /** More rows exist than are returned. */
          more: z.boolean(),
        }),
      ),
      expiries: z.array(z.object({ title: z.string(), text: z.string(), endsOn: z.string(), daysLeft: z.int() })),
    }),
    example: { id: 1 },
  },
  'GET /staff/organisation/calendar': {
    who: 'staff:members',
    provinces: 'within',
    summary: '一家单位的到期日历（.ics）：证书、会员资格等今后三年的到期日',
    ...fileOf,
  },
  'GET /staff/organisation/blank': {
    who: 'staff:members',
    provinces: 'free',
    summary: '新增单位时填写的栏目',
    input: nothing,
    output: z.object({ fields: z.array(formField) }),
  },
  'POST /staff/organisation/add': {
    who: 'staff:members',
    provinces: 'within',
    summary: '新增单位：名称、统一社会信用代码、地区必填；已在册的不重复登记，并告知是哪一家',
    input: z.object({ form: formInput }),
    output: z.object({ id: z.int() }),
    example: { form: { name: '示例机电有限公司', creditCode: '91110105MA00DEM14D', provinceCode: '110000' } },
  },
  'POST /staff/organisation/edit': {
    who: 'staff:members',
    provinces: 'within',
    summary: '修改单位资料与联系人，只需给出改动的栏目；version 为读到的版本，已被别处修改时返回 409',
    input: z.object({ id: int, version, form: formInput }),
    output: z.object({ id: z.int() }),
    example: { id: 1, version: 1795219200000, form: { website: 'https://example.com' } },
  },
  'POST /staff/organisation/reveal': {
    who: 'staff:members',
    provinces: 'within',
    confirm: true,
    summary: '完整显示一家单位联系人的手机：须再次输入密码，并记入审计日志',
    input: byId,
    output: z.array(z.object({ roleName: z.string(), name: z.string(), mobile: z.string() })),
    example: { id: 1 },
  },
  'GET /staff/holder/list': {
    who: 'staff:members',
    provinces: 'within',
    summary: '按名称、拼音、统一社会信用代码找单位，或按完整姓名找人员，最多 20 个；供选择持证者与工作单位',
    input: z.object({
      kind: z.enum(['organisation', 'person'], '应为 organisation 或 person'),
      key: text(60).default(''),
      /** The one that is chosen already. */
      id: int.optional(),
    }),
    output: z.array(z.object({ id: z.int(), name: z.string(), note: z.string() })),
    example: { kind: 'organisation', key: '清源' },
  },
} as const satisfies Contract
