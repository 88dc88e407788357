import { asc, eq, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { type FormField, type Option, offeredTo } from '#lib/form/form.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { dictionaryEntry } from './tables.ts'

type Asking = Pick<Ctx, 'db'>
export type DictionaryEntry = typeof dictionaryEntry.$inferSelect

/** A list of choices that the association keeps itself; the module whose records name its entries defines it. */
type Definition = {
  code: string
  name: string
  hint: string
  /**
   * What records keep of an entry: its code, so that a new name stands everywhere, or its name, where an entry is but
   * offered and people say it in their own words.
   */
  kept?: 'code' | 'name'
  /** How many records have an entry, by what they keep of it. */
  uses: (ctx: Asking) => Promise<Map<string, number>>
  /** The list of the records that have it, by what they keep of it, and who may see that. */
  records?: { permission: `staff:${string}`; route: (kept: string) => string }
  /** What may be said of an entry beyond its name, where the program depends on it. */
  traits?: readonly Option[]
  /** One of them at most. */
  hasOneTrait?: boolean
  /** For the back office alone: its words are shown to nobody else. */
  isInternal?: boolean
  /** What records keep of a name follows it. */
  renamed?: (ctx: Ctx, code: string, name: string) => Promise<unknown>
}
export type Dictionary = ReturnType<typeof defineDictionary>

const defined = new Map<string, Dictionary>()

export function defineDictionary(definition: Definition) {
  const entries = ({ db }: Asking): Promise<DictionaryEntry[]> =>
    db
      .select()
      .from(dictionaryEntry)
      .where(eq(dictionaryEntry.dictionary, definition.code))
      .orderBy(asc(dictionaryEntry.sort), asc(dictionaryEntry.id))
  const entryIn = (column: PgColumn, said: SQL) => sql`select ${said} from ${dictionaryEntry} entry
    where entry.dictionary = ${definition.code} and entry.code = ${column}`
  const dictionary = {
    ...definition,
    entries,
    /** What forms offer. Retired entries are among them, so that they have a name where they stand. */
    options: async (ctx: Asking): Promise<Option[]> => (await entries(ctx)).map(toOption),
    /** A code that nobody knows any more has no name. */
    names: async (ctx: Asking): Promise<(code: string) => string> => {
      const names = new Map((await entries(ctx)).map(({ code, name }) => [code, name]))
      return code => names.get(code) ?? ''
    },
    /** Within a query: what the code in a column is called, and what is said of it. */
    nameIn: (column: PgColumn) => sql<string>`coalesce((${entryIn(column, sql`entry.name`)}), '')`,
    traitsIn: (column: PgColumn) => sql<string[]>`coalesce((${entryIn(column, sql`entry.traits`)}), '{}')`,
  }
  if (defined.has(definition.code)) throw new Error(`two dictionaries are called ${definition.code}`)
  defined.set(definition.code, dictionary)
  return dictionary
}

const toOption = ({ code, name, retired }: DictionaryEntry): Option =>
  retired ? { code, name, retired } : { code, name }

export const allDictionaries = () => [...defined.values()]
export const dictionaryOf = (code: string): Dictionary | undefined => defined.get(code)

/** What is offered for a line of words, beside which anything may be written; undefined, where nothing is. */
export async function suggestionsFor(ctx: Asking, { suggests }: FormField): Promise<string[] | undefined> {
  const dictionary = suggests === undefined ? undefined : dictionaryOf(suggests)
  return dictionary && offeredTo(await dictionary.options(ctx)).map(({ name }) => name)
}

/** In the place of what stands in a dictionary. Only for a site that has no records yet. */
export async function fillDictionary(
  { db }: Asking,
  { code }: Pick<Dictionary, 'code'>,
  entries: readonly { code: string; name: string; traits?: string[] }[],
): Promise<void> {
  await db.delete(dictionaryEntry).where(eq(dictionaryEntry.dictionary, code))
  await db.insert(dictionaryEntry).values(entries.map((entry, sort) => ({ ...entry, dictionary: code, sort })))
}

/** Counts by code, from rows of a code and how many have it. */
export const countsOf = (rows: { code: string | null; uses: number }[]) =>
  new Map(rows.map(({ code, uses }) => [code ?? '', uses]))
/** Counts of several kinds of records together. */
export function sumOf(counts: readonly ReadonlyMap<string, number>[]): Map<string, number> {
  const sum = new Map<string, number>()
  for (const [kept, uses] of counts.flatMap(one => [...one])) sum.set(kept, (sum.get(kept) ?? 0) + uses)
  return sum
}
export const uses = sql<number>`count(*)::int`
