import { type FormField, optionsOf, pickFields } from '#lib/form/form.ts'
import { type OrganisationAsking, organisationShape } from '#modules/members/organisationForm.ts'
import type { ApplicationType } from '../applicationTypes.ts'
import {
  count,
  equipments,
  PROMISE,
  performances,
  persons,
  promise,
  quality,
  reason,
  scale,
  unit,
  WISH,
} from './formParts.ts'

/** What an application form offers and asks; depends on the kind, its levels and the certificate. */
export type FormOffer = {
  levels: readonly { code: string; name: string; scope: string }[]
  /** Levels of the kind ask for people, or for works. */
  asksPeople: boolean
  asksWorks: boolean
  extra: readonly FormField[]
  asking: OrganisationAsking
}

function assessed(type: ApplicationType, { levels, asksPeople, asksWorks, extra, asking }: FormOffer): FormField[] {
  const level: FormField = {
    name: 'levelCode',
    label: '申请级别',
    section: WISH,
    kind: 'choice',
    required: true,
    options: levels.map(({ code, name }) => ({ code, name })),
  }
  const scope: FormField = {
    name: 'scope',
    label: '申请范围',
    section: WISH,
    kind: 'paragraph',
    required: true,
    max: 500,
    ...(type === 'extraScope' && { label: '增项后的范围' }),
    hint: '证书上的范围，在级别的允许范围以内',
  }
  return [
    ...(type === 'extraScope' || levels.length === 0 ? [] : [level]),
    scope,
    reason,
    ...unit(asking),
    ...scale,
    ...quality,
    { ...persons, required: asksPeople },
    equipments,
    { ...performances, required: asksWorks && (type === 'renewal' || type === 'upgrade') },
    ...extra,
    promise,
  ]
}

/** The form of each type of application. */
export function applicationFields(type: Exclude<ApplicationType, 'legacy'>, offer: FormOffer): FormField[] {
  const short = { change, annualReport: report, replacement, cancellation }
  return type in short ? short[type as keyof typeof short] : assessed(type, offer)
}

const NEW = '变更后（只填有变化的）'
/** Fields of a change application; fields left empty stay unchanged. */
const change: FormField[] = [
  ...pickFields(organisationShape, 'name', 'provinceCode', 'city', 'address', 'legalPerson').map(field => ({
    ...field,
    section: NEW,
    required: false,
    hint: undefined,
  })),
  { name: 'other', label: '其他变更', section: NEW, kind: 'paragraph', max: 500 },
  { name: 'changedOn', label: '登记机关核准日期', section: '变更说明', kind: 'day', required: true },
  { ...reason, label: '变更原因', section: '变更说明' },
  promise,
]

const YEAR = '年度情况'
export const report: FormField[] = [
  { name: 'year', label: '报告年度', section: YEAR, kind: 'number', required: true, min: 2000, max: 2999 },

  count('staffTotal', '职工总数'),
  count('technicalTotal', '技术人员数'),
  count('certifiedTotal', '持本会证书人数'),
  { name: 'works', label: '完成业绩或在服务数量', section: YEAR, kind: 'number', unit: '项', required: true },
  { name: 'revenue', label: '年度营业收入', section: YEAR, kind: 'number', unit: '万元' },
  {
    name: 'changes',
    label: '人员、设备、场地、管理体系的变化',
    section: YEAR,
    kind: 'paragraph',
    required: true,
    max: 1000,
    hint: '没有变化的写“无”',
  },
  {
    name: 'incidents',
    label: '质量、安全、环保事故与投诉',
    section: YEAR,
    kind: 'paragraph',
    required: true,
    max: 1000,
    hint: '没有的写“无”',
  },
  persons,
  performances,
  {
    name: 'agreeConformity',
    label: '持续符合性声明',
    section: PROMISE,
    kind: 'agreement',
    required: true,
    hint: '本单位持续符合证书级别的全部条件',
  },
  promise,
]

const replacement: FormField[] = [
  {
    name: 'cause',
    label: '补发原因',
    section: WISH,
    kind: 'choice',
    required: true,
    options: optionsOf({ lost: '遗失', damaged: '污损', other: '其他' }),
  },
  { ...reason, label: '情况说明', hint: '遗失的写明时间、经过，以及刊登遗失声明的媒体和日期' },
  promise,
]

const cancellation: FormField[] = [
  { ...reason, label: '注销原因' },
  {
    name: 'agreeEnd',
    label: '注销后果',
    section: PROMISE,
    kind: 'agreement',
    required: true,
    hint: '证书自批准之日起失效，原件交回协会，此后不再以该证书从事业务',
  },
  promise,
]
