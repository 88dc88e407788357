import { and, asc, eq } from 'drizzle-orm'
import { conflict } from '#lib/error.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import { signedInActor } from '#lib/server/api/context.ts'
import { inTransaction } from '#lib/server/database/transaction.ts'
import { dueVersions } from '#modules/accounts/documents/server/consents.ts'
import { publishedVersions, sectionsFor, type Version } from '#modules/accounts/documents/server/versions.ts'
import { account, consent } from '#modules/accounts/server/tables.ts'
import { record } from '#modules/audit/server/record.ts'
import type { privacyContract } from '../contract.ts'

export const consentAgainHandlers = {
  'GET /member/consent/due': async ctx => {
    const { accountId } = signedInActor(ctx)
    const given = await ctx.db
      .select()
      .from(consent)
      .where(and(eq(consent.accountId, accountId), eq(consent.action, 'given')))
      .orderBy(asc(consent.id))
    const published = await publishedVersions(ctx)
    const due = []
    for (const current of await dueVersions(ctx, accountId)) {
      const { document, title, version, effectiveOn, text } = current
      const agreedVersion = given.findLast(one => one.document === document)?.version ?? null
      const summary = changesSince(agreedVersion, current, published)
      const sections = await sectionsFor(ctx, text)
      due.push({ document, title, version, effectiveOn, summary, sections, agreedVersion })
    }
    return due
  },
  /** Locks the account, so that consent given in several windows is recorded once. */
  'POST /member/consent/agree': async (ctx, { agree }) => {
    const { accountId } = signedInActor(ctx)
    await inTransaction(ctx, async inside => {
      await inside.db.select({ id: account.id }).from(account).where(eq(account.id, accountId)).for('update')
      const due = await dueVersions(inside, accountId)
      if (due.length === 0) return
      const isGiven = ({ document, version }: (typeof due)[number]) =>
        agree.some(one => one.document === document && one.version === version)
      if (!due.every(isGiven)) throw conflict('文件刚刚又有更新，请重新阅读并同意')
      const agreed = due.map(({ document, version }) => ({ accountId, document, version, action: 'given' as const }))
      await inside.db.insert(consent).values(agreed.map(row => ({ ...row, at: ctx.now, address: ctx.address })))
      await record(inside, {
        action: 'account.agree',
        objectType: 'account',
        objectId: accountId,
        detail: { 同意的版本: due.map(({ title, version }) => `${title} ${version}`).join('、') },
      })
    })
    return {}
  },
} satisfies Partial<Handlers<typeof privacyContract>>

/**
 * Summaries of all changes since the version agreed to; without a consent, those up to the newest version that requires
 * one.
 */
function changesSince(agreed: string | null, current: Version, published: readonly Version[]): string {
  const own = published.filter(({ document }) => document === current.document)
  const older = own.slice(own.findIndex(({ id }) => id === current.id))
  const known = older.findIndex(({ version }) => version === agreed)
  const newer =
    known < 0 ? older.slice(0, older.findIndex(({ needsConsent }) => needsConsent) + 1) : older.slice(0, known)
  return newer
    .toReversed()
    .flatMap(({ summary }) => summary || [])
    .join('\n')
}
