import type { FormField } from '#lib/form/form.ts'

const CONTENT = '证书内容'
const WHY = '更正'

/** When it counts, and why: with everything that is done to a certificate. */
export const actFields = (section = ''): FormField[] => [
  {
    name: 'effectiveOn',
    label: '生效日期',
    section,
    kind: 'day',
    required: true,
    hint: '从这一天起算，不能晚于今天',
  },
  {
    name: 'reason',
    label: '原因',
    section,
    kind: 'paragraph',
    required: true,
    max: 200,
    hint: '记入证书的历史，公开查验时可见',
  },
]

export const datesFields = (section: string): FormField[] => [
  { name: 'issuedOn', label: '发证日期', section, kind: 'day', required: true },
  { name: 'validFrom', label: '有效期起', section, kind: 'day', hint: '留空与发证日期相同' },
  { name: 'validTo', label: '有效期至', section, kind: 'day', hint: '留空按该种类的有效年限计算' },
]

/** A mistake on a certificate: what it should have said. Its kind and number never change. */
export const correctionFields = (
  isPersonal: boolean,
  levels: readonly { code: string; name: string }[],
): FormField[] => [
  ...(isPersonal
    ? [{ name: 'holderName', label: '持证者', section: CONTENT, kind: 'personName', required: true } as const]
    : []),
  isPersonal
    ? { name: 'organisationName', label: '发证时所在单位', section: CONTENT, kind: 'text', max: 60 }
    : { name: 'organisationName', label: '单位名称', section: CONTENT, kind: 'organisationName', required: true },
  { name: 'creditCode', label: '统一社会信用代码', section: CONTENT, kind: 'creditCode' },
  { name: 'provinceCode', label: '地区', section: CONTENT, kind: 'province' },
  ...(levels.length
    ? [{ name: 'levelCode', label: '级别', section: CONTENT, kind: 'choice', required: true, options: levels } as const]
    : []),
  { name: 'scope', label: '范围', section: CONTENT, kind: 'paragraph', max: 500 },
  { name: 'issuedOn', label: '发证日期', section: CONTENT, kind: 'day', required: true },
  { name: 'validFrom', label: '有效期起', section: CONTENT, kind: 'day', required: true },
  { name: 'validTo', label: '有效期至', section: CONTENT, kind: 'day', hint: '留空为长期有效' },
  ...actFields(WHY),
]
