import { defineColumnMemory } from '#lib/server/registers/knownRegisters.ts'
import { ownColumns } from './columns.ts'
import { chosenColumns } from './tables.ts'

defineColumnMemory(async (ctx, register) => {
  const [found] = await ctx.db.select().from(chosenColumns).where(ownColumns(ctx, register))
  return found?.columns
})
