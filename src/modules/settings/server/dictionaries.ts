import { asc, eq, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { byOrder, type Ordered } from '#lib/byOrder.ts'
import { type FormField, type Option, offeredOptions } from '#lib/form/form.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { dictionaryEntry } from './tables.ts'

type Asking = Pick<Ctx, 'db'>
export type DictionaryEntry = typeof dictionaryEntry.$inferSelect

/** A list of choices that the association keeps itself; the module whose records name its entries defines it. */
type Definition = Ordered & {
  code: string
  name: string
  hint: string
  /**
   * Value that records store of an entry: its code, so that renaming takes effect everywhere, or its name, where
   * entries are only suggestions and people use their own words.
   */
  kept?: 'code' | 'name'
  /** Counts the records that use each entry, by the stored code or name. */
  uses: (ctx: Asking) => Promise<Map<string, number>>
  /** The list of the records that have it, by what they keep of it, and who may see that. */
  records?: { permission: `staff:${string}`; route: (kept: string) => string }
  /** Properties of an entry that the program depends on. */
  traits?: readonly Option[]
  /** At most one trait per entry. */
  hasOneTrait?: boolean
  /** Visible in the back office only. */
  isInternal?: boolean
  /** Updates names stored in records when an entry is renamed. */
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
    /** Options for forms. Includes retired entries, so that existing values have a name. */
    options: async (ctx: Asking): Promise<Option[]> => (await entries(ctx)).map(toOption),
    /** A code that nobody knows any more has no name. */
    names: async (ctx: Asking): Promise<(code: string) => string> => {
      const names = new Map((await entries(ctx)).map(({ code, name }) => [code, name]))
      return code => names.get(code) ?? ''
    },
    /** SQL for the name and the traits of the code in a column. */
    nameIn: (column: PgColumn) => sql<string>`coalesce((${entryIn(column, sql`entry.name`)}), '')`,
    traitsIn: (column: PgColumn) => sql<string[]>`coalesce((${entryIn(column, sql`entry.traits`)}), '{}')`,
  }
  if (defined.has(definition.code)) throw new Error(`two dictionaries are called ${definition.code}`)
  defined.set(definition.code, dictionary)
  return dictionary
}

const toOption = ({ code, name, retired }: DictionaryEntry): Option =>
  retired ? { code, name, retired } : { code, name }

export const allDictionaries = () => [...defined.values()].sort(byOrder)
export const dictionaryOf = (code: string): Dictionary | undefined => defined.get(code)

/** Suggestions for a free text field; undefined: none are defined. */
export async function suggestionsFor(ctx: Asking, { suggests }: FormField): Promise<string[] | undefined> {
  const dictionary = suggests === undefined ? undefined : dictionaryOf(suggests)
  return dictionary && offeredOptions(await dictionary.options(ctx)).map(({ name }) => name)
}

/** Replaces all entries of a dictionary. Only for a site without records. */
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
