import type { Endpoint } from '#lib/contract.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { hook } from '#lib/server/hook.ts'

type Wired = {
  /** Contract of the whole API. */
  contract: Readonly<Record<string, Endpoint>>
  call: (ctx: Ctx, key: never, input: never) => Promise<unknown>
}

const wired = hook<Wired>('the calls of the program')

/** The program gives its calls to this module, which does what somebody has agreed to. */
export const setApiCalls = wired.define
export const calls = wired.get
