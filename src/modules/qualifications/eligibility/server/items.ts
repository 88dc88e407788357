import type { z } from 'zod'
import type { eligibilityItem } from '../eligibilityContract.ts'
import type { Workforce } from './cover.ts'
import { type Asked, countsOn, type Expiring, expiringOf, labelOf, type Term, unitOf } from './meeting.ts'
import { whoCounts } from './whoCounts.ts'

type Item = z.infer<typeof eligibilityItem>

/** What the register cannot say holds nobody up here: whoever reviews the form looks at it. */
export function itemsOf(asked: Asked, workforce: Workforce): Item[] {
  return countsOn(asked, workforce, workforce.today).map(({ have, ...term }) => {
    const { what, needed, certificates } = term
    const expiring = certificates ? expiringOf(workforce, certificates) : []
    return {
      what,
      label: labelOf(term),
      unit: unitOf(term),
      needed,
      have,
      isMet: have === null || have >= needed,
      expiring: what === 'share' ? [] : expiring,
      ...(certificates ? whoCounts(workforce, certificates) : { counted: [], left: [] }),
      sentence: sentenceOf(term, have, { expiring, workforce }),
    }
  })
}

type Known = { expiring: readonly Expiring[]; workforce: Workforce }

function sentenceOf(term: Term, have: number | null, { expiring, workforce: { people, staff } }: Known): string {
  const [label, unit, { what, needed }] = [labelOf(term), unitOf(term), term]
  if (what === 'works') return `需要近期业绩 ${needed} 项，由申请表填报`
  if (what === 'capital')
    return `需要注册资本 ${needed} 万元，${have === null ? '单位资料中尚未填写' : `登记为 ${have} 万元`}`
  if (what === 'share') return `需要${label}不低于 ${needed}%，${shareSaid(have, staff)}`
  const wanted = `需要 ${needed} ${unit}${label}`
  if (people.length === 0) return `${wanted}，本单位未登记人员，无法核对`
  if (!term.certificates) return `${wanted}，现有 ${have} ${unit}`
  return `${wanted}，现有 ${have} 名有效${expiring.length > 0 ? `，其中 ${soon(expiring)}` : ''}`
}

const shareSaid = (have: number | null, staff: number | null) =>
  have === null ? '单位资料中没有填写职工人数，无法核对' : `职工 ${staff} 人，现为 ${have}%`

/** 1 名 40 天后到期、2 名 63 天后到期 */
function soon(expiring: readonly Expiring[]): string {
  const days = [...Map.groupBy(expiring, ({ daysLeft }) => daysLeft)]
  if (days.length > 3) return `${expiring.length} 名 90 天内到期，最早的 ${when(days[0]![0])}`
  return days.map(([left, people]) => `${people.length} 名 ${when(left)}`).join('、')
}

const when = (daysLeft: number) => (daysLeft === 0 ? '今天到期' : `${daysLeft} 天后到期`)
