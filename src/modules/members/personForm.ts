import { defineForm, type FormValues, pickFields } from '#lib/form/form.ts'
import { plainResidentId, residentIdFault } from '#lib/residentId.ts'

const SELF = '个人信息'
const WORK = '学历与工作'
const REACH = '联系方式'

export const idTypes = [
  { code: 'resident', name: '居民身份证' },
  { code: 'hongkongMacao', name: '港澳居民来往内地通行证' },
  { code: 'taiwan', name: '台湾居民来往大陆通行证' },
  { code: 'residencePermit', name: '港澳台居民居住证' },
  { code: 'passport', name: '护照' },
  { code: 'permanentResidence', name: '外国人永久居留身份证' },
] as const
export type IdType = (typeof idTypes)[number]['code']

const SEXES = [
  { code: 'male', name: '男' },
  { code: 'female', name: '女' },
] as const
const EDUCATION = ['博士研究生', '硕士研究生', '本科', '专科', '高中或中专', '初中及以下'].map(name => {
  return { code: name, name }
})
const CONSENT = [
  { code: 'yes', name: '同意' },
  { code: 'no', name: '不同意' },
] as const

/** The version of the text beside `publicConsent`: agreeing to it does not mean agreeing to a later one. */
export const PUBLIC_CONSENT_VERSION = '1'

/** 个人资料, in the order in which it is asked and printed. */
export const personFields = defineForm([
  { name: 'name', label: '姓名', section: SELF, kind: 'personName', required: true, autocomplete: 'name' },
  { name: 'sex', label: '性别', section: SELF, kind: 'choice', required: true, options: SEXES },
  { name: 'idType', label: '证件类型', section: SELF, kind: 'choice', required: true, options: idTypes },
  {
    name: 'idNumber',
    label: '证件号码',
    section: SELF,
    kind: 'text',
    required: true,
    max: 30,
    personal: true,
    hint: '加密保存，只用于核对身份，不公开',
  },
  { name: 'provinceCode', label: '所在省份', section: SELF, kind: 'province', required: true },
  {
    name: 'publicConsent',
    label: '会员名录公示',
    section: SELF,
    kind: 'choice',
    required: true,
    options: CONSENT,
    hint: '同意则在入会后列入公开的会员名录，姓名隐去中间的字；可随时改为不同意',
  },

  {
    name: 'mobile',
    label: '手机',
    section: REACH,
    kind: 'mobile',
    required: true,
    personal: true,
    hint: '加密保存，不公开',
    autocomplete: 'tel',
  },
  { name: 'email', label: '邮箱', section: REACH, kind: 'email', required: true, autocomplete: 'email' },

  { name: 'education', label: '学历', section: WORK, kind: 'choice', required: true, options: EDUCATION },
  { name: 'major', label: '专业', section: WORK, kind: 'text', max: 40 },
  { name: 'jobTitle', label: '职称', section: WORK, kind: 'text', max: 40, suggests: 'jobTitle' },
  { name: 'employer', label: '工作单位', section: WORK, kind: 'text', max: 60, autocomplete: 'organization' },
  {
    name: 'position',
    label: '职务',
    section: WORK,
    kind: 'text',
    max: 40,
    autocomplete: 'organization-title',
    suggests: 'position',
  },
])

/** Identity fields: a change takes effect only after the document was reviewed. */
export const reviewedPersonFields = pickFields(personFields, 'name', 'idType', 'idNumber')

const PATTERNS: Partial<Record<IdType, RegExp>> = {
  hongkongMacao: /^[HM]\d{8,10}$/,
  taiwan: /^\d{8}$/,
  passport: /^[A-Z0-9]{5,17}$/,
}

export const plainIdNumber = plainResidentId

/** Returns why a number is invalid for its type of document, or undefined. */
export function idNumberFault({ idType, idNumber }: FormValues, today: string): string | undefined {
  const type = idTypes.find(({ code }) => code === idType)
  if (!type || typeof idNumber !== 'string' || !idNumber) return
  const number = plainIdNumber(idNumber)
  const pattern = PATTERNS[type.code]
  if (!pattern) return residentIdFault(number, today) ?? undefined
  if (!pattern.test(number)) return `不是有效的${type.name}号码，请核对`
}
