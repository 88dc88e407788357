import type { Option } from '#lib/form/form.ts'

let read: () => readonly Option[] = () => []

/** The module that knows applications says of which kinds they are: a role can be limited to some of them. */
export function defineWorkKinds(kinds: () => readonly Option[]): void {
  read = kinds
}

export const workKinds = (): readonly Option[] => read()

export const kindNames = (codes: readonly string[]): string =>
  codes.map(code => workKinds().find(kind => kind.code === code)?.name ?? code).join('、')
