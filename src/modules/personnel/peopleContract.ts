import { z } from 'zod'
import type { Contract } from '#lib/contract.ts'
import { byId, int, nothing, text } from '#lib/form/fields.ts'
import { formField, formInput, formValues } from '#lib/form/formContract.ts'
import { paged } from '#lib/paging.ts'
import { certificateStatus } from '#modules/certificates/verified.ts'
import { employmentWays } from '#modules/members/employment.ts'
import { joiningContract } from './joiningContract.ts'

/** Filters shared by the list and its export. */
const filters = {
  /** Part of it. */
  name: text(30).optional(),
  kindId: int.optional(),
  status: certificateStatus.optional(),
}
const certFilters = { personId: int.optional(), kindId: int.optional(), status: certificateStatus.optional() }
const version = z.coerce.number<number | string>('应为读取资料时的版本').int('应为读取资料时的版本')

/** Numbers are masked: those whose people they are have them on paper. */
const row = z.object({
  id: z.int(),
  name: z.string(),
  sex: z.enum(['male', 'female']).nullable(),
  sexName: z.string(),
  idNo: z.string().nullable(),
  mobile: z.string().nullable(),
  title: z.string(),
  position: z.string(),
  education: z.string(),
  /** Valid today, and the first day on which one of them no longer is. */
  certNum: z.int(),
  certs: z.array(z.string()),
  nearestExpire: z.string().nullable(),
  /** 学时 of this calendar year. */
  hoursThisYear: z.number(),
})

const cert = z.object({
  certId: z.int(),
  personId: z.int(),
  name: z.string(),
  certNo: z.string(),
  groupName: z.string(),
  kindName: z.string(),
  levelName: z.string(),
  issueDate: z.string(),
  validFrom: z.string(),
  validTo: z.string().nullable(),
  daysLeft: z.int().nullable(),
  certStatus: certificateStatus,
  certStatusName: z.string(),
  /** 继续教育学时 within its validity, and how many a renewal asks for. */
  hours: z.number(),
  hoursNeeded: z.number(),
  verifyUrl: z.string(),
})

export const employmentRow = z.object({
  id: z.int(),
  organisationName: z.string(),
  fromDay: z.string(),
  toDay: z.string().nullable(),
  began: z.enum(employmentWays),
  beganName: z.string(),
  ended: z.enum(employmentWays).nullable(),
  endedName: z.string().nullable(),
  reason: z.string(),
})
export const studyRow = z.object({
  id: z.int(),
  title: z.string(),
  hours: z.number(),
  earnedOn: z.string(),
  /** Empty: they count for every kind. */
  kindName: z.string(),
})
export const trainingRow = z.object({
  title: z.string(),
  startDate: z.string(),
  endDate: z.string().nullable(),
  resultName: z.string(),
  hours: z.number().nullable(),
  certNo: z.string().nullable(),
})

const counted = { num: z.int() }
export const peopleContract = {
  'GET /person/stat': {
    who: 'member',
    summary: '本单位人员（个人账号：本人）与其证书的数量：有效、90 天内到期、已过期，以及按大类、种类、级别、发证年份',
    input: z.object({ kindId: int.optional() }),
    output: z.object({
      persons: z.int(),
      certified: z.int(),
      total: z.int(),
      valid: z.int(),
      expiring: z.int(),
      expired: z.int(),
      /** Counts of certificates valid today. */
      byGroup: z.array(z.object({ groupName: z.string(), ...counted })),
      byKind: z.array(z.object({ kindId: z.int().nullable(), kindName: z.string(), ...counted })),
      byLevel: z.array(z.object({ levelName: z.string(), ...counted })),
      /** Counts by year of issue. */
      trend: z.array(z.object({ year: z.int(), ...counted })),
    }),
    example: { kindId: 101 },
  },
  'GET /person/cert/list': {
    who: 'member',
    summary: '本单位人员（个人账号：本人）的证书，最先到期的在前，连同有效期内的继续教育学时；可按人、种类、状态筛选',
    ...paged(certFilters, cert),
    example: { status: 'expiring', pageNum: 1, pageSize: 10 },
  },
  'GET /person/cert/export': {
    who: 'member',
    duties: ['people'],
    summary: '人员证书的导出（Excel），条件与列表相同',
    input: z.object(certFilters),
    output: 'file',
    example: { status: 'expiring' },
  },
  'GET /person/list': {
    who: 'member',
    summary: '本单位的在册人员（个人账号：只有本人），证件号码与手机只显示一部分；可按姓名、证书种类、证书状态筛选',
    ...paged(filters, row),
    example: { name: '晓明', kindId: 101, status: 'expiring', pageNum: 1, pageSize: 10 },
  },
  'GET /person/export': {
    who: 'member',
    duties: ['people'],
    summary: '人员列表的导出（Excel），条件与列表相同，证件号码与手机只有一部分',
    input: z.object(filters),
    output: 'file',
    example: { status: 'valid' },
  },
  'GET /person/detail': {
    who: 'member',
    summary: '一个人的档案：资料、证书与学时、任职经历、培训经历。只有本单位的人（个人账号：本人）；其他人等同不存在',
    input: byId,
    output: row.extend({
      version: z.int(),
      facts: z.array(z.object({ section: z.string(), label: z.string(), text: z.string() })),
      /** Fields that may be edited here; persons edit their own data on another screen. */
      fields: z.array(formField),
      form: formValues,
      masked: z.record(z.string(), z.string()),
      /** The person signs in with an account, and says alone whether to be shown. */
      hasAccount: z.boolean(),
      consent: z.object({ at: z.string(), version: z.string() }).nullable(),
      /** Start of the current employment. */
      since: z.string().nullable(),
      certs: z.array(cert),
      /** An employer sees the time with itself only, the person all of it. */
      employments: z.array(employmentRow),
      study: z.array(studyRow),
      trainings: z.array(trainingRow),
      /** Sentences on what each of the company's certificates would lack if this person left. */
      ifLeft: z.array(z.string()),
    }),
    example: { id: 1 },
  },
  'GET /person/blank': {
    who: 'member',
    duties: ['people'],
    summary: '单位登记一名人员时填写的栏目',
    input: nothing,
    output: z.object({ fields: z.array(formField) }),
  },
  'POST /person/add': {
    who: 'member',
    duties: ['people'],
    summary: '单位登记本单位的人员；已在协会登记的人用“转入”',
    input: z.object({
      form: formInput,
      /** The company states that it has the person's written consent; without it nothing of the person is public. */
      hasConsent: z.boolean('应为 true 或 false').default(false),
    }),
    output: z.object({ id: z.int() }),
    example: {
      form: { name: '李晓明', idType: 'passport', idNumber: 'E12345678', provinceCode: '110000' },
      hasConsent: false,
    },
  },
  'POST /person/edit': {
    who: 'member',
    duties: ['people'],
    summary: '单位修改本单位人员的资料，只需给出改动的栏目；姓名与证件由协会核对后更正，有账号的人员自行维护联系方式',
    input: z.object({ id: int, version, form: formInput, hasConsent: z.boolean('应为 true 或 false').optional() }),
    output: z.object({ id: z.int() }),
    example: { id: 1, version: 1795219200000, form: { position: '总工程师' } },
  },
  'POST /person/leave': {
    who: 'member',
    duties: ['people'],
    summary: '登记人员离开本单位：原因与日期。返回因此条件不足的资质证书；有单位正申请转入此人的，随即转入',
    input: z.object({ id: int, version, form: formInput }),
    output: z.object({ id: z.int(), lacks: z.array(z.string()) }),
    example: { id: 1, version: 1795219200000, form: { reason: 'resigned', day: '2026-11-20' } },
  },
  ...joiningContract,
} as const satisfies Contract
