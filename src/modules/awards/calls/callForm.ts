import { defineForm, type FieldErrors, type FormValues, fieldsIn, optionsOf } from '#lib/form/form.ts'
import { ruleFaults, ruleFields, ruleSections } from './ruleForm.ts'

export const callSections = ['申报通知', '评审', ...ruleSections] as const
const [BASIC, REVIEW] = callSections

const basic = fieldsIn(BASIC)
const review = fieldsIn(REVIEW)

export const callFields = defineForm([
  basic('title', '标题', { required: true, max: 60 }),
  basic('opensOn', '申报开始', { kind: 'day', required: true }),
  basic('closesOn', '申报截止', { kind: 'day', required: true }),
  review('leastScores', '每项至少评分', { kind: 'number', required: true, min: 1, max: 15, unit: '份' }),
  review('hides', '匿名评审', {
    kind: 'choice',
    required: true,
    hint: '专家看不到单位和人员的名称；所附材料请申报者自行隐去。',
    options: optionsOf({ no: '否', yes: '是，隐去申报者' }),
  }),
  ...ruleFields,
])

/** Returns faults that involve several fields. */
export const callFaults = (values: FormValues): FieldErrors => ({
  ...(String(values.closesOn) < String(values.opensOn) ? { closesOn: '应在申报开始之后' } : {}),
  ...ruleFaults(values),
})
