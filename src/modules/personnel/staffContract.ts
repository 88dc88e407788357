import { z } from 'zod'
import type { Contract, Section } from '#lib/contract.ts'
import { byId, int, nothing } from '#lib/form/fields.ts'
import { formField, formInput, formValues } from '#lib/form/formContract.ts'
import { bulkResults } from '#lib/register/bulkContract.ts'
import { dataRegisterList, registerExport } from '#lib/register/registerContract.ts'
import { certificateStatus } from '#modules/certificates/verified.ts'
import { tagging, tagOptions } from '#modules/members/taggingShape.ts'
import { employmentRow, studyRow, trainingRow } from './peopleContract.ts'
import { personFilters } from './personFilters.ts'

const row = z.object({
  id: z.int(),
  name: z.string(),
  sexName: z.string(),
  provinceName: z.string(),
  /** Masked; null where none is on record. */
  idNumber: z.string().nullable(),
  mobile: z.string().nullable(),
  employerName: z.string(),
  organisationId: z.int().nullable(),
  /** Valid today. */
  certificates: z.array(z.string()),
  tagNames: z.array(z.string()),
})
const held = z.object({
  id: z.int(),
  number: z.string(),
  kindName: z.string(),
  levelName: z.string(),
  issuedOn: z.string(),
  validTo: z.string().nullable(),
  status: certificateStatus,
  statusName: z.string(),
})
const organisationId = int.nullish()

export const section: Section = { title: '人员登记' }

export const staffPersonnelContract = {
  'GET /staff/person/list': {
    who: 'staff:members',
    provinces: 'within',
    summary:
      '人员，新登记的在前，证件号码与手机只显示一部分；可按持有的证书种类、省份、工作单位筛选，或按完整的姓名、手机、证件号码查找，按 sort 所说的一列排序',
    ...dataRegisterList(personFilters, row),
    example: { kindCode: 'HQ1', provinceCode: '110000', pageNum: 1, pageSize: 20 },
  },
  'GET /staff/person/export': {
    who: 'staff:members',
    provinces: 'within',
    confirm: true,
    summary: '人员列表的导出（Excel），条件和顺序与列表相同，证件号码与手机只有一部分',
    ...registerExport(personFilters),
    example: { provinceCode: '110000' },
  },
  'GET /staff/person/kinds': {
    who: 'staff:members',
    provinces: 'free',
    summary: '人员证书的种类，供筛选',
    input: nothing,
    output: z.array(z.object({ code: z.string(), name: z.string() })),
  },
  'GET /staff/person/tags': {
    who: 'staff:members',
    provinces: 'free',
    summary: '可以给人员打的标签（系统 › 字典里维护），只在后台可见',
    input: nothing,
    output: tagOptions,
  },
  'POST /staff/person/tag': {
    who: 'staff:members',
    provinces: 'within',
    summary: '给选出的人员打上或去掉一个标签，逐人说明结果',
    input: tagging,
    output: bulkResults,
    example: { ids: [1, 2], tag: 'lecturer', act: 'put' },
  },
  'GET /staff/person/detail': {
    who: 'staff:members',
    provinces: 'within',
    summary: '人员档案：资料、证书、工作单位，以及依靠这家单位人员的资质证书',
    input: byId,
    output: row.extend({
      version: z.int(),
      fields: z.array(formField),
      form: formValues,
      masked: z.record(z.string(), z.string()),
      facts: z.array(z.object({ section: z.string(), label: z.string(), text: z.string() })),
      /** `hours`: 继续教育学时 within the validity, and how many a renewal asks for. */
      held: z.array(held.extend({ hours: z.number(), hoursNeeded: z.number() })),
      employments: z.array(employmentRow.extend({ organisationId: z.int() })),
      study: z.array(studyRow),
      trainings: z.array(trainingRow),
      consent: z.object({ at: z.string(), version: z.string() }).nullable(),
      memberId: z.int().nullable(),
      /** Certificates of the organisation that rely on its people, to be checked when one of them leaves. */
      relying: z.array(held),
      /** Sentences on what each of these would lack if this person left. */
      ifLeft: z.array(z.string()),
    }),
    example: { id: 1 },
  },
  'GET /staff/person/blank': {
    who: 'staff:members',
    provinces: 'free',
    summary: '新增人员时填写的栏目',
    input: nothing,
    output: z.object({ fields: z.array(formField) }),
  },
  'POST /staff/person/add': {
    tells: true,
    who: 'staff:members',
    provinces: 'within',
    summary: '新增人员：姓名、证件、地区必填；证件号码已登记的不重复登记',
    input: z.object({ form: formInput, organisationId }),
    output: z.object({ id: z.int() }),
    example: { form: { name: '李晓明', idType: 'passport', idNumber: 'E12345678', provinceCode: '110000' } },
  },
  'POST /staff/person/edit': {
    tells: true,
    who: 'staff:members',
    provinces: 'within',
    summary: '修改人员资料与工作单位，只需给出改动的栏目；离开单位时返回该单位的资质证书，供核对',
    input: z.object({
      id: int,
      version: z.coerce.number<number | string>('应为读取资料时的版本').int('应为读取资料时的版本'),
      form: formInput,
      organisationId,
    }),
    output: z.object({
      id: z.int(),
      /** Null: nobody has left anything. */
      left: z.object({ organisationName: z.string(), certificates: z.array(held) }).nullable(),
    }),
    example: { id: 1, version: 1795219200000, form: { position: '总工程师' } },
  },
  'POST /staff/person/reveal': {
    who: 'staff:members',
    provinces: 'within',
    confirm: true,
    summary: '完整显示一个人的证件号码与手机：须再次输入密码，并记入审计日志',
    input: byId,
    output: z.object({ idNumber: z.string().nullable(), mobile: z.string().nullable() }),
    example: { id: 1 },
  },
} as const satisfies Contract
