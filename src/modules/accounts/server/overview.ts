import { eq } from 'drizzle-orm'
import { iso } from '#lib/dates.ts'
import { maskMobile } from '#lib/mask.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import { signedInActor } from '#lib/server/api/context.ts'
import type { ownAccountContract } from '../ownAccountContract.ts'
import { account } from './tables.ts'

const kindNames = { organisation: '单位账号', person: '个人账号' }

export const overviewHandlers = {
  'GET /member/account': async ctx => {
    const [own] = await ctx.db
      .select()
      .from(account)
      .where(eq(account.id, signedInActor(ctx).accountId))
    const { userName, email, phoneSealed, createdAt, passwordChangedAt, lastSignedInAt } = own!
    const kind = own!.kind as keyof typeof kindNames
    return {
      userName,
      kind,
      kindName: kindNames[kind],
      email,
      phone: phoneSealed && maskMobile(ctx.encryption.decrypt(phoneSealed)),
      createdAt: iso(createdAt),
      passwordChangedAt: iso(passwordChangedAt),
      lastSignedInAt: lastSignedInAt && iso(lastSignedInAt),
    }
  },
} satisfies Partial<Handlers<typeof ownAccountContract>>
