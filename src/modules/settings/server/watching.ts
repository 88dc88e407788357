import type { FormValues } from '#lib/form/form.ts'
import type { Ctx } from '#lib/server/api/context.ts'

type Watcher = (ctx: Ctx, before: FormValues) => Promise<unknown>

const watchers = new Map<string, Watcher[]>()

/** Has somebody told when a group of settings was changed, in the transaction that changes it. */
export const watchSettings = (code: string, watcher: Watcher): void =>
  void watchers.set(code, [...(watchers.get(code) ?? []), watcher])

export async function notifyWatchers(ctx: Ctx, code: string, before: FormValues): Promise<void> {
  for (const watcher of watchers.get(code) ?? []) await watcher(ctx, before)
}
