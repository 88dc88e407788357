import type { Ctx } from '#lib/server/api/context.ts'

type Asking = Pick<Ctx, 'db'>
type Knows = (ctx: Asking, creditCode: string) => Promise<boolean>

const knowing: Knows[] = []

/** A module that keeps records of companies says whether it has any of one. */
export const defineCompanyRecord = (knows: Knows) => {
  knowing.push(knows)
}

/** Whether there is anything of this company to be had: then knowing its credit code, which is public, is not enough. */
export async function isOnRecord(ctx: Asking, creditCode: string): Promise<boolean> {
  for (const knows of knowing) if (await knows(ctx, creditCode)) return true
  return false
}
