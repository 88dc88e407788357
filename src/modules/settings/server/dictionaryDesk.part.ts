import { asc, eq, inArray, sql } from 'drizzle-orm'
import { notFound } from '#lib/error.ts'
import type { FieldErrors, FormField, FormValues, Option } from '#lib/form/form.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import { type Ctx, signedInActor } from '#lib/server/api/context.ts'
import { bindForm } from '#lib/server/forms/bindForm.ts'
import type { settingsContract } from '../contract.ts'
import { entryFields } from '../dictionaryForm.ts'
import type { ListOf } from '../records.ts'
import { settingsRecords } from '../staffContract.ts'
import { allDictionaries, type Dictionary, type DictionaryEntry, dictionaryOf } from './dictionaries.ts'
import { pinyinCode } from './pinyinCode.ts'
import { defineSiteRecords, wrongIf } from './siteRecords.ts'
import { dictionaryEntry } from './tables.ts'

/** Entries of a dictionary that is a table of its own by now stay for the release before, which reads them. */
const isKnown = () =>
  inArray(
    dictionaryEntry.dictionary,
    allDictionaries().map(({ code }) => code),
  )

const readEntries = ({ db }: Pick<Ctx, 'db'>) =>
  db
    .select()
    .from(dictionaryEntry)
    .where(isKnown())
    .orderBy(asc(dictionaryEntry.dictionary), asc(dictionaryEntry.sort), asc(dictionaryEntry.id))

const entryForm = bindForm(entryFields([], []), dictionaryEntry, {
  state: {
    read: ({ retired }) => (retired ? 'retired' : 'offered'),
    write: state => ({ retired: state === 'retired' }),
  },
}).besides({ id: true, sort: true })

const traitsOf = (dictionary: Dictionary | undefined): readonly Option[] => dictionary?.traits ?? []

defineSiteRecords<DictionaryEntry, ListOf<typeof settingsRecords.dictionaryEntry>>({
  objectType: 'dictionaryEntry',
  ...settingsRecords.dictionaryEntry,
  fields: () => entryFields(allDictionaries(), allDictionaries().flatMap(traitsOf)),
  read: readEntries,
  valuesOf: entryForm.valuesOf,
  facts: ctx => entry => {
    const { records, kept = 'code', ...dictionary } = dictionaryOf(entry.dictionary)!
    const mayOpen = records && signedInActor(ctx).permissions.includes(records.permission)
    return {
      code: entry.code,
      retired: entry.retired,
      traitNames: traitsOf(dictionary).flatMap(({ code, name }) => (entry.traits.includes(code) ? name : [])),
      route: mayOpen ? records.route(entry[kept]) : null,
    }
  },
  listing: async (_, listRows, within) => {
    const all = allDictionaries()
    const chosen = within === undefined ? all[0]! : requireDictionary(within)
    const { fields, ...rest } = await listRows(chosen.code)
    const dictionaries = all.map(({ code, name, hint }) => ({ code, name, hint }))
    return { ...rest, fields: fieldsFor(chosen, fields), chosen: chosen.code, dictionaries }
  },
  check: async (ctx, values, before) => ({
    ...entryFaults(values, before, await readEntries(ctx)),
    ...(before && (await usedEntryFaults(ctx, values, before))),
  }),
  write: async (ctx, values, before) => {
    const row = entryForm.rowOf(values)
    const all = await readEntries(ctx)
    row.code ||= pinyinCode(row.name, code => all.some(entry => entry.code === code))
    return before ? change(ctx, before, row) : add(ctx, row)
  },
  table: dictionaryEntry,
  uses: countUses,
  pack: { key: ({ dictionary, code }) => `${dictionary}/${code}` },
  order: { by: 'dictionary' },
})

/** Refuses to change the stored code or name of an entry in use. */
async function usedEntryFaults(ctx: Ctx, values: FormValues, before: DictionaryEntry): Promise<FieldErrors> {
  const kept = dictionaryOf(before.dictionary)?.kept ?? 'code'
  const isInUse = values[kept] !== before[kept] && (await usesOf(ctx, before)) > 0
  return kept === 'code'
    ? wrongIf(isInUse, { code: '已有记录使用，代码不能再改' })
    : wrongIf(isInUse, { name: '已有记录使用，名称不能再改；可以停用，另外新增' })
}

/** Hint of the code field where records store the name of the entry. */
const CODE_OF_WORDS = '字母和数字，以字母开头，配置包按它认出条目；不填则取名称的拼音。'

const CODE = /^[A-Za-z][A-Za-z0-9]*$/

/** Checks an entry against the others: name, code, dictionary, traits. */
function entryFaults(
  values: FormValues,
  before: DictionaryEntry | undefined,
  all: readonly DictionaryEntry[],
): FieldErrors {
  const { dictionary, name, code, traits } = values
  const others = all.filter(each => each.dictionary === dictionary && each.id !== before?.id)
  const namesake = others.find(each => each.name === name)
  const sameCode = others.find(each => each.code === code)
  const of = dictionaryOf(String(dictionary))
  const known = traitsOf(of).map(trait => trait.code)
  const chosen = (traits ?? []) as string[]
  return {
    ...wrongIf(before !== undefined && before.dictionary !== dictionary, { dictionary: '条目不能换到另一个字典' }),
    ...wrongIf(namesake !== undefined, { name: `已有“${name}”${namesake?.retired ? '（已停用，可以恢复使用）' : ''}` }),
    ...wrongIf(!!code && !CODE.test(String(code)), { code: '代码应为字母和数字，以字母开头' }),
    ...wrongIf(sameCode !== undefined, { code: `代码 ${code} 已用于“${sameCode?.name}”` }),
    ...wrongIf(of?.hasOneTrait === true && chosen.length > 1, { traits: '只能选择一项' }),
    ...wrongIf(
      chosen.some(trait => !known.includes(trait)),
      { traits: '这个字典没有这项要求' },
    ),
  }
}

type EntryRow = ReturnType<typeof entryForm.rowOf>

async function add({ db }: Ctx, row: EntryRow): Promise<number> {
  const last = sql`(select coalesce(max(sort), -1) + 1 from ${dictionaryEntry} where dictionary = ${row.dictionary})`
  const [added] = await db
    .insert(dictionaryEntry)
    .values({ ...row, sort: last })
    .returning({ id: dictionaryEntry.id })
  return added!.id
}

async function change(ctx: Ctx, { id, name, dictionary }: DictionaryEntry, row: EntryRow): Promise<number> {
  await ctx.db.update(dictionaryEntry).set(row).where(eq(dictionaryEntry.id, id))
  if (row.name !== name) await dictionaryOf(dictionary)?.renamed?.(ctx, row.code, row.name)
  return id
}

/** Counts uses in the dictionaries of these entries. */
async function countUses(ctx: Ctx, entries: readonly DictionaryEntry[]) {
  const wanted = new Set(entries.map(({ dictionary }) => dictionary))
  const counted = await Promise.all([...wanted].map(async code => [code, await dictionaryOf(code)?.uses(ctx)] as const))
  const counts = new Map(counted)
  return (entry: DictionaryEntry) => {
    const kept = dictionaryOf(entry.dictionary)?.kept ?? 'code'
    return counts.get(entry.dictionary)?.get(entry[kept]) ?? 0
  }
}

const usesOf = async (ctx: Ctx, entry: DictionaryEntry) => (await countUses(ctx, [entry]))(entry)

function requireDictionary(code: string): Dictionary {
  const found = dictionaryOf(code)
  if (!found) throw notFound('没有这个字典')
  return found
}

export const dictionaryHandlers = {
  'GET /dictionary/list': (ctx, { dictionary }) => {
    const { isInternal, options } = requireDictionary(dictionary)
    if (isInternal) throw notFound('没有这个字典')
    return options(ctx)
  },
} satisfies Partial<Handlers<typeof settingsContract>>

/** Fields for one dictionary: without the dictionary itself, and with its traits. */
const fieldsFor = (dictionary: Dictionary, fields: readonly FormField[]) =>
  fields
    .map(field => (field.name === 'traits' ? { ...field, options: traitsOf(dictionary) } : field))
    .map(field => (field.name === 'code' && dictionary.kept === 'name' ? { ...field, hint: CODE_OF_WORDS } : field))
    .filter(({ name, options }) => name !== 'dictionary' && options?.length !== 0)
