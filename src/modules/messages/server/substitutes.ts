import { inArray } from 'drizzle-orm'
import { byOrder, type Ordered } from '#lib/byOrder.ts'
import { namesIn, type Values } from '#lib/placeholders.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { account } from '#modules/accounts/server/tables.ts'
import type { AudienceFilter } from './audience.ts'

type Read = (ctx: Ctx, accountIds: readonly number[], filter: AudienceFilter) => Promise<Map<number, Values>>
/** Placeholders with values per recipient, each with a sample. The module that owns the data reads them. */
type Substitutes = Ordered & { samples: Values; read: Read }

/** Display name of the account: for a company its name. */
const named: Substitutes = {
  order: 0,
  samples: { 名称: '示例机电有限公司' },
  read: async ({ db }, accountIds) => {
    const rows = await db
      .select({ id: account.id, name: account.displayName })
      .from(account)
      .where(inArray(account.id, [...accountIds]))
    return new Map(rows.map(({ id, name }) => [id, { 名称: name }]))
  },
}
const known: Substitutes[] = [named]

export const defineSubstitutes = (of: Substitutes): void => void known.push(of)

export const substituteSamples = (): Values =>
  Object.assign({}, ...known.toSorted(byOrder).map(({ samples }) => samples))

/** Names in braces that nobody knows. */
export function unknownNames(...texts: string[]): string[] {
  const samples = substituteSamples()
  return namesIn(texts.join(' ')).filter(name => !(name in samples))
}

/** Reads the placeholder values for each account; only placeholders used in the texts are read. */
export async function readSubstitutes(
  ctx: Ctx,
  texts: readonly string[],
  accountIds: readonly number[],
  filter: AudienceFilter,
): Promise<Map<number, Values>> {
  const names = namesIn(texts.join(' '))
  const found = new Map<number, Values>(accountIds.map(id => [id, {}]))
  if (accountIds.length === 0) return found
  for (const { samples, read } of known) {
    if (!names.some(name => name in samples)) continue
    for (const [id, values] of await read(ctx, accountIds, filter)) Object.assign(found.get(id) ?? {}, values)
  }
  return found
}
