import { hash } from 'node:crypto'
import { inArray } from 'drizzle-orm'
import type { FormValues } from '#lib/form/form.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { file } from '#modules/files/server/tables.ts'
import { type Application, kindOf, type Schema, slotName } from '#modules/review/server/applicationKinds.ts'
import { filesInForm } from '#modules/review/server/merging.ts'
import type { ConfirmedFile, Materials } from '#modules/review/server/tables.ts'

/** Confirmed content: the form and its files. */
export type Content = { documentHash: string; files: ConfirmedFile[] }

export type Parts = { of: Application; schema: Schema; values: FormValues; materials: Materials }

/** The scan of the sealed paper is not part of it: it says the same in another way. */
export async function contentFor({ db }: Pick<Ctx, 'db'>, { of, schema, values, materials }: Parts): Promise<Content> {
  const places = [
    ...filesInForm(schema.fields, values).map(fileId => ({ slot: 'form', slotName: '申请表', fileId })),
    ...Object.entries(materials).flatMap(([slot, ids]) =>
      slot === kindOf(of).sealedSlot ? [] : ids.map(fileId => ({ slot, slotName: slotName(schema, slot), fileId })),
    ),
  ].toSorted((a, b) => a.slot.localeCompare(b.slot) || a.fileId - b.fileId)
  const ids = places.map(({ fileId }) => fileId)
  const columns = { id: file.id, name: file.name, size: file.size, sha256: file.sha256 }
  const rows = ids.length ? await db.select(columns).from(file).where(inArray(file.id, ids)) : []
  const known = new Map(rows.map(({ id, ...rest }) => [id, rest]))
  const files = places.flatMap(place => {
    const found = known.get(place.fileId)
    return found ? [{ ...place, ...found }] : []
  })
  const document = { application: of.id, kind: of.kind, form: withoutEmptyFields(values) }
  return { documentHash: sha256(canonical(document)), files }
}

/** Digest of form, files and statement. A confirmation is bound to exactly this. */
export const digestOf = ({ documentHash, files }: Content, statement: { version: number; text: string }): string =>
  sha256(canonical({ documentHash, files: files.map(({ slot, name, sha256 }) => ({ slot, name, sha256 })), statement }))

/** Drops empty fields, so that missing and empty values have the same hash. */
const withoutEmptyFields = (values: FormValues) =>
  Object.fromEntries(
    Object.entries(values).filter(
      ([, value]) => value !== null && value !== undefined && value !== '' && !(Array.isArray(value) && !value.length),
    ),
  )

/** JSON with sorted names and without spaces, as RFC 8785 writes what forms hold. */
export function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value ?? null)
  const entries = Object.entries(value).filter(([, part]) => part !== undefined)
  const sorted = entries.toSorted(([a], [b]) => (a < b ? -1 : 1))
  return `{${sorted.map(([name, part]) => `${JSON.stringify(name)}:${canonical(part)}`).join(',')}}`
}

export const sha256 = (of: string | Buffer): string => hash('sha256', of)
