import type { Option } from '#lib/form/form.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { hook } from '#lib/server/hook.ts'

type PostLevels = {
  /** Levels that may follow from a post, by their codes. */
  options: (ctx: Pick<Ctx, 'db'>) => Promise<Option[]>
  /** Names of the present level of an organisation and of this one; null: nothing to change. */
  change: (ctx: Ctx, organisationId: number, levelCode: number) => Promise<{ from: string; to: string } | null>
  /** Gives the organisation that level, in the caller's transaction, and tells it. */
  apply: (tx: Ctx, organisationId: number, levelCode: number, reason: string) => Promise<void>
}

const levels = hook<PostLevels>('the levels of membership that follow from posts')

/** The module that keeps the members says which levels there are and changes them. */
export const definePostLevels = levels.define
export const postLevels = levels.get
