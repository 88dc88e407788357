import type { Endpoint } from '#lib/contract.ts'
import { hook } from '../hook.ts'
import type { Ctx } from './context.ts'

type ApiCalls = {
  /** Contract of the whole API. */
  contract: Readonly<Record<string, Endpoint>>
  call: (ctx: Ctx, key: never, input: never) => Promise<unknown>
}

const apiCalls = hook<ApiCalls>('the calls of the program')

/** The program gives its calls to modules that make the call of another: once it is approved, or to tell whom it reaches. */
export const setApiCalls = apiCalls.define
export const calls = apiCalls.get
