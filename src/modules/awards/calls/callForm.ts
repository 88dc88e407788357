import type { FieldErrors, FormField, FormValues } from '#lib/form/form.ts'
import { ruleFaults, ruleFields, ruleSections, ruleValues } from './ruleForm.ts'
import type { AwardRules } from './rules.ts'

export const callSections = ['申报通知', '评审', ...ruleSections] as const
const [BASIC, REVIEW] = callSections

const field = (name: string, label: string, section: string, of: Partial<FormField> = {}): FormField => ({
  name,
  label,
  section,
  kind: 'text',
  ...of,
})
const day = (name: string, label: string) => field(name, label, BASIC, { kind: 'day', required: true })

/** One year's call as staff edit it. */
export const callFields: readonly FormField[] = [
  field('title', '标题', BASIC, { required: true, max: 60 }),
  day('opensOn', '申报开始'),
  day('closesOn', '申报截止'),
  field('leastScores', '每项至少评分', REVIEW, { kind: 'number', required: true, min: 1, max: 15, unit: '份' }),
  field('hides', '匿名评审', REVIEW, {
    kind: 'choice',
    required: true,
    hint: '专家看不到单位和人员的名称；所附材料请申报者自行隐去。',
    options: [
      { code: 'no', name: '否' },
      { code: 'yes', name: '是，隐去申报者' },
    ],
  }),
  ...ruleFields,
]

type CallValues = {
  title: string
  opensOn: string
  closesOn: string
  leastScores: number
  hidesApplicants: boolean
  rules: AwardRules
}

export const callValues = ({ hidesApplicants, rules, ...of }: CallValues): FormValues => ({
  title: of.title,
  opensOn: of.opensOn,
  closesOn: of.closesOn,
  leastScores: of.leastScores,
  hides: hidesApplicants ? 'yes' : 'no',
  ...ruleValues(rules),
})

/** What single fields do not know. */
export const callFaults = (values: FormValues): FieldErrors => ({
  ...(String(values.closesOn) < String(values.opensOn) ? { closesOn: '应在申报开始之后' } : {}),
  ...ruleFaults(values),
})
