import { and, desc, eq } from 'drizzle-orm'
import type { Handlers } from '#lib/server/api/call.ts'
import { limit } from '#lib/server/limits/rateLimit.ts'
import { personKey } from '#lib/server/search/names.ts'
import { requireCaptcha } from '#modules/accounts/server/captchas.ts'
import { isListed } from '#modules/certificates/server/filters.ts'
import { certificateRowColumns, toCertificateRow } from '#modules/certificates/server/lists.ts'
import { certificate, certificateLookup } from '#modules/certificates/server/tables.ts'
import { plainIdNumber } from '#modules/members/personForm.ts'
import { person } from '#modules/members/server/tables.ts'
import type { personnelContract } from '../contract.ts'
import { codesOf, toPersonnelRows } from './certificates.ts'

/** Limits wrong guesses only, so that neither a number nor its owner can be found by trying. */
const spendGuess = limit('cert/query', { max: 10, per: 600_000 })

export const byIdentityHandlers = {
  /** The certificates of whom the asker knows by name and identity number; that somebody asked is written down. */
  'POST /cert/query': async (ctx, { name, idNo, kindId, ...answer }) => {
    spendGuess(ctx, undefined, 0)
    await requireCaptcha(ctx, answer)
    const codes = await codesOf(ctx, { kindId })
    if (!codes) return { list: [] }
    const found = await ctx.db
      .select({ ...certificateRowColumns, personName: person.name })
      .from(person)
      .innerJoin(certificate, eq(certificate.personId, person.id))
      .where(
        and(
          eq(person.idNumberHash, ctx.encryption.hash(plainIdNumber(idNo))),
          isListed(ctx, 'personnel'),
          codes.kindCode === undefined ? undefined : eq(certificate.kindCode, codes.kindCode),
        ),
      )
      .orderBy(desc(certificate.issuedOn), desc(certificate.id))
    const known = found.filter(({ personName, holderName }) =>
      [personName, holderName].some(is => personKey(is) === personKey(name)),
    )
    if (known.length === 0) spendGuess(ctx)
    else
      await ctx.db
        .insert(certificateLookup)
        .values(known.map(({ id }) => ({ certificateId: id, via: 'identity' as const, at: ctx.now })))
    const rows = known.map(row => toCertificateRow(row, { now: ctx.now, named: true }))
    return { list: await toPersonnelRows(ctx, rows) }
  },
} satisfies Partial<Handlers<typeof personnelContract>>
