import { createHash } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { eq } from 'drizzle-orm'
import sharp from 'sharp'
import { dayOf } from '#lib/dates.ts'
import type { FieldValue, FormField, FormRow, FormValues } from '#lib/form/form.ts'
import { readForm } from '#lib/form/formReading.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { file } from '#modules/files/server/tables.ts'
import { allPackables, type Packable, type PackableRow } from '#modules/settings/server/packable.ts'
import type { Pack } from './packFile.ts'
import { type Item, parentsFirst } from './packItems.ts'

type About = Pick<Pack, 'name' | 'version' | 'about'>

/**
 * Exports the site's own configuration without secrets; applied to an empty site the pack gives the same export again.
 */
export async function exportPack(ctx: Ctx, about: About): Promise<Pack> {
  const pack: Pack = { hangxie: 1, ...about, records: {}, files: {} }
  const rowsByKind = new Map<string, PackableRow[]>()
  for (const kind of allPackables()) {
    const rows = await kind.read(ctx)
    rowsByKind.set(kind.objectType, rows)
    if (rows.length === 0) continue
    const items = await Promise.all(rows.map(row => itemOf(ctx, kind, row, { pack, rowsByKind })))
    pack.records[kind.objectType] = parentsFirst(kind, items)
  }
  return pack
}

type ExportContext = { pack: Pack; rowsByKind: Map<string, PackableRow[]> }

async function itemOf(ctx: Ctx, kind: Packable, { key, values }: PackableRow, beside: ExportContext) {
  const item: Item = kind.keyField === 'key' ? { key } : {}
  const fields = await kind.fields(ctx, key)
  const { values: read } = readForm(fields, values, { whole: false, today: dayOf(ctx.now) })
  for (const field of fields) {
    const value = read[field.name] ?? null
    if (isEmpty(value) || kind.leaves.includes(field.name)) continue
    const referred = kind.refers[field.name]
    if (referred) {
      const keyOf = (one: unknown) =>
        beside.rowsByKind.get(referred)?.find(({ id }) => String(id) === String(one))?.key ?? one
      item[field.name] = Array.isArray(value) ? value.map(keyOf) : keyOf(value)
    } else if (field.kind === 'picture') item[field.name] = await packPicture(ctx, beside.pack, Number(value))
    else item[field.name] = field.columns ? (value as FormRow[]).map(row => filledIn(field.columns!, row)) : value
  }
  return item
}

const isEmpty = (value: FieldValue) =>
  value === null || value === '' || value === false || (Array.isArray(value) && value.length === 0)

const filledIn = (columns: readonly FormField[], row: FormRow): FormValues =>
  Object.fromEntries(columns.flatMap(({ name }) => (isEmpty(row[name] ?? null) ? [] : [[name, row[name]!] as const])))

/** The picture goes along, under a name made of what it shows: the same picture is there once. */
async function packPicture({ db, store }: Ctx, pack: Pack, id: number): Promise<string> {
  const [of] = await db.select().from(file).where(eq(file.id, id))
  const stored = await buffer(await store.open(of!.key))
  // A drawing may hold more than a picture: what travels is what it shows.
  const isDrawing = of!.type === 'image/svg+xml'
  const bytes = isDrawing ? await renderDrawing(stored) : stored
  const type = isDrawing ? 'image/png' : of!.type
  const name = `${createHash('sha256').update(bytes).digest('hex').slice(0, 16)}.${type.split('/')[1]}`
  pack.files[name] ??= { type, base64: bytes.toString('base64') }
  return name
}

/** Large enough for whatever place a drawing stands in: it has no size of its own. */
const MIN_SIDE_PX = 512
/** Density in dpi at which a drawing is rendered in its own size. */
const DEFAULT_DPI = 72

async function renderDrawing(drawing: Buffer): Promise<Buffer> {
  const { width = MIN_SIDE_PX, height = MIN_SIDE_PX } = await sharp(drawing).metadata()
  const density = DEFAULT_DPI * Math.max(1, MIN_SIDE_PX / Math.min(width, height))
  return sharp(drawing, { density }).png().toBuffer()
}
