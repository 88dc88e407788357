import { fieldsIn, type Option } from '#lib/form/form.ts'

/** Fields for effective date and reason, common to all acts on a certificate. */
export function actFields(section = '') {
  const field = fieldsIn(section)
  return [
    field('effectiveOn', '生效日期', { kind: 'day', required: true, hint: '从这一天起算，不能晚于今天' }),
    field('reason', '原因', {
      kind: 'paragraph',
      required: true,
      max: 200,
      hint: '记入证书的历史，公开查验时可见',
    }),
  ] as const
}

export function datesFields(section: string) {
  const field = fieldsIn(section)
  return [
    field('issuedOn', '发证日期', { kind: 'day', required: true }),
    field('validFrom', '有效期起', { kind: 'day', hint: '留空与发证日期相同' }),
    field('validTo', '有效期至', { kind: 'day', hint: '留空按该种类的有效年限计算' }),
  ] as const
}

const field = fieldsIn('证书内容')

/** A mistake on a certificate: what it should have said. Its kind and number never change. */
export const correctionFields = (isPersonal: boolean, levels: readonly Option[]) => [
  ...(isPersonal ? [field('holderName', '持证者', { kind: 'personName', required: true })] : []),
  isPersonal
    ? field('organisationName', '发证时所在单位', { max: 60 })
    : field('organisationName', '单位名称', { kind: 'organisationName', required: true }),
  field('creditCode', '统一社会信用代码', { kind: 'creditCode' }),
  field('provinceCode', '地区', { kind: 'province' }),
  ...(levels.length > 0 ? [field('levelCode', '级别', { kind: 'choice', required: true, options: levels })] : []),
  field('scope', '范围', { kind: 'paragraph', max: 500 }),
  field('issuedOn', '发证日期', { kind: 'day', required: true }),
  field('validFrom', '有效期起', { kind: 'day', required: true }),
  field('validTo', '有效期至', { kind: 'day', hint: '留空为长期有效' }),
  ...actFields('更正'),
]
