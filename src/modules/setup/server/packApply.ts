import { createHash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { and, eq, isNull, or } from 'drizzle-orm'
import sharp from 'sharp'
import { dayOf } from '#lib/dates.ts'
import { conflict, forbidden, invalid, isRefusal } from '#lib/error.ts'
import type { FieldErrors, FormField, FormValues } from '#lib/form/form.ts'
import { readForm } from '#lib/form/formReading.ts'
import { fieldText } from '#lib/form/formWords.ts'
import { type Ctx, signedInActor } from '#lib/server/api/context.ts'
import { dryRun } from '#lib/server/api/dryRun.ts'
import { lacksSecondPerson } from '#lib/server/api/secondPerson.ts'
import { inTransaction } from '#lib/server/database/transaction.ts'
import { confinedUses } from '#lib/uploads.ts'
import { record } from '#modules/audit/server/record.ts'
import { keepFile } from '#modules/files/server/files.ts'
import { file } from '#modules/files/server/tables.ts'
import { allPackables, type Packable, type PackableRow } from '#modules/settings/server/packable.ts'
import type { Pack } from './packFile.ts'
import { type Item, parentsFirst } from './packItems.ts'

export type FieldChange = { label: string; before: string; after: string }
/** Effect of a pack on one record. */
export type Difference = {
  objectType: string
  called: string
  name: string
  act: 'add' | 'change' | 'same'
  changes: FieldChange[]
}
/** Why a record of a pack is refused. */
export type Fault = { objectType: string; called: string; name: string; message: string }
export type Applied = { differences: Difference[]; faults: Fault[] }

type PackContext = { pack: Pack; kinds: Packable[] }

/** Previews a pack: applies it in a transaction that is rolled back. */
export const previewPack = (ctx: Ctx, pack: Pack): Promise<Applied> => dryRun(ctx, tx => writePackRecords(tx, pack))

/** Does what a pack says, all of it or nothing; throws what is refused. `seen`: the digest of what was previewed. */
export const applyPack = (ctx: Ctx, pack: Pack, seen?: string): Promise<Difference[]> =>
  inTransaction(ctx, async inside => {
    const applied = await writePackRecords(inside, pack)
    const { differences, faults } = applied
    if (seen !== undefined && digestOf(pack, applied) !== seen)
      throw conflict('本站或配置包在预览之后有变化，请重新预览，核对后再应用')
    if (faults.length > 0) throw invalid(sentenceOf(faults))
    const detail = {
      version: pack.version,
      added: countOf(differences, 'add'),
      changed: countOf(differences, 'change'),
    }
    await record(inside, { action: 'pack.apply', objectType: 'pack', objectName: pack.name, detail })
    return differences
  })

/** Digest of a pack and its effect here: unchanged while neither changes. */
export const digestOf = (pack: Pack, { differences, faults }: Applied) =>
  createHash('sha256')
    .update(JSON.stringify([pack, differences, faults]))
    .digest('base64url')
    .slice(0, 32)

export const countOf = (differences: readonly Difference[], wanted: Difference['act']) =>
  differences.filter(({ act }) => act === wanted).length

const sentenceOf = (faults: readonly Fault[]) =>
  `配置包有 ${faults.length} 处不能采用。${faults
    .slice(0, 10)
    .map(({ called, name, message }) => `${called}“${name}”：${message}`)
    .join('；')}`

async function writePackRecords(ctx: Ctx, pack: Pack): Promise<Applied> {
  const kinds = allPackables()
  const applied: Applied = { differences: [], faults: [] }
  for (const objectType of Object.keys(pack.records))
    if (!kinds.some(kind => kind.objectType === objectType))
      applied.faults.push({ objectType, called: '记录', name: objectType, message: '没有这类记录' })
  for (const kind of kinds) {
    const items = pack.records[kind.objectType]
    if (items) await writeRecords(ctx, kind, items, { pack, kinds }, applied)
  }
  return applied
}

async function writeRecords(ctx: Ctx, kind: Packable, items: Item[], whole: PackContext, applied: Applied) {
  const { objectType, called } = kind
  const keys: string[] = []
  const standing: CurrentRecords = { rows: await kind.read(ctx) }
  for (const item of parentsFirst(kind, items)) {
    const key = String(item[kind.keyField] ?? '')
    const name = typeof item.name === 'string' ? item.name : key || '未命名'
    const fault = (message: string) => applied.faults.push({ objectType, called, name, message })
    if (!key) fault(`缺少 ${kind.keyField}`)
    else if (keys.includes(key)) fault('在配置包里写了两次')
    else
      try {
        applied.differences.push(await writeRecord(ctx, kind, { key, item, standing }, whole))
      } catch (error) {
        if (!isRefusal(error)) throw error
        fault(Object.values(error.fields ?? {}).join('；') || error.message)
      }
    keys.push(key)
  }
  await kind.arrange?.(
    ctx,
    items.flatMap(item => standing.rows.find(({ key }) => key === String(item[kind.keyField]))?.id ?? []),
  )
}

/** The records of a kind as they are: read anew after each that was written. */
type CurrentRecords = { rows: PackableRow[] }
type Writing = { key: string; item: Item; standing: CurrentRecords }

async function writeRecord(ctx: Ctx, kind: Packable, { key, item, standing }: Writing, whole: PackContext) {
  const fields = await kind.fields(ctx, key)
  const before = standing.rows.find(row => row.key === key)
  const left = Object.fromEntries(kind.leaves.map(name => [name, before?.values[name]]))
  const form = { ...(await toForm(ctx, kind, { fields, item, before }, whole)), ...left }
  const changes = changesOf(ctx, fields, before, form)
  const of = { objectType: kind.objectType, called: kind.called, changes }
  if (before && changes.length === 0) return { ...of, name: before.name, act: 'same' as const }
  await refuseUnentitled(ctx, kind)
  const { id } = await kind.save(ctx, { id: before?.id, version: before?.version, form })
  standing.rows = await kind.read(ctx)
  const name = standing.rows.find(row => row.id === id)?.name ?? key
  return { ...of, name, act: before ? ('change' as const) : ('add' as const) }
}

/** A pack is a way around neither a permission nor a second person; who holds the server needs none. */
async function refuseUnentitled(ctx: Ctx, { called, permission, secondPerson }: Packable): Promise<void> {
  if (ctx.isCommand) return
  if (permission && !signedInActor(ctx).permissions.includes(permission))
    throw forbidden(`${called}由有相应权限的同事改动，您的账号没有这项权限`)
  if (secondPerson && (await lacksSecondPerson(ctx, secondPerson)))
    throw conflict(`${called}须双人复核，不能由配置包改动，请在它的页面上办理`)
}

type Written = { fields: readonly FormField[]; item: Item; before: PackableRow | undefined }

/** Converts a record to form values: keys and pictures become ids. */
async function toForm(ctx: Ctx, kind: Packable, { fields, item, before }: Written, { pack, kinds }: PackContext) {
  const names = new Set(fields.map(({ name }) => name).filter(name => !kind.leaves.includes(name)))
  const unknown = Object.keys(item).filter(name => name !== 'key' && !names.has(name))
  if (unknown.length > 0) throw invalid(`没有 ${unknown.join('、')} 这一栏`)
  const form: Item = {}
  for (const field of fields) {
    const value = item[field.name]
    if (value === undefined) continue
    const referred = kinds.find(({ objectType }) => objectType === kind.refers[field.name])
    if (referred && Array.isArray(value)) form[field.name] = await idsOf(ctx, referred, field, value.map(String))
    else if (referred) form[field.name] = await idOf(ctx, referred, field, String(value))
    else if (field.kind !== 'picture') form[field.name] = value
    else form[field.name] = await keepPicture(ctx, pack, { field, name: String(value), before })
  }
  return form
}

async function idsOf(ctx: Ctx, kind: Packable, field: FormField, keys: readonly string[]): Promise<string[]> {
  const ids: string[] = []
  for (const key of keys) ids.push(await idOf(ctx, kind, field, key))
  return ids
}

/** A value that is no key may be one of the field's own, such as that for none. */
async function idOf(ctx: Ctx, kind: Packable, { label, options = [] }: FormField, key: string): Promise<string> {
  const row = (await kind.read(ctx)).find(row => row.key === key)
  if (row) return String(row.id)
  if (options.some(({ code }) => code === key)) return key
  throw invalid(`${label}里的“${key}”不存在`)
}

/** Maximum pixels of a picture in a pack. */
const MAX_PIXELS = 50_000_000

type Shown = { field: FormField; name: string; before: PackableRow | undefined }

async function keepPicture(ctx: Ctx, { files }: Pack, { field, name, before }: Shown): Promise<number> {
  const { label } = field
  const packed = files[name]
  if (!packed) throw invalid(`${label}用到的图片 ${name} 不在配置包里`)
  const bytes = Buffer.from(packed.base64, 'base64')
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  // A confined file is reused only by the record that has it already.
  const standing = Number(before?.values[field.name] ?? 0)
  const [known] = await ctx.db
    .select({ id: file.id })
    .from(file)
    .where(and(eq(file.sha256, sha256), isNull(file.deletedAt), or(eq(file.isPublic, true), eq(file.id, standing))))
    .limit(1)
  if (known) return known.id
  const { format, width, height } = await sharp(bytes, { limitInputPixels: MAX_PIXELS })
    .metadata()
    .catch(() => ({ format: undefined, width: 0, height: 0 }))
  if (`image/${format}` !== packed.type) throw invalid(`${label}用到的图片 ${name} 无法读取，或不是 ${packed.type}`)
  const isConfined = field.use !== undefined && confinedUses.includes(field.use)
  return keepFile(ctx, { name, type: packed.type, bytes, width, height, isPublic: !isConfined, isConfined })
}

function changesOf(ctx: Ctx, fields: readonly FormField[], before: PackableRow | undefined, form: Item): FieldChange[] {
  const { values, errors } = readForm(fields, form, { whole: true, today: dayOf(ctx.now) })
  return fields.flatMap(field => {
    const [was, is] = [before?.values[field.name], values[field.name]]
    if (isSame(was, is) && !(errors as FieldErrors)[field.name]) return []
    return { label: field.label, before: fieldText(field, was), after: fieldText(field, is) }
  })
}

/** Missing and empty values are equal. */
const isSame = (was: FormValues[string] | undefined, is: FormValues[string] | undefined) =>
  isDeepStrictEqual(settled(was), settled(is))

function settled(value: unknown): unknown {
  if (value === undefined || value === '' || value === false) return null
  if (Array.isArray(value)) return value.length === 0 ? null : value.map(settled)
  if (typeof value !== 'object' || value === null) return value
  const filled = Object.entries(value).map(([name, cell]) => [name, settled(cell)] as const)
  return Object.fromEntries(filled.filter(([, cell]) => cell !== null))
}
