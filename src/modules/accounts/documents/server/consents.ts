import { and, eq, isNotNull, lte, type SQL, sql } from 'drizzle-orm'
import { dayOf } from '#lib/dates.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { account, consent } from '../../server/tables.ts'
import { documentVersion } from './tables.ts'
import { currentVersions, type Version } from './versions.ts'

/** A version that was in force before them is not enough, one that came later is. */
const isConsentDue = (accountId: SQL | number, now: Date) =>
  and(
    isNotNull(documentVersion.publishedAt),
    eq(documentVersion.needsConsent, true),
    lte(documentVersion.effectiveOn, dayOf(now)),
    sql`not exists (select from ${consent} given join ${documentVersion} agreed
      on agreed.document = given.document and agreed.version = given.version
      where given.account_id = ${accountId} and given.action = 'given'
        and agreed.document = ${documentVersion.document}
        and (agreed.effective_on, agreed.id) >= (${documentVersion.effectiveOn}, ${documentVersion.id}))`,
  )!

/** SQL condition on a row of `account`: a version has taken effect that its owner has not accepted. */
export const owesConsent = (now: Date): SQL<boolean> =>
  sql<boolean>`exists (select from ${documentVersion} where ${isConsentDue(sql`${account.id}`, now)})`

/** Returns the versions in force that the account has still to accept, one per document. */
export async function dueVersions(ctx: Pick<Ctx, 'db' | 'now'>, accountId: number): Promise<Version[]> {
  const rows = await ctx.db
    .selectDistinct({ document: documentVersion.document })
    .from(documentVersion)
    .where(isConsentDue(accountId, ctx.now))
  const documents = rows.map(({ document }) => document)
  return (await currentVersions(ctx)).filter(({ document }) => documents.includes(document))
}
