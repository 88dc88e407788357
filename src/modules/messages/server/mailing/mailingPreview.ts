import { asc, type SQL, sql } from 'drizzle-orm'
import type { Output, Parsed } from '#lib/contract.ts'
import { invalid } from '#lib/error.ts'
import type { FieldErrors } from '#lib/form/form.ts'
import { fillIn, namesIn, type Values } from '#lib/placeholders.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { account } from '#modules/accounts/server/tables.ts'
import { smsParts } from '../../sms.ts'
import type { staffMessagesContract } from '../../staffContract.ts'
import { type AudienceFilter, audienceOf } from '../audience.ts'
import { mailingSms, mailingText } from '../mailings.ts'
import { countReach, type ReachMeans, reach } from '../reach.ts'
import { chosenRecipients } from '../recipients.ts'
import { readSubstitutes, substituteSamples, unknownNames } from '../substitutes.ts'
import { readTextPrice } from '../textPrice.ts'

type Endpoints = typeof staffMessagesContract
type Preview = Output<Endpoints['POST /staff/mailing/preview']>
type Texts = Pick<Parsed<Endpoints['POST /staff/mailing/preview']>, 'title' | 'content' | 'sms'>

/** Maximum examples named for each placeholder that has no value. */
const MAX_EXAMPLES = 5

/** Condition on accounts: rows selected in a register, narrowed by the audience if it has filters. */
export function recipientCondition(ctx: Ctx, filter: AudienceFilter): SQL {
  const chosen = chosenRecipients(ctx, filter)
  const audience = audienceOf(filter)
  const isIn = (accounts: SQL) => sql`${account.id} in (${accounts})`
  if (!chosen) return isIn(audience.accounts(ctx, filter))
  return audience.narrows
    ? sql`${isIn(chosen.accounts)} and ${isIn(audience.accounts(ctx, filter))}`
    : isIn(chosen.accounts)
}

/** Companies of the audience, of which those without an account are told by their contact. */
export function companiesIn(ctx: Ctx, filter: AudienceFilter): SQL | undefined {
  const chosen = chosenRecipients(ctx, filter)
  const audience = audienceOf(filter)
  const companies = audience.companies?.(ctx, filter)
  if (!chosen) return companies
  // An audience that narrows the selection knows accounts only.
  return audience.narrows ? undefined : chosen.companies
}

/** Finds whom a mailing would reach, by which channel. */
export const reachOfMailing = (ctx: Ctx, filter: AudienceFilter, { sms, mail }: { sms: boolean; mail: boolean }) =>
  reach(
    ctx,
    {
      accounts: sql`select ${account.id} from ${account} where ${recipientCondition(ctx, filter)}`,
      companies: companiesIn(ctx, filter),
    },
    meansOf(sms, mail),
  )

export const meansOf = (sms: boolean, mail: boolean): ReachMeans => ({
  kind: 'system',
  sms: sms ? mailingText.code : undefined,
  mail,
})

export async function describeRecipients(ctx: Ctx, filter: AudienceFilter): Promise<string> {
  const chosen = chosenRecipients(ctx, filter)
  const audience = audienceOf(filter)
  if (!chosen) return audience.words(ctx, filter)
  return audience.narrows ? `${chosen.words}中，${await audience.words(ctx, filter)}` : chosen.words
}

/** A name in braces that stands for nothing is said beside its field. */
export function refuseUnknownNames(texts: Texts): void {
  const errors: FieldErrors = {}
  for (const field of ['title', 'content', 'sms'] as const) {
    const [name] = unknownNames(texts[field])
    if (name) errors[field] = `没有“{${name}}”，可以用的有：${Object.keys(substituteSamples()).join('、')}`
  }
  const [first] = Object.values(errors)
  if (first) throw invalid(first, errors)
}

/** Previews a mailing: number of recipients, cost, missing values, and the text for the first recipient. */
export async function previewMailing(
  ctx: Ctx,
  { title, content, sms, mail, ...filter }: Texts & AudienceFilter & { mail: boolean },
): Promise<Preview> {
  const texts = { title, content, sms }
  refuseUnknownNames(texts)
  const people = await ctx.db
    .select({ id: account.id, name: account.displayName, phone: account.phoneSealed, email: account.email })
    .from(account)
    .where(recipientCondition(ctx, filter))
    .orderBy(asc(account.id))
  const values = await readSubstitutes(
    ctx,
    Object.values(texts),
    people.map(({ id }) => id),
    filter,
  )
  const valuesOf = (id: number): Values => values.get(id) ?? {}
  const texted = sms ? people.filter(({ phone }) => phone !== null) : []
  const missing = namesIn(Object.values(texts).join(' ')).flatMap(name => {
    const without = people.filter(({ id }) => !valuesOf(id)[name])
    return without.length === 0
      ? []
      : [{ name, count: without.length, examples: without.slice(0, MAX_EXAMPLES).map(one => one.name) }]
  })
  const [first] = people
  const means = meansOf(sms !== '', mail)
  const reached = await reachOfMailing(ctx, filter, { sms: sms !== '', mail })
  return {
    reach: await countReach(ctx, reached, means),
    people: people.length,
    phones: people.filter(({ phone }) => phone !== null).length,
    mails: people.filter(({ email }) => email !== null).length,
    smsParts: await countSmsParts(
      ctx,
      sms,
      texted.map(({ id }) => valuesOf(id)),
    ),
    textPrice: await readTextPrice(ctx),
    words: await describeRecipients(ctx, filter),
    missing,
    sample: first
      ? {
          name: first.name,
          ...fillTexts(texts, valuesOf(first.id)),
          sms: (await mailingSms(ctx, sms, valuesOf(first.id)))?.text ?? '',
        }
      : null,
  }
}

async function countSmsParts(ctx: Ctx, sms: string, each: readonly Values[]): Promise<number> {
  let parts = 0
  for (const values of each) parts += smsParts((await mailingSms(ctx, sms, values))?.text ?? '')
  return parts
}

export const fillTexts = ({ title, content, sms }: Texts, values: Values): Texts => ({
  title: fillIn(title, values),
  content: fillIn(content, values),
  sms: fillIn(sms, values),
})

/** Placeholder values of the first recipient; samples when there are no recipients. */
export async function firstRecipientValues(ctx: Ctx, texts: Texts, filter: AudienceFilter): Promise<Values> {
  const [first] = await ctx.db
    .select({ id: account.id })
    .from(account)
    .where(recipientCondition(ctx, filter))
    .orderBy(asc(account.id))
    .limit(1)
  if (!first) return substituteSamples()
  return (await readSubstitutes(ctx, Object.values(texts), [first.id], filter)).get(first.id) ?? {}
}
