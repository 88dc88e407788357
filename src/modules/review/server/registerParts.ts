import { byOrder, type Ordered } from '#lib/byOrder.ts'
import { plainCreditCode } from '#lib/creditCode.ts'
import type { FormValues } from '#lib/form/form.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { actAsDeputy } from '#lib/server/api/deputy.ts'
import { mayUse } from '#lib/server/api/permissionLimits.ts'
import type { Application } from './applicationKinds.ts'

/** An application, and what its form says: by both the registers are looked up. */
export type RegisterQuery = { application: Application; values: FormValues }

/** The credit code that the form says, as the registers have it; '' where it says none. */
export const creditCodeIn = ({ values: { creditCode } }: Pick<RegisterQuery, 'values'>): string =>
  typeof creditCode === 'string' ? plainCreditCode(creditCode) : ''

/** Record of a register that the reviewer should know, with its page. */
export type RegisterLine = {
  title: string
  about: string
  route: string
  /** True if it may count against the application. */
  isBad: boolean
}

type RegisterPart = Ordered & {
  code: string
  title: string
  /** Said where there is nothing. */
  none: string
  /** Permission to open the records; it applies within the caller's limits. */
  may: `staff:${string}`
  /** Returns at most `limit` lines, most important first. */
  read: (ctx: Ctx, asked: RegisterQuery, limit: number) => Promise<RegisterLine[]>
}

const all: RegisterPart[] = []

/** Registers a part that shows register data about the applicant; called by the module that owns the records. */
export function defineRegisterPart(part: RegisterPart): void {
  all.push(part)
}

const MAX_LINES = 6

/** Reads the first lines of each part that the caller may see, and whether there are more. */
export async function readRegisterParts(ctx: Ctx, asked: RegisterQuery) {
  return Promise.all(
    all
      .toSorted(byOrder)
      .filter(({ may }) => mayUse(ctx, may))
      .map(async ({ code, title, none, may, read }) => {
        const lines = await read(actAsDeputy(ctx, may), asked, MAX_LINES + 1)
        return { code, title, none, lines: lines.slice(0, MAX_LINES), more: lines.length > MAX_LINES }
      }),
  )
}
