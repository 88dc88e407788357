import { defineForm, fieldsIn, optionsOf } from '#lib/form/form.ts'

export const outcomeNames = { adopted: '采纳', partly: '部分采纳', declined: '不采纳' } as const

const field = fieldsIn('')
/** What the association answers to a comment on a draft. */
export const replyFields = defineForm([
  field('outcome', '处理', { kind: 'choice', required: true, options: optionsOf(outcomeNames) }),
  field('reply', '处理的理由', { kind: 'paragraph', required: true, max: 1000, hint: '公开结果时一并公开' }),
])
