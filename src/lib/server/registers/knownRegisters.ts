import type { z } from 'zod'
import type { Ctx } from '../api/context.ts'
import { hook } from '../hook.ts'

/** A list of the back office of which people keep views. */
export type KnownRegister = {
  name: string
  /** Permission needed to see it. */
  permission: `staff:${string}`
  /** Why what an address asks of it cannot be kept; undefined where it can. */
  faultIn: (ctx: Ctx, query: Record<string, string>) => Promise<string | undefined> | string | undefined
  /** Why these columns, as an address names them, cannot be chosen; absent where there is nothing to choose. */
  columnsFault?: (ctx: Ctx, columns: string) => Promise<string | undefined>
}

const known = new Map<string, KnownRegister>()

/** Registers a register under its code. Throws if the code is taken. */
export function addRegister(code: string, register: KnownRegister): void {
  if (known.has(code)) throw new Error(`there are two registers ${code}`)
  known.set(code, register)
}

export const registerOf = (code: string): KnownRegister | undefined => known.get(code)

/** Columns that the user has chosen; undefined: the default ones. */
type ColumnMemory = (ctx: Ctx, code: string) => Promise<readonly string[] | undefined>
const memory = hook<ColumnMemory>('chosen columns of registers')

export const defineColumnMemory = memory.define
export const chosenColumns: ColumnMemory = async (ctx, code) => memory.find()?.(ctx, code)

/** First error that a query has under the inputs of a register. */
export function viewFault(inputs: z.ZodType, query: Record<string, string>): string | undefined {
  const { error } = inputs.safeParse(query)
  const [issue] = error?.issues ?? []
  return issue?.code === 'unrecognized_keys' ? `没有“${issue.keys[0]}”这个筛选条件` : issue?.message
}
