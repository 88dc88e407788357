import type { z } from 'zod'
import type { eligibilityItem } from '../eligibilityContract.ts'
import { type CertificateCriteria, coverOf, type Held, meetsCriteria, type Workforce } from './cover.ts'

type Item = z.infer<typeof eligibilityItem>

/** Lists who of an organisation counts, by which certificate, and who does not, and why. */
export function countedPeople(
  { people, today }: Workforce,
  asked: CertificateCriteria,
): Pick<Item, 'counted' | 'left'> {
  const counted: Item['counted'] = []
  const left: Item['left'] = []
  for (const { name, held } of people) {
    const cover = coverOf(held, asked, today)
    const by = cover && held.find(({ certNo }) => certNo === cover.certNo)
    if (by) counted.push({ name, certNo: by.certNo, kindName: by.kindName, validTo: cover.validTo })
    else left.push({ name, why: exclusionReason(held, asked) })
  }
  return { counted, left }
}

function exclusionReason(held: readonly Held[], { kinds, grade }: CertificateCriteria): string {
  if (held.length === 0) return '没有有效的证书'
  const ofKind = held.filter(one => meetsCriteria(one, { kinds }))
  if (ofKind.length === 0)
    return `持有的是${[...new Set(held.map(({ kindName }) => `“${kindName}”`))].join('、')}，不计入`
  const ofGrade = ofKind.filter(one => meetsCriteria(one, { kinds, grade }))
  if (ofGrade.length === 0) return '证书的级别不是要求的级别'
  const [first] = ofGrade
  return first!.isSuspended ? `证书 ${first!.certNo} 已暂停` : `证书 ${first!.certNo} 尚未生效`
}
