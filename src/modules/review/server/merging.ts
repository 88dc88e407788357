import { invalid } from '#lib/error.ts'
import { type FieldErrors, type FormValues, rowsIn } from '#lib/form/form.ts'
import { cleanHtml, fileIdsIn } from '#lib/server/outbound/sanitizeHtml.ts'
import { isOpen } from '../workflow.ts'
import type { Application, Schema } from './applicationKinds.ts'
import type { Materials } from './tables.ts'

/** A return without remarks opens everything. */
export const mayChange = (
  { state, remarks }: Pick<Application, 'state' | 'remarks'>,
  what: { field?: string; slot?: string },
) => state === 'draft' || state === 'preparing' || remarks.length === 0 || isOpen(remarks, what)

/** Rich text is cleaned before anything else reads it. */
export function withCleanText(fields: Schema['fields'], sent: Record<string, unknown>): Record<string, unknown> {
  const rich = fields.filter(({ name, kind }) => kind === 'richText' && typeof sent[name] === 'string')
  return { ...sent, ...Object.fromEntries(rich.map(({ name }) => [name, cleanHtml(String(sent[name]))])) }
}

/** The files that a form names by itself: its pictures, those in its rows, and what stands in its rich text. */
export const filesInForm = (fields: Schema['fields'], values: FormValues): number[] =>
  fields.flatMap(({ name, kind, columns }) => {
    const value = values[name] ?? null
    if (columns) return rowsIn(values, name).flatMap(row => filesInForm(columns, row))
    if (kind === 'richText') return fileIdsIn(String(value ?? ''))
    return kind === 'picture' ? Number(value ?? 0) || [] : []
  })

/** Merges only the slots that are open. A return that names only materials keeps the form closed, and vice versa. */
export function mergeMaterials(schema: Schema, current: Application, sent: Materials = {}): Materials {
  const merged = { ...current.materials }
  for (const { code, name, max } of schema.slots) {
    const ids = sent[code]
    if (!ids || !mayChange(current, { slot: code })) continue
    if (ids.length > max) throw invalid(`${name}最多上传 ${max} 个文件`, { [code]: `最多 ${max} 个文件` })
    merged[code] = ids
  }
  return merged
}

export function missingMaterials({ slots }: Pick<Schema, 'slots'>, materials: Materials): FieldErrors {
  const missing = slots.filter(({ code, required }) => required && !materials[code]?.length)
  return Object.fromEntries(missing.map(({ code, name }) => [code, `请上传${name}`]))
}
