import type { Services } from '#lib/server/context.ts'

type Loading = Services & { now: Date }

export async function demoCalls(_ctx: Loading) {}
