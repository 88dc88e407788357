import { sql } from 'drizzle-orm'
import { provinceName } from '#lib/provinces.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { account } from '#modules/accounts/server/tables.ts'
import { receivableKinds } from '#modules/ledger/kinds/server/receivableKinds.ts'
import { payerOf } from '#modules/ledger/payers.ts'
import { organisation, organisationContact, person } from '#modules/members/server/tables.ts'
import type { OwedRecord } from '../../receivables/server/records.ts'
import { paymentLetter } from './tables.ts'

/** Where a letter goes. */
export type PostalAddress = { postcode: string; address: string }

/** The organisation, the person or the account that owes; a debtor who is none of them has letters by receivable. */
export function payerKey(of: OwedRecord): string {
  const payer = payerOf(of)
  return payer ? `${payer.kind[0]}${payer.id}` : `r${of.id}`
}

const idsOf = (keys: readonly string[], letter: string) =>
  keys.filter(key => key.startsWith(letter)).map(key => Number(key.slice(1)))

export const payerRoute = (key: string): string => {
  const id = key.slice(1)
  return {
    o: `/staff/organisations/${id}`,
    p: `/staff/persons/${id}`,
    a: `/staff/accounts/${id}`,
    r: `/staff/receivables/${id}`,
  }[key[0]!]!
}

/** Organisations by their correspondence address; other payers by where their last letter went that did not come back. */
export async function readAddresses(
  { db }: Pick<Ctx, 'db'>,
  keys: readonly string[],
): Promise<Map<string, PostalAddress>> {
  const found = new Map<string, PostalAddress>()
  const { rows: lately } = await db.execute<{ key: string } & PostalAddress>(sql`
    select distinct on (payer_key) payer_key as key, postcode, address from ${paymentLetter}
    where payer_key = any(${sql.param(keys)}::text[]) and state not in ('returned', 'void')
    order by payer_key, id desc`)
  for (const { key, postcode, address } of lately) found.set(key, { postcode, address })
  const { rows } = await db.execute<{ id: number; province: string; city: string } & PostalAddress>(sql`
    select id, province_code as province, city, address, postcode from ${organisation}
    where id = any(${sql.param(idsOf(keys, 'o'))}::int[]) and address <> ''`)
  for (const { id, province, city, address, postcode } of rows)
    found.set(`o${id}`, { postcode, address: wholeAddress(provinceName(province), city, address) })
  return found
}

/** The province and the city stand once, however much of them somebody typed into the address. */
function wholeAddress(province: string, city: string, address: string): string {
  const withCity = city && !address.includes(city) ? `${city}${address}` : address
  return withCity.startsWith(province) ? withCity : `${province}${withCity}`
}

/** Payers with a mobile or an e-mail address, in their record or in that of what they owe. */
export async function readReachable(ctx: Pick<Ctx, 'db'>, owed: readonly OwedRecord[]): Promise<Set<string>> {
  const keys = [...new Set(owed.map(payerKey))]
  const [organisations, persons, accounts] = ['o', 'p', 'a'].map(letter => sql.param(idsOf(keys, letter)))
  const { rows } = await ctx.db.execute<{ key: string }>(sql`
    select 'o' || id as key from ${organisation} where id = any(${organisations}::int[]) and email <> ''
    union select 'o' || organisation_id from ${organisationContact}
      where organisation_id = any(${organisations}::int[]) and (email <> '' or mobile_sealed is not null)
    union select 'o' || organisation_id from ${account} where organisation_id = any(${organisations}::int[])
      and status = 'active' and (email <> '' or phone_sealed is not null)
    union select 'p' || id from ${person} where id = any(${persons}::int[]) and (email <> '' or mobile_sealed is not null)
    union select 'p' || person_id from ${account} where person_id = any(${persons}::int[])
      and status = 'active' and (email <> '' or phone_sealed is not null)
    union select 'a' || id from ${account} where id = any(${accounts}::int[])
      and status = 'active' and (email <> '' or phone_sealed is not null)`)
  const reachable = new Set(rows.map(({ key }) => key))
  const visitors = owed.filter(of => payerKey(of).startsWith('r'))
  for (const { kind, reachable: among } of receivableKinds()) {
    const own = visitors.filter(of => of.kind === kind)
    const ids =
      own.length > 0 && among
        ? new Set(
            await among(
              ctx,
              own.map(({ payableId }) => payableId),
            ),
          )
        : new Set()
    for (const of of own) if (ids.has(of.payableId) || of.invoiceEmail) reachable.add(payerKey(of))
  }
  return reachable
}

/** Days on which the last letter of a payer came back, with the address that it had. */
export async function readReturned({ db }: Pick<Ctx, 'db'>, keys: readonly string[]) {
  const { rows } = await db.execute<{ key: string; state: string; address: string; returnedOn: string }>(sql`
    select distinct on (payer_key) payer_key as key, state, address, returned_on::text as "returnedOn" from ${paymentLetter}
    where payer_key = any(${sql.param(keys)}::text[]) and state <> 'void' order by payer_key, id desc`)
  return new Map(rows.filter(({ state }) => state === 'returned').map(({ key, ...of }) => [key, of]))
}
