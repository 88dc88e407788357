import type { FormField } from '#lib/form/form.ts'
import type { StoredForm } from '../encryption/encryptedForm.ts'
import { fileIdsIn } from '../outbound/sanitizeHtml.ts'

/** The files a form refers to: its pictures, and those its texts show. Other numbers in it are no files. */
export const filesInForm = (fields: readonly FormField[], form: StoredForm): number[] =>
  fields.flatMap(({ name, kind, columns }) => {
    const value = form[name]
    if (columns) return Array.isArray(value) ? value.flatMap(row => (isRow(row) ? filesInForm(columns, row) : [])) : []
    if (kind === 'picture' || kind === 'file') return typeof value === 'number' ? [value] : []
    return kind === 'richText' && typeof value === 'string' ? fileIdsIn(value) : []
  })

const isRow = <Row extends object>(row: string | Row): row is Row => typeof row === 'object'
