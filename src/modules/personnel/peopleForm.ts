import { type FormField, pickFields, requireFields } from '#lib/form/form.ts'
import { personFields } from '#modules/members/personForm.ts'
import { applyDemands, type Demands } from '#modules/members/profileRules.ts'

const WORK = '在本单位'
const isOwn = ({ name }: FormField) => name !== 'publicConsent' && name !== 'employer'
const isIdentity = ({ name }: FormField) => name === 'name' || name === 'idType' || name === 'idNumber'

const fromDay: FormField = {
  name: 'fromDay',
  label: '到岗日期',
  section: WORK,
  kind: 'day',
  hint: '不填则为今天',
}

const asked = (demands: Demands, answered?: object) =>
  applyDemands<(typeof personFields)[number]>(personFields, demands, answered)

/** A company enters one of its people. Whether a person may be shown in public is the person's own to say. */
export const addFields = (demands: Demands): FormField[] => [
  ...requireFields(asked(demands).filter(isOwn), ['name', 'idType', 'idNumber', 'provinceCode']),
  fromDay,
]

/** Editable fields: identity stays as it was proved, and the employer changes by takeover or leaving only. */
export const editFields = (demands: Demands, answered: object): FormField[] =>
  requireFields(
    asked(demands, answered).filter(field => isOwn(field) && !isIdentity(field)),
    ['provinceCode'],
  )

/** Fields that only the employer can state, for a person with an account. */
export const jobFields = (demands: Demands, answered: object): FormField[] =>
  requireFields(pickFields(asked(demands, answered), 'jobTitle', 'position'), [])

export const leaveReasons = [
  { code: 'resigned', name: '离职' },
  { code: 'moved', name: '调往其他单位' },
  { code: 'retired', name: '退休' },
  { code: 'mistaken', name: '登记有误，不是本单位人员' },
  { code: 'other', name: '其他' },
] as const

export const leaveFields: FormField[] = [
  { name: 'reason', label: '原因', section: '', kind: 'choice', required: true, options: leaveReasons },
  { name: 'day', label: '离开日期', section: '', kind: 'day', required: true },
  { name: 'note', label: '说明', section: '', kind: 'text', max: 100 },
]

/** 人员转入: somebody whom the association knows already. */
export const takeoverFields: FormField[] = [
  ...requireFields(personFields.filter(isIdentity), ['name', 'idType', 'idNumber']).map(field => ({
    ...field,
    section: '转入人员',
  })),
  { ...fromDay, section: '转入人员', required: true, hint: undefined },
  { name: 'remark', label: '说明', section: '转入人员', kind: 'paragraph', max: 300 },
]

export const WRITTEN_CONSENT = '本单位已取得本人同意公示姓名（遮挡）、单位和证书信息的书面材料，并留存备查'
