import type { SecondPerson } from '#lib/access/secondPerson.ts'
import type { Endpoint } from '#lib/contract.ts'
import { awaiting } from '#lib/error.ts'
import type { Ctx } from './context.ts'

/** A call that takes a second person; `act` does it. */
export type Asked = { key: string; endpoint: Endpoint; raw: unknown; act: (ctx: Ctx) => Promise<unknown> }
type Keeper = {
  /** Whether the association wants a second person for that. */
  isWanted: (ctx: Ctx, rule: SecondPerson['rule']) => Promise<boolean>
  /** Keeps what is asked for until somebody else agrees. */
  keep: (ctx: Ctx, asked: Asked) => Promise<unknown>
  /** The same of a record that waits itself. */
  keepNamed: (ctx: Ctx, asked: Named) => Promise<KeptCall>
  /** What is kept, and nobody has decided, is wanted no more. */
  drop: (ctx: Ctx, id: number) => Promise<void>
}
/** By which it can be dropped, and until when somebody may agree to it. */
export type KeptCall = { id: number; expiresAt: Date }
/** A call that waits with its record; `changes`: what the second person reads. */
export type Named = Omit<Asked, 'act'> & { changes: Change[] }
/** What would be different, of which record. */
export type Change = { of: string; label: string; before: string; after: string }

let keeper: Keeper | undefined

/** The module that keeps what waits for a second person says how. */
export const defineKeeper = (defined: Keeper) => {
  keeper = defined
}

/** Lets a record wait for a second person, who then makes this call of it. */
export function keepForSecond(ctx: Ctx, asked: Named): Promise<KeptCall> {
  if (!keeper) throw new Error('nobody keeps what waits for a second person')
  return keeper.keepNamed(ctx, asked)
}
export const dropKept = async (ctx: Ctx, id: number) => keeper?.drop(ctx, id)

type Ending = { state: 'refused' | 'withdrawn'; reason: string }
const followers = new Map<string, (ctx: Ctx, input: unknown, ending: Ending) => Promise<void>>()

/** What the record does when the call that it waits for is not made. */
export const followKept = (key: string, follow: (ctx: Ctx, input: unknown, ending: Ending) => Promise<void>) => {
  followers.set(key, follow)
}
export const endKept = async (ctx: Ctx, key: string, input: unknown, ending: Ending) =>
  followers.get(key)?.(ctx, input, ending)

/** Whether a second person is wanted for something, and none has agreed. */
export const lacksSecondPerson = async (ctx: Ctx, rule: SecondPerson['rule']): Promise<boolean> =>
  ctx.agreedBy === undefined && keeper !== undefined && (await keeper.isWanted(ctx, rule))

/** Goes on where one person is enough or a second one has agreed; else the call is kept, and refused with that news. */
export async function awaitSecondPerson(ctx: Ctx, asked: Asked, input: unknown): Promise<void> {
  const { rule, when = {} } = asked.endpoint.secondPerson!
  const given = input as Record<string, unknown>
  const isMeant = Object.entries(when).every(([name, value]) => given[name] === value)
  if (!isMeant || !(await lacksSecondPerson(ctx, rule))) return
  await keeper!.keep(ctx, asked)
  throw awaiting('已提交，须由另一位有同样权限的同事复核同意后生效。可在“双人复核”查看或撤回。')
}
