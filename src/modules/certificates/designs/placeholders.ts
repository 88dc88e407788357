import type { Option } from '#lib/form/form.ts'

/** Values of a certificate by the code of their placeholder. */
export type PlaceholderValues = Readonly<Record<string, string>>

const PLACEHOLDER = /\{\{([^{}]*)\}\}/g

/** Returns the names of all `{{…}}` in a text. */
const placeholderNames = (text: string) => [...text.matchAll(PLACEHOLDER)].map(([, name]) => name!.trim())

/** Replaces each `{{…}}` by the certificate's value. */
export const fillPlaceholders = (text: string, sayable: readonly Option[], said: PlaceholderValues): string =>
  text.replace(PLACEHOLDER, (_, name: string) => said[sayable.find(one => one.name === name.trim())?.code ?? ''] ?? '')

/** Returns the fault in the `{{…}}` of a text; undefined if there is none. */
export function placeholderFault(
  text: string,
  sayable: readonly Option[],
  elsewhere: readonly Option[],
): string | undefined {
  if (/\{\{|\}\}/.test(text.replace(PLACEHOLDER, ''))) return '{{ 与 }} 没有配对，请检查'
  const wrong = placeholderNames(text).find(name => !sayable.some(one => one.name === name))
  if (wrong === undefined) return undefined
  if (elsewhere.some(one => one.name === wrong)) return `所选种类的证书没有“{{${wrong}}}”这一项`
  return `没有“{{${wrong}}}”这一项，可用的有 ${sayable.map(({ name }) => `{{${name}}}`).join(' ')}`
}
