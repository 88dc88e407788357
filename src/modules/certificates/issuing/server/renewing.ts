import type { Parsed } from '#lib/contract.ts'
import { addDays, dayOf, daysBetween, longDay } from '#lib/dates.ts'
import { conflict, invalid } from '#lib/error.ts'
import { bulkApply } from '#lib/server/api/bulkApply.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import type { Place } from '#modules/certificates/server/certificateCatalogue.ts'
import type { Certificate } from '#modules/certificates/server/register.ts'
import { EXPIRING_DAYS, endAfter } from '#modules/certificates/status.ts'
import type { issuingContract } from '../contract.ts'
import { type Dates, replaceCertificate } from './issuing.ts'

type Renewing = Parsed<(typeof issuingContract)['POST /staff/certificate/renewMany']>

/** Computes the dates of a renewal or throws if it is too early. An early renewal loses nothing of the old term. */
function datesAfter(old: Certificate, place: Place | undefined, { issuedOn, term }: Renewing): Dates {
  if (old.validTo === null) throw conflict('长期有效，不需要换证')
  if (!place) throw conflict(`“${old.kindName}”已不在目录中，请在证书详情中换发`)
  if (place.kind.isRetired) throw conflict(`“${place.kind.name}”已停用，不再签发`)
  if (daysBetween(issuedOn, old.validTo) > EXPIRING_DAYS)
    throw conflict(`有效期至 ${longDay(old.validTo)}，到期前 ${EXPIRING_DAYS} 天内才换证`)
  const from = term === 'following' && old.validTo >= issuedOn ? addDays(old.validTo, 1) : issuedOn
  return { issuedOn, validFrom: issuedOn, validTo: endAfter(from, place.kind.validYears) }
}

export const renewingHandlers = {
  /** Renews each certificate under a new number for the term of its kind, as one by one; only near its end. */
  'POST /staff/certificate/renewMany': async (ctx, { ids, ...given }) => {
    if (given.issuedOn > dayOf(ctx.now)) throw invalid('发证日期不能晚于今天', { issuedOn: '不能晚于今天' })
    return bulkApply(ctx, ids, async id => {
      const { issuedOn, reason } = given
      const accept = (old: Certificate, place?: Place) => datesAfter(old, place, { ids, ...given })
      const { number } = await replaceCertificate(ctx, { id, issuedOn, reason, accept })
      return `新证书 ${number}`
    })
  },
} satisfies Partial<Handlers<typeof issuingContract>>
