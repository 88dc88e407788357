import { and, eq } from 'drizzle-orm'
import { invalid, notFound } from '#lib/error.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import { type Ctx, signedInActor } from '#lib/server/api/context.ts'
import type { registersContract } from '../contract.ts'
import { openRegister } from './opening.ts'
import { chosenColumns } from './tables.ts'

export const ownColumns = (ctx: Ctx, register: string) =>
  and(eq(chosenColumns.accountId, signedInActor(ctx).accountId), eq(chosenColumns.register, register))

export const columnsHandlers = {
  'POST /staff/view/columns': async (ctx, { register, columns }) => {
    const { columnsFault } = openRegister(ctx, register)
    if (!columnsFault) throw notFound('这个名册的栏目不能选择')
    const fault = columns && (await columnsFault(ctx, columns))
    if (fault) throw invalid(fault, { columns: fault })
    if (!columns) await ctx.db.delete(chosenColumns).where(ownColumns(ctx, register))
    else
      await ctx.db
        .insert(chosenColumns)
        .values({ accountId: signedInActor(ctx).accountId, register, columns: columns.split(',') })
        .onConflictDoUpdate({
          target: [chosenColumns.accountId, chosenColumns.register],
          set: { columns: columns.split(',') },
        })
    return {}
  },
} satisfies Partial<Handlers<typeof registersContract>>
