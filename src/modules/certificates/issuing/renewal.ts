import type { FormField } from '#lib/form/form.ts'
import { reasonField } from '#lib/form/reasonField.ts'

/** Start of a renewed term: from the end of the old certificate, or from the day of issue. */
export const renewalTerms = ['following', 'fromIssue'] as const

const terms = [
  { code: 'following', name: '接着原来的有效期算' },
  { code: 'fromIssue', name: '从发证日期算' },
] as const satisfies readonly { code: (typeof renewalTerms)[number]; name: string }[]

export const renewalFields: readonly FormField[] = [
  { name: 'issuedOn', label: '发证日期', section: '', kind: 'day', required: true, hint: '不能晚于今天' },
  { name: 'term', label: '新的有效期', section: '', kind: 'choice', required: true, options: terms },
  reasonField('记入证书的历史，公开查验时可见'),
]
