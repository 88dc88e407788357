import { z } from 'zod'
import type { Contract, Section } from '#lib/contract.ts'
import { byId, int, nothing } from '#lib/form/fields.ts'
import { formField, formInput, formValues } from '#lib/form/formContract.ts'
import { registerExport, registerList } from '#lib/register/registerContract.ts'
import { expertFilters } from './expertFilters.ts'

const row = z.object({
  id: z.int(),
  name: z.string(),
  jobTitle: z.string(),
  provinceName: z.string(),
  specialities: z.array(z.string()),
  /** Masked; null where none is on record. */
  mobile: z.string().nullable(),
  mayLead: z.boolean(),
  isActive: z.boolean(),
  stateName: z.string(),
  employers: z.array(z.string()),
})

/** An expert who may be chosen for a visit or a round. */
export const expertToChoose = {
  expertId: z.int(),
  name: z.string(),
  jobTitle: z.string(),
  provinceName: z.string(),
  specialities: z.array(z.string()),
  employers: z.array(z.string()),
  mayLead: z.boolean(),
}

export const section: Section = { title: '专家' }

export const staffExpertsContract = {
  'GET /staff/expert/list': {
    who: 'staff:applications',
    summary: '专家，按姓名排列，手机只显示一部分；可按姓名或专业的一部分、专业领域、地区、是否在聘、可否任组长筛选',
    ...registerList(expertFilters, row),
    example: { speciality: '化学清洗', active: 'yes', pageNum: 1, pageSize: 20 },
  },
  'GET /staff/expert/export': {
    who: 'staff:applications',
    confirm: true,
    summary: '专家列表的导出（Excel），条件与列表相同，手机只有一部分',
    ...registerExport(expertFilters),
    example: { active: 'yes' },
  },
  'GET /staff/expert/specialities': {
    who: 'staff:applications',
    summary: '专家现有的专业领域，供筛选',
    input: nothing,
    output: z.array(z.object({ code: z.string(), name: z.string() })),
  },
  'GET /staff/expert/detail': {
    who: 'staff:applications',
    summary: '一位专家的档案：资料、与各单位的关系、须回避到何时',
    input: byId,
    output: row.extend({
      version: z.int(),
      fields: z.array(formField),
      form: formValues,
      masked: z.record(z.string(), z.string()),
      email: z.string(),
      remark: z.string(),
      /** The same person in the register of persons. */
      person: z.object({ id: z.int(), name: z.string(), employer: z.string() }).nullable(),
      ties: z.array(
        z.object({
          kindName: z.string(),
          organisationName: z.string(),
          creditCode: z.string().nullable(),
          period: z.string(),
          isRegistered: z.boolean(),
          /** The last day on which it still counts; null: it has not ended. */
          countsUntil: z.string().nullable(),
          counts: z.boolean(),
        }),
      ),
    }),
    example: { id: 1 },
  },
  'POST /staff/expert/save': {
    who: 'staff:review',
    summary: '新增专家，或修改专家资料与回避关系（只需给出改动的栏目）；他人刚改过的返回 409',
    input: z.object({
      id: int.optional(),
      version: int.optional(),
      form: formInput,
      /** Absent: as it was; null: nobody in the register. */
      personId: int.nullish(),
    }),
    output: z.object({ id: z.int(), version: z.int() }),
    example: {
      form: { name: '李晓明', specialities: '检验检测', provinceCode: '110000', mayLead: 'no', isActive: 'yes' },
    },
  },
  'POST /staff/expert/reveal': {
    who: 'staff:review',
    confirm: true,
    summary: '完整显示一位专家的手机：须再次输入密码，并记入审计日志',
    input: byId,
    output: z.object({ mobile: z.string().nullable() }),
    example: { id: 1 },
  },
} as const satisfies Contract
