import { plainCreditCode } from '#lib/creditCode.ts'
import type { FormValues } from '#lib/form/form.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { standingIn } from '#lib/server/api/standingIn.ts'
import { mayUse } from '#lib/server/api/within.ts'
import type { Application } from './applicationKinds.ts'

/** An application, and what its form says: by both the registers are looked up. */
export type Asked = { application: Application; values: FormValues }

/** The credit code that the form says, as the registers have it; '' where it says none. */
export const creditCodeIn = ({ values: { creditCode } }: Pick<Asked, 'values'>): string =>
  typeof creditCode === 'string' ? plainCreditCode(creditCode) : ''

/** One record that its reviewer should know, and where it is. */
export type RegisterLine = {
  title: string
  about: string
  route: string
  /** It may stand against the application. */
  isBad: boolean
}

type RegisterPart = {
  code: string
  title: string
  /** Said where there is nothing. */
  none: string
  /** Whoever has this permission may open the records; it is good where that permission is. */
  may: `staff:${string}`
  /** At most `limit`, what weighs most first. */
  read: (ctx: Ctx, asked: Asked, limit: number) => Promise<RegisterLine[]>
}

const all: RegisterPart[] = []

/** What the registers hold about who applies. The module whose records they are defines its part. */
export function defineRegisterPart(part: RegisterPart): void {
  all.push(part)
}

const SHOWN = 6

/** Of each part that who asks may see so many lines, and whether there are more. */
export async function readRegisterParts(ctx: Ctx, asked: Asked) {
  return Promise.all(
    all
      .filter(({ may }) => mayUse(ctx, may))
      .map(async ({ code, title, none, may, read }) => {
        const lines = await read(standingIn(ctx, may), asked, SHOWN + 1)
        return { code, title, none, lines: lines.slice(0, SHOWN), more: lines.length > SHOWN }
      }),
  )
}
