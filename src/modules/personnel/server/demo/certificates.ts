import type { CertificateEvent } from '#modules/certificates/status.ts'
import type { PersonnelKind } from '#modules/personnel/catalogue/server/kinds.ts'
import { demoHolders } from './people.ts'

export type DemoCertificate = {
  /** Place in `demoHolders`. */
  person: number
  kind: string
  level: string
  serial: number
  issuedDaysAgo: number
  /** Replaces `issuedDaysAgo`: the year is part of a number that the documentation of the API names. */
  issuedOn?: string
  /** Follows this one, place in `demoCertificates`: replaces it on the day of issue, or `from` the day after its last. */
  renews?: number
  begins?: 'afterLast'
  events?: { kind: Exclude<CertificateEvent['kind'], 'issued'>; daysAgo: number; reason: string }[]
}

/** Events of some certificates, by index in `demoHolders`. */
const fates: Record<number, DemoCertificate['events']> = {
  51: [{ kind: 'suspended', daysAgo: 30, reason: '继续教育学时不足，限期补学' }],
  46: [{ kind: 'suspended', daysAgo: 75, reason: '所在项目发生质量投诉，正在调查' }],
  21: [
    { kind: 'suspended', daysAgo: 400, reason: '继续教育学时不足，限期补学' },
    { kind: 'resumed', daysAgo: 310, reason: '补足24学时' },
  ],
  31: [{ kind: 'revoked', daysAgo: 90, reason: '考试由他人代替，经查属实' }],
  61: [{ kind: 'revoked', daysAgo: 200, reason: '在检测记录上签署未实施的项目' }],
  41: [{ kind: 'cancelled', daysAgo: 120, reason: '本人申请注销' }],
  81: [{ kind: 'cancelled', daysAgo: 15, reason: '本人申请注销' }],
}
/** Serial numbers mentioned in the demo news. */
const serials: Record<string, number> = { 陈立: 217, 吴晓东: 93, 欧阳晓明: 18 }
const issuedOn: Record<string, string> = { 欧阳晓明: '2024-05-20' }

/** Certificates of all demo holders; where one was renewed the older comes first. */
export function demoCertificates(kinds: readonly PersonnelKind[]): DemoCertificate[] {
  const all: DemoCertificate[] = []
  const issue = (person: number, kind: string, issuedDaysAgo: number, more: Partial<DemoCertificate> = {}): number => {
    const { levels } = kinds.find(({ code }) => code === kind)!
    const place = all.length
    const level = levels[person % levels.length]?.code ?? ''
    all.push({ person, kind, issuedDaysAgo, ...more, level, serial: more.serial ?? 300 + place * 3 })
    return place
  }
  const renewWhileValid = (place: number) => {
    const old = all[place]!
    const daysAgo = old.issuedDaysAgo - 1400
    old.events = [{ kind: 'replaced', daysAgo, reason: '换证' }]
    issue(old.person, old.kind, daysAgo, { renews: place })
  }
  const otherKind = (kind: string) => kinds[(kinds.findIndex(({ code }) => code === kind) + 5) % kinds.length]!.code

  for (const [person, { name, kind }] of demoHolders(kinds).entries()) {
    const first = issue(person, kind, ageOf(person), {
      serial: serials[name],
      issuedOn: issuedOn[name],
      events: fates[person],
    })
    if (person % 10 === 3) renewWhileValid(first)
    if (person === 5 || person === 15) issue(person, kind, 4, { renews: first, begins: 'afterLast' })
    if (person < 2 || person % 10 === 9 || person % 10 === 2)
      issue(person, otherKind(kind), 20 + ((person * 31) % 1200))
  }
  return all
}

/**
 * Age in days: of every ten certificates one was renewed, one expires soon, one has expired; the rest are spread over
 * the years.
 */
function ageOf(person: number): number {
  if (fates[person]) return 600
  if (person % 10 === 3) return 1500 + ((person * 7) % 300)
  if (person % 10 === 5) return 1380 + ((person * 7) % 75)
  if (person % 10 === 7) return 1480 + ((person * 11) % 500)
  return 6 + ((person * 29) % 1290)
}
