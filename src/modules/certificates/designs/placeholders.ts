import type { Option } from '#lib/form/form.ts'

/** What a certificate says, by the code under which its design finds it. */
export type Said = Readonly<Record<string, string>>

const PLACE = /\{\{([^{}]*)\}\}/g

/** Every `{{…}}` in a text. */
const placesIn = (text: string) => [...text.matchAll(PLACE)].map(([, name]) => name!.trim())

/** With what the certificate says in place of each `{{…}}`. */
export const filledIn = (text: string, sayable: readonly Option[], said: Said): string =>
  text.replace(PLACE, (_, name: string) => said[sayable.find(one => one.name === name.trim())?.code ?? ''] ?? '')

/** What is wrong with the `{{…}}` of a text; undefined where nothing is. */
export function placesFault(
  text: string,
  sayable: readonly Option[],
  elsewhere: readonly Option[],
): string | undefined {
  if (/\{\{|\}\}/.test(text.replace(PLACE, ''))) return '{{ 与 }} 没有配对，请检查'
  const wrong = placesIn(text).find(name => !sayable.some(one => one.name === name))
  if (wrong === undefined) return undefined
  if (elsewhere.some(one => one.name === wrong)) return `所选种类的证书没有“{{${wrong}}}”这一项`
  return `没有“{{${wrong}}}”这一项，可用的有 ${sayable.map(({ name }) => `{{${name}}}`).join(' ')}`
}
