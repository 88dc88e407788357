import { browserApi } from '#api/browser.ts'
import type { FormField, FormValues } from '#lib/form/form.ts'

/** A place in a form that staff should look at before everybody reads it. */
export type DoubtfulWord = { label: string; found: string; instead: string; why?: string; around: string }

/**
 * Asks the server for doubtful words and leftovers of reviews in what is about to be saved. Answers none where it cannot
 * be asked: saving does not wait for a hint, and refuses forbidden words itself.
 */
export async function findDoubtfulWords(
  fields: readonly FormField[],
  values: FormValues,
  before: FormValues,
): Promise<DoubtfulWord[]> {
  const texts = fields.flatMap(({ name, label, kind }) => {
    const text = values[name]
    if (typeof text !== 'string' || text === '' || text === before[name]) return []
    return /^(text|paragraph|richText)$/.test(kind) ? [{ label, text, isHtml: kind === 'richText' }] : []
  })
  if (texts.length === 0) return []
  try {
    return await browserApi('POST /staff/words/find', { texts })
  } catch {
    return []
  }
}
