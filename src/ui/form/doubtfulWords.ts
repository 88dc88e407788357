import { browserApi } from '#api/browser.ts'
import type { FormField, FormValues } from '#lib/form/form.ts'

/** A place in a form that staff should look at before everybody reads it. */
export type DoubtfulWord = { label: string; found: string; instead: string; why?: string; around: string }

/**
 * Asks the server for doubtful words and leftovers of reviews in what is about to be saved. `labelOf`: labels of texts that
 * are no field of the list. Answers none where it cannot be asked: saving does not wait for a hint, and refuses forbidden
 * words itself.
 */
export async function findDoubtfulWords(
  fields: readonly FormField[],
  values: FormValues,
  before: FormValues,
  labelOf: (name: string) => string | undefined = () => undefined,
): Promise<DoubtfulWord[]> {
  const texts = Object.entries(values).flatMap(([name, text]) => {
    if (typeof text !== 'string' || text === '' || text === before[name]) return []
    const field = fields.find(one => one.name === name)
    const label = field?.label ?? labelOf(name)
    if (!label || !/^(text|paragraph|richText)$/.test(field?.kind ?? 'richText')) return []
    return [{ label, text, isHtml: (field?.kind ?? 'richText') === 'richText' }]
  })
  const found = texts.map(async ({ label, ...text }) => {
    const places = await browserApi('POST /staff/words/find', text).catch(() => [])
    return places.map(place => ({ label, ...place }))
  })
  return (await Promise.all(found)).flat()
}
