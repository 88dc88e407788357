import { addDays, dayOf, daysBetween, startOf } from '#lib/dates.ts'
import { type Chance, chance } from '#lib/random.ts'
import { endAfter, type StoredStatus } from '../../status.ts'
import type { NewCertificate } from '../register.ts'
import { type Organisation, organisationOf, personOf } from './names.ts'

export type Kind = {
  register: 'qualification' | 'personnel'
  groupCode: string
  groupName: string
  kindCode: string
  kindName: string
  validYears: number | null
  levels: { code: string; name: string; scope?: string }[]
}
export type Made = NewCertificate & { id: number; status: StoredStatus; statusSince: string; token: string }
export type Register = {
  now: Date
  kinds: Kind[]
  count: number
  firstId: number
  /** Among how many the certificates are spread. */
  organisations?: number | undefined
}

const YEARS = 10
const DAYS = YEARS * 365
/** Years after which some certificates are replaced by their renewals. */
const RENEWED_AFTER_YEARS = 4
const ORGANISATIONS = 60_000
/** Above those that the demo association uses. */
const FIRST_SERIAL = 100_000

/** Answers the i-th of `count` certificates, oldest first, made from its number alone: so a renewal knows what it renews. */
export function makeRegister({
  now,
  kinds,
  count,
  firstId,
  organisations: many = ORGANISATIONS,
}: Register): (i: number) => Made {
  const today = dayOf(now)
  const organisations = Array.from({ length: many }, (_, i) => organisationOf(chance(i), i))
  const kindsOf = Map.groupBy(kinds, ({ register }) => register)
  const later = Math.floor((count * RENEWED_AFTER_YEARS) / YEARS)
  const dayIssued = (i: number) => addDays(today, Math.floor((i / count - 1) * DAYS))
  const isRenewed = (i: number) => i >= 0 && i + later < count && chance(i * 3 + 1).maybe(0.05)

  function holdingOf(i: number): Holding {
    if (isRenewed(i - later)) return { ...holdingOf(i - later), replacesId: firstId + i - later }
    const pick = chance(i * 3)
    const kind = pick.of(kindsOf.get(pick.maybe(0.3) ? 'qualification' : 'personnel')!)
    const organisation = pick.of(organisations)
    const name = kind.register === 'personnel' ? personOf(pick) : organisation.name
    return { kind, organisation, name, level: pick.of(kind.levels), replacesId: null }
  }

  return i => {
    const issuedOn = dayIssued(i)
    const status = isRenewed(i) ? 'replaced' : statusBy(chance(i * 3 + 2))
    const half = addDays(issuedOn, Math.floor(daysBetween(issuedOn, today) / 2))
    const holding = holdingOf(i)
    return {
      ...columnsOf(holding, issuedOn),
      id: firstId + i,
      number: numberOf(holding, issuedOn, FIRST_SERIAL + i),
      status,
      statusSince: status === 'replaced' ? dayIssued(i + later) : half,
      token: tokenOf(chance(-i)),
    }
  }
}

/** Holder and kind, the same along a chain of renewals. */
type Holding = {
  kind: Kind
  organisation: Organisation
  name: string
  level: Kind['levels'][number] | undefined
  replacesId: number | null
}

const columnsOf = ({ kind, organisation, level, name, replacesId }: Holding, issuedOn: string) => ({
  register: kind.register,
  groupCode: kind.groupCode,
  groupName: kind.groupName,
  kindCode: kind.kindCode,
  kindName: kind.kindName,
  levelCode: level?.code ?? '',
  levelName: level?.name ?? '',
  scope: level?.scope ?? '',
  holderName: name,
  organisationName: organisation.name,
  provinceCode: organisation.provinceCode,
  creditCode: kind.register === 'qualification' ? organisation.creditCode : null,
  issuer: '全国锅炉与锅炉水处理行业协会',
  replacesId,
  issuedOn,
  validFrom: issuedOn,
  validTo: endAfter(issuedOn, kind.validYears),
  publishedAt: startOf(issuedOn),
})

function numberOf({ kind, level, organisation }: Holding, issuedOn: string, serial: number) {
  const year = issuedOn.slice(0, 4)
  return kind.register === 'qualification'
    ? `CBWA-${kind.kindCode}-${level?.code ?? '0'}-${year}-${serial}`
    : `${kind.kindCode}-${year}-${organisation.provinceCode.slice(0, 2)}-${serial}`
}

const statusBy = (pick: Chance): StoredStatus =>
  pick.maybe(0.92) ? 'valid' : pick.of(['suspended', 'revoked', 'cancelled', 'cancelled'])

const tokenOf = (pick: Chance) =>
  Buffer.from(Array.from({ length: 16 }, () => pick.between(0, 255))).toString('base64url')
