import { provinceName } from '#lib/provinces.ts'
import type { CertificateEvent } from './status.ts'

/** Content of a certificate about its holder, in readable form. Kind, number and dates never change. */
export type Content = Record<
  'holderName' | 'organisationName' | 'creditCode' | 'provinceName' | 'levelName' | 'scope',
  string
>
/** `{ field: [before, after] }` */
export type Changes = Record<string, [string, string]>

/**
 * Labels in the order of the certificate. The last ones are reported with a change but not printed on the certificate.
 */
const names: Record<string, string> = {
  holderName: '持证者',
  organisationName: '单位名称',
  creditCode: '统一社会信用代码',
  provinceName: '地区',
  levelName: '级别',
  scope: '范围',
  issuedOn: '发证日期',
  validFrom: '有效期起',
  validTo: '有效期至',
  address: '地址',
  legalPerson: '法定代表人',
}

type Row = Omit<Content, 'creditCode' | 'provinceName'> & { creditCode: string | null; provinceCode: string | null }

export const contentOf = (of: Row): Content => ({
  holderName: of.holderName,
  organisationName: of.organisationName,
  creditCode: of.creditCode ?? '',
  provinceName: provinceName(of.provinceCode),
  levelName: of.levelName,
  scope: of.scope,
})

/**
 * Reconstructs the content on `day` from today's content and the ordered `events`: undoes later changes, the last
 * first. Corrections are kept, because what they replaced was never right.
 */
export const contentOn = (
  today: Content,
  events: readonly (CertificateEvent & { changes: Changes | null })[],
  day: string,
): Content =>
  events.reduceRight(
    (content, { kind, effectiveOn, changes }) =>
      kind === 'changed' && effectiveOn > day ? undo(content, changes ?? {}) : content,
    today,
  )

function undo(content: Content, changes: Changes): Content {
  const before = Object.entries(changes).flatMap(([name, [was]]) => (name in content ? [[name, was]] : []))
  const undone: Content = { ...content, ...Object.fromEntries(before) }
  // An organisation is its own holder.
  return content.holderName === content.organisationName ? { ...undone, holderName: undone.organisationName } : undone
}

export function differences(before: Record<string, string>, after: Record<string, string>): Changes {
  const changed = Object.keys(after).filter(name => before[name] !== after[name])
  return Object.fromEntries(changed.map(name => [name, [before[name] ?? '', after[name]!]]))
}

/** An organisation is its own holder: its name is said once. */
export function contentChanges(before: Content, after: Content): Changes {
  const { holderName, ...changes } = differences(before, after)
  return holderName && after.holderName !== after.organisationName ? { holderName, ...changes } : changes
}

/** Lists changes with their labels, in the order of the certificate. */
export const changesOf = (changes: Changes | null) =>
  Object.entries(names).flatMap(([name, label]) => {
    const change = changes?.[name]
    return change ? { label, before: change[0], after: change[1] } : []
  })
