import type { Endpoint } from '#lib/contract.ts'
import type { Ctx } from '#lib/server/api/context.ts'

type Wired = {
  /** Contract of the whole API. */
  contract: Readonly<Record<string, Endpoint>>
  call: (ctx: Ctx, key: never, input: never) => Promise<unknown>
}

let wired: Wired | undefined

/** The program gives its calls to this module, which does what somebody has agreed to. */
export const setApiCalls = (given: Wired) => {
  wired = given
}

export const calls = (): Wired => {
  if (!wired) throw new Error('the calls of the program were not wired')
  return wired
}
