import { defineForm, fieldsIn, type Option } from '#lib/form/form.ts'

const field = fieldsIn('')

/** A rule: `work` and `roles` are what there is to choose from. */
export const ruleFields = (work: readonly Option[], roles: readonly Option[]) =>
  defineForm([
    field('work', '哪类工作', { kind: 'choice', required: true, options: work }),
    field('daysOver', '超过', {
      kind: 'number',
      required: true,
      min: 0,
      max: 90,
      unit: '个工作日',
      hint: '0 为一超期就告知。',
    }),
    field('role', '告知', { kind: 'choice', required: true, options: roles, hint: '有这个角色的同事收到站内消息。' }),
    field('note', '说明', { max: 100 }),
  ])
