import { asc, eq } from 'drizzle-orm'
import type { Output } from '#lib/contract.ts'
import { iso } from '#lib/dates.ts'
import { conflict, invalid } from '#lib/error.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { inTransaction } from '#lib/server/database/transaction.ts'
import { documentCodes, documentNames } from '#modules/accounts/documentNames.ts'
import { consent } from '#modules/accounts/server/tables.ts'
import { record } from '#modules/audit/server/record.ts'
import { showPersonsCertificates } from '#modules/certificates/server/register.ts'
import { lockPerson } from '#modules/members/server/persons.ts'
import { person } from '#modules/members/server/tables.ts'
import type { privacyContract } from '../contract.ts'
import { ownAccount } from './overview.ts'

type Endpoints = typeof privacyContract
type Consents = Output<Endpoints['GET /member/consent/list']>

const PUBLIC = 'publicDisclosure'
const documentOf = (code: string) => documentCodes.find(one => one === code)
function titleOf(code: string): string {
  if (code === PUBLIC) return '在公开名单中展示本人信息'
  const document = documentOf(code)
  return document ? documentNames[document] : code
}
const statusNames = { given: '已同意', withdrawn: '已撤回' }

/** The last word on each document. Being shown in public is agreed to in the person's own form, and kept there. */
export async function listConsents(ctx: Ctx): Promise<Consents> {
  const own = await ownAccount(ctx)
  const rows = await ctx.db.select().from(consent).where(eq(consent.accountId, own.id)).orderBy(asc(consent.id))
  const last = new Map(rows.map(({ document, version, action, at }) => [document, { document, version, action, at }]))
  const shown = await publicConsent(ctx, own.personId)
  if (shown) last.set(PUBLIC, { document: PUBLIC, version: shown.version, action: 'given', at: shown.at })
  return [...last.values()].map(({ document, version, action, at }) => ({
    document,
    title: titleOf(document),
    version,
    status: action,
    statusName: statusNames[action],
    at: iso(at),
    canWithdraw: document === PUBLIC && action === 'given',
    route: documentOf(document) ? `/admin/login/${document}?version=${encodeURIComponent(version)}` : null,
  }))
}

async function publicConsent({ db }: Ctx, personId: number | null) {
  if (personId === null) return
  const [of] = await db.select().from(person).where(eq(person.id, personId))
  return of!.publicConsentAt ? { at: of!.publicConsentAt, version: of!.publicConsentVersion ?? '' } : undefined
}

export const consentsHandlers = {
  'GET /member/consent/list': listConsents,
  'POST /member/consent/withdraw': async (ctx, { document }) => {
    if (document !== PUBLIC) {
      throw documentOf(document)
        ? conflict(`不再同意${titleOf(document)}，就无法继续使用账号。如需撤回，请注销账号`)
        : invalid('没有这项同意', { document: '没有这项同意' })
    }
    await inTransaction(ctx, async tx => withdrawPublicConsent(tx))
    return listConsents(ctx)
  },
} satisfies Partial<Handlers<Endpoints>>

/**
 * Withdraws the public consent: removes the person from every public list and from the certificate look-up, which show
 * only published records.
 */
async function withdrawPublicConsent(ctx: Ctx): Promise<void> {
  const own = await ownAccount(ctx)
  const of = own.personId === null ? undefined : await lockPerson(ctx, own.personId)
  if (!of?.publicConsentAt) throw conflict('您没有同意过公开展示，或者已经撤回')
  await ctx.db
    .update(person)
    .set({ publicConsentAt: null, publicConsentVersion: null, updatedAt: ctx.now })
    .where(eq(person.id, of.id))
  await showPersonsCertificates(ctx, of.id, false)
  await ctx.db.insert(consent).values({
    accountId: own.id,
    document: PUBLIC,
    version: of.publicConsentVersion ?? '',
    action: 'withdrawn',
    at: ctx.now,
    address: ctx.address,
  })
  await record(ctx, {
    action: 'privacy.withdrawConsent',
    objectType: 'person',
    objectId: of.id,
    detail: { document: PUBLIC },
  })
}
