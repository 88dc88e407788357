import type { Option } from '#lib/form/form.ts'
import { hook } from '#lib/server/hook.ts'

const kinds = hook<() => readonly Option[]>('kinds of applications')

/** The module that knows applications says of which kinds they are: a role can be limited to some of them. */
export const defineWorkKinds = kinds.define
export const workKinds = (): readonly Option[] => kinds.get()()

export const kindNames = (codes: readonly string[]): string =>
  codes.map(code => workKinds().find(kind => kind.code === code)?.name ?? code).join('、')
