import type { FormField } from '#lib/form/form.ts'
import { formatYuan } from '#lib/money.ts'
import {
  askedContactFields,
  askedOrganisationFields,
  type OrganisationAsking,
} from '#modules/members/organisationForm.ts'
import { personFields } from '#modules/members/personForm.ts'
import { applyDemands } from '#modules/members/profileRules.ts'

type Level = { code: number; name: string; fee: number; isOpen: boolean }

const levelField = (levels: readonly Level[]): FormField => ({
  name: 'levelCode',
  label: '申请级别',
  section: '入会申请',
  kind: 'choice',
  required: true,
  options: levels.map(({ code, name, fee, isOpen }) => ({
    code: String(code),
    name: `${name}（会费 ${formatYuan(fee)} 元/年）`,
    ...(!isOpen && { retired: true }),
  })),
})

const reasonField: FormField = {
  name: 'applyReason',
  label: '入会理由',
  section: '入会申请',
  kind: 'paragraph',
  max: 500,
  hint: '例如希望参加的活动、能为行业做的工作',
}

const agreements: FormField[] = [
  {
    name: 'agreeCharter',
    label: '协会章程',
    section: '承诺',
    kind: 'agreement',
    required: true,
    hint: '承认协会章程，履行会员义务，按时缴纳会费',
  },
  {
    name: 'agreeTruth',
    label: '真实性承诺',
    section: '承诺',
    kind: 'agreement',
    required: true,
    hint: '所填内容与所交材料真实、准确，并承担相应责任',
  },
]

/** 单位会员入会申请：the organisation as its profile has it, who speaks for it, and what is applied for. */
export const organisationApplication = (
  levels: readonly Level[],
  extra: readonly FormField[],
  asking: OrganisationAsking,
): FormField[] => [
  levelField(levels),
  { name: 'recommender', label: '推荐单位', section: '入会申请', kind: 'text', max: 60, hint: '没有可不填' },
  reasonField,
  // The emblem is not printed; the profile has it.
  ...askedOrganisationFields(asking).filter(({ kind }) => kind !== 'picture'),
  ...askedContactFields(asking),
  ...extra,
  ...agreements,
]

/** 个人会员入会申请 */
export const personApplication = (
  levels: readonly Level[],
  extra: readonly FormField[],
  { demands, answered }: Pick<OrganisationAsking, 'demands' | 'answered'>,
): FormField[] => [
  levelField(levels),
  {
    name: 'introducer',
    label: '介绍人',
    section: '入会申请',
    kind: 'text',
    max: 60,
    hint: '已入会的会员，可写两位；没有可不填',
  },
  reasonField,
  ...applyDemands<FormField>(personFields, demands, answered),
  { name: 'experience', label: '工作经历', section: '经历', kind: 'paragraph', max: 1000, required: true },
  { name: 'achievements', label: '论文、成果与荣誉', section: '经历', kind: 'paragraph', max: 1000 },
  ...extra,
  ...agreements,
]
