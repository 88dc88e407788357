import type { z } from 'zod'
import type { SecondPersonRule } from '#lib/access/secondPerson.ts'
import { dayOf } from '#lib/dates.ts'
import { conflict, invalid, notFound } from '#lib/error.ts'
import type { FieldErrors, FormField, FormValues } from '#lib/form/form.ts'
import { readForm } from '#lib/form/formReading.ts'
import { labelled, unlabelled } from '#lib/form/formWords.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { placeInOrder, type Rows, removeRow } from '#lib/server/database/orderedRows.ts'
import { inTransaction } from '#lib/server/database/transaction.ts'
import { changeWithVersion, lockObjectType, versionOf } from '#modules/audit/server/changes.ts'
import { record, recordChange } from '#modules/audit/server/record.ts'
import { defineRestorable } from '#modules/audit/server/restoring.ts'
import type { Moving, Removing, recordContract, Saving, siteRecord } from '../records.ts'
import { recordHistoryHandlers } from './history.ts'
import { definePackable } from './packable.ts'
import { readPublicWordRule } from './publicWords.ts'

type Row = { id: number }
type MaybePromise<T> = T | Promise<T>

type ListedRow = z.output<typeof siteRecord>
/** Answer to a list of records; its rows may have facts besides, and it may have other parts. */
export type Listed = { fields: FormField[]; order: string; list: ListedRow[] }
type RowOf<L extends Listed> = L['list'][number]

/**
 * A kind of record that stands in an order on the site and is edited by a form: a banner, a link, a figure. `L`: how its
 * contract declares the list.
 */
export type SiteRecords<R extends Row, L extends Listed> = {
  /** Record type in the audit log and of the calls `/staff/record/…`. */
  objectType: string
  /** Name of one record for the user: 链接. */
  called: string
  /** Permission to keep them, and to restore a former state. */
  who: `staff:${string}`
  /** Rule by which changes require a second person, if the endpoint declares it. */
  secondPerson?: SecondPersonRule
  fields: readonly FormField[] | ((ctx: Ctx) => Promise<readonly FormField[]> | readonly FormField[])
  /** Reads all records in their order. */
  read: (ctx: Ctx) => Promise<R[]>
  /** Name of a record; absent: its `name`. */
  nameOf?: (row: R) => string
  valuesOf: (row: R) => FormValues
  /** Facts that the list shows of a row, besides its values. */
  facts?: (ctx: Ctx, rows: readonly R[]) => MaybePromise<(row: R) => MaybePromise<Omit<RowOf<L>, keyof ListedRow>>>
  /** Answers the list where it has other parts besides; `listRows` lists a group, or all. */
  listing?: (ctx: Ctx, listRows: (within?: string) => Promise<Listed>, within?: string) => Promise<object>
  /** Checks beyond those of the form. */
  check?: (ctx: Ctx, values: FormValues, before: R | undefined) => Promise<FieldErrors> | FieldErrors
  /** Changes the row, or adds one at the end; answers its id. */
  write: (ctx: Ctx, values: FormValues, before: R | undefined) => Promise<number>
  /** Table of the records, if each is one row: used to delete and order them. */
  table?: Rows
  /** Deletes a record where more than its row is removed. Without this and `table` records cannot be deleted. */
  remove?: (ctx: Ctx, row: R) => Promise<unknown>
  /** Counts references to rows: a used row is retired, never deleted. */
  uses?: (ctx: Ctx, rows: readonly R[]) => Promise<(row: R) => number>
  /** Says what uses a row and what to do instead of deleting it; absent: how many records do. */
  refusal?: (ctx: Ctx, row: R) => Promise<string>
  /** Absent where their order follows from what they say. */
  order?: {
    /** The field that says with which it stands; absent where all stand together. */
    by?: string
    /** Absent where the table keeps it. */
    place?: (ctx: Ctx, row: R, sort: number) => Promise<unknown>
  }
  /** Representation of rows in packs; absent: they are never handed to another association. */
  pack?: {
    /** The field by which a row is known on every site, or what says so where no field does. */
    key: string | ((row: R, all: readonly R[]) => string)
    /** Fields that hold ids of another kind of record. */
    refers?: Readonly<Record<string, string>>
    /** Kinds of record that its fields name by code, and which are applied before. */
    names?: readonly string[]
    /** Fields that speak of this site alone, as ids of its articles. */
    leaves?: readonly string[]
    /** Applied last, since they refer to other kinds by code. */
    last?: boolean
    /** Rows that the program has everywhere, and nobody changes. */
    omits?: (row: R) => boolean
  }
}

/** Returns the errors if the condition holds. */
export const wrongIf = (isWrong: boolean, errors: FieldErrors): FieldErrors => (isWrong ? errors : {})

const POSITION = '位置'
const nameIn = (row: object) => ('name' in row ? String(row.name) : '')

/**
 * Handlers for such records. Each change checks the version that the user has seen, and leaves an audit record that can
 * be restored.
 */
export function defineSiteRecords<R extends Row, L extends Listed = Listed>(kind: SiteRecords<R, L>) {
  const { objectType, table, read, nameOf = nameIn, valuesOf, order } = kind
  const fieldsNow = (ctx: Ctx) => (typeof kind.fields === 'function' ? kind.fields(ctx) : kind.fields)
  const find = async (ctx: Ctx, id: number) => {
    const row = (await read(ctx)).find(each => each.id === id)
    if (!row) throw notFound(`${kind.called}不存在或已删除`)
    return row
  }
  const wordsOf = async (ctx: Ctx, row: R) => labelled(await fieldsNow(ctx), valuesOf(row))
  const named = (row: R) => ({ objectType, objectId: row.id, objectName: nameOf(row) })

  const standing = (row: R) => (order?.by ? valuesOf(row)[order.by] : null)
  const place = async (ctx: Ctx, row: R, sort: number) => {
    if (order?.place) await order.place(ctx, row, sort)
    else if (table) await placeInOrder(ctx.db, table, row.id, sort)
  }
  const orderOf = (rows: R[]) => rows.map(row => [row.id, standing(row)])
  const seenOne = (id: number, version: string) => ({
    objectType,
    objectId: id,
    version,
    seen: valuesOf,
    read: (ctx: Ctx) => find(ctx, id),
  })

  /** Lists a group, or all; the order version covers all. */
  async function listRows(ctx: Ctx, within?: string): Promise<Listed> {
    const all = await read(ctx)
    const rows = within === undefined ? all : all.filter(row => standing(row) === within)
    const usesOf = await kind.uses?.(ctx, rows)
    const factsOf = await kind.facts?.(ctx, rows)
    const list = rows.map(async row => {
      const values = valuesOf(row)
      const uses = usesOf?.(row) ?? 0
      return { id: row.id, name: nameOf(row), values, version: versionOf(values), uses, ...(await factsOf?.(row)) }
    })
    return { fields: [...(await fieldsNow(ctx))], order: versionOf(orderOf(all)), list: await Promise.all(list) }
  }

  const list = (ctx: Ctx, within?: string): Promise<L> => {
    const listed = kind.listing?.(ctx, group => listRows(ctx, group), within) ?? listRows(ctx, within)
    // Tests hold each answer against its contract.
    return listed as Promise<L>
  }

  /** Reads and checks the form; throws the errors by field. */
  async function accept(ctx: Ctx, form: Record<string, unknown>, before: R | undefined): Promise<FormValues> {
    const fields = await fieldsNow(ctx)
    const { values, errors } = readForm(fields, form, {
      whole: true,
      today: dayOf(ctx.now),
      words: await readPublicWordRule(ctx, before && valuesOf(before)),
    })
    const wrong = { ...(await kind.check?.(ctx, values, before)), ...errors }
    if (Object.keys(wrong).length > 0) throw invalid(`有 ${Object.keys(wrong).length} 处需要更正`, wrong)
    return values
  }

  async function change(ctx: Ctx, before: R, form: Record<string, unknown>, action: string) {
    await kind.write(ctx, await accept(ctx, form, before), before)
    const after = await find(ctx, before.id)
    const [was, is] = [await wordsOf(ctx, before), await wordsOf(ctx, after)]
    await recordChange(ctx, { ...named(after), action: `${objectType}.${action}`, before: was, after: is })
  }

  async function save(ctx: Ctx, { id, version = '', form }: Saving): Promise<{ id: number }> {
    if (id === undefined)
      return inTransaction(ctx, async inside => {
        await lockObjectType(inside, objectType)
        const row = await find(inside, await kind.write(inside, await accept(inside, form, undefined), undefined))
        await record(inside, { ...named(row), action: `${objectType}.add`, after: await wordsOf(inside, row) })
        return { id: row.id }
      })
    return changeWithVersion(ctx, seenOne(id, version), async (inside, before) => {
      await change(inside, before, form, 'change')
      return { id }
    })
  }

  async function put(ctx: Ctx, id: number, position: number, action: string) {
    const row = await find(ctx, id)
    const beside = (await read(ctx)).filter(each => standing(each) === standing(row))
    const from = beside.findIndex(each => each.id === id)
    const to = Math.min(position, beside.length) - 1
    for (const [sort, each] of beside.toSpliced(from, 1).toSpliced(to, 0, row).entries()) await place(ctx, each, sort)
    const [before, after] = [from, to].map(place => ({ [POSITION]: place + 1 }))
    await recordChange(ctx, { ...named(row), action: `${objectType}.${action}`, before: before!, after: after! })
  }

  async function move(ctx: Ctx, { id, position, into, order: version }: Moving): Promise<Record<string, never>> {
    if (!order) throw conflict(`${kind.called}没有可以调整的先后`)
    await changeWithVersion(ctx, { objectType, version, read, seen: orderOf }, async inside => {
      const row = await find(inside, id)
      if (order.by && into !== undefined && into !== standing(row))
        await change(inside, row, { ...valuesOf(row), [order.by]: into }, 'move')
      await put(inside, id, position, 'move')
    })
    return {}
  }

  async function remove(ctx: Ctx, { id, version }: Removing): Promise<Record<string, never>> {
    await changeWithVersion(ctx, seenOne(id, version), async (inside, row) => {
      const uses = (await kind.uses?.(inside, [row]))?.(row) ?? 0
      if (uses > 0)
        throw conflict(
          (await kind.refusal?.(inside, row)) ?? `“${nameOf(row)}”已用于 ${uses} 条记录，不能删除，可以停用`,
        )
      await record(inside, { ...named(row), action: `${objectType}.remove`, before: await wordsOf(inside, row) })
      if (kind.remove) await kind.remove(inside, row)
      else if (table) await removeRow(inside.db, table, id)
      else throw conflict(`${kind.called}不能删除，可以修改`)
    })
    return {}
  }

  defineRestorable(objectType, {
    permission: kind.who,
    secondPerson: () => kind.secondPerson,
    restore: (ctx, { objectId, before: { [POSITION]: position, ...words } }) =>
      inTransaction(ctx, async inside => {
        await lockObjectType(inside, objectType)
        const row = await find(inside, objectId ?? 0)
        const former = { ...valuesOf(row), ...unlabelled(await fieldsNow(inside), words) }
        if (Object.keys(words).length > 0) await change(inside, row, former, 'restore')
        if (typeof position === 'number' && order) await put(inside, row.id, position, 'restore')
      }),
  })
  /** Moves these to the front in the given order, each within its own group. */
  async function arrange(ctx: Ctx, ids: readonly number[]) {
    const placeOf = ({ id }: R) => (ids.includes(id) ? ids.indexOf(id) : ids.length)
    for (const beside of Map.groupBy(await read(ctx), standing).values()) {
      const wanted = beside.toSorted((a, b) => placeOf(a) - placeOf(b))
      if (wanted.every((row, i) => row === beside[i])) continue
      for (const [sort, row] of wanted.entries()) await place(ctx, row, sort)
    }
  }

  if (kind.pack) {
    const { key, refers = {}, names, leaves = [], last, omits = () => false } = kind.pack
    const keyOf = (row: R, all: readonly R[]) => (typeof key === 'string' ? String(valuesOf(row)[key]) : key(row, all))
    definePackable({
      objectType,
      called: kind.called,
      keyField: typeof key === 'string' ? key : 'key',
      refers,
      leaves,
      last,
      ...(names && { names }),
      // Whoever sets up the site keeps its own records.
      ...(kind.who !== 'staff:site' && { permission: kind.who }),
      ...(kind.secondPerson && { secondPerson: kind.secondPerson }),
      fields: async ctx => fieldsNow(ctx),
      read: async ctx =>
        (await read(ctx)).flatMap((row, _, all) => {
          if (omits(row)) return []
          const values = valuesOf(row)
          return { id: row.id, key: keyOf(row, all), name: nameOf(row), values, version: versionOf(values) }
        }),
      save,
      ...(order && { arrange }),
    })
  }
  const desk = { list, save, move, remove }
  desks.set(objectType, desk)
  return desk
}

type Desk = {
  list: (ctx: Ctx, within?: string) => Promise<Listed>
  save: (ctx: Ctx, sent: Saving) => Promise<{ id: number }>
  move: (ctx: Ctx, sent: Moving) => Promise<Record<string, never>>
  remove: (ctx: Ctx, sent: Removing) => Promise<Record<string, never>>
}
const desks = new Map<string, Desk>()

function deskOf(type: string): Desk {
  const desk = desks.get(type)
  if (!desk) throw new Error(`nobody keeps records of type ${type}`)
  return desk
}

/** Calls for the records of all types; the contract has decided who may make them. */
export const recordHandlers = {
  // Tests hold the rows of each type against its contract.
  'GET /staff/record/list': async (ctx, { type, within }) =>
    ({ type, ...(await deskOf(type).list(ctx, within)) }) as never,
  'POST /staff/record/save': (ctx, { type, ...sent }) => deskOf(type).save(ctx, sent),
  'POST /staff/record/move': (ctx, { type, ...sent }) => deskOf(type).move(ctx, sent),
  'POST /staff/record/remove': (ctx, { type, ...sent }) => deskOf(type).remove(ctx, sent),
  ...recordHistoryHandlers,
} satisfies Handlers<ReturnType<typeof recordContract>>
