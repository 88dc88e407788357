import { and, asc, inArray } from 'drizzle-orm'
import { conflict } from '#lib/error.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import { permissionCondition } from '#lib/server/api/permissionLimits.ts'
import { inTransaction } from '#lib/server/database/transaction.ts'
import { record } from '#modules/audit/server/record.ts'
import { organisation } from '#modules/members/server/tables.ts'
import type { shortfallContract } from '../contract.ts'
import { openShortfalls, readShortfalls } from './shortfallList.ts'
import { notifyShortfall, shortfallNotice } from './shortfallMessages.ts'
import { qualificationShortfall } from './tables.ts'

export const shortfallRemindingHandlers = {
  /** 发函提醒: the association asks for something, by message and by text; the log keeps what. */
  'POST /staff/qualification/shortfall/remind': async (ctx, { ids, demand }) => {
    return inTransaction(ctx, async tx => {
      await tx.db
        .select()
        .from(qualificationShortfall)
        .where(openShortfalls(ids))
        .orderBy(asc(qualificationShortfall.id))
        .for('update')
      const found = await readShortfalls(tx)
        .where(and(openShortfalls(ids), permissionCondition(tx, 'staff:certificates', organisation.provinceCode)))
        .orderBy(asc(qualificationShortfall.id))
      if (found.length === 0) throw conflict('所选的预警都已解除，或不在您负责的地区，请刷新列表')
      for (const { shortfall, of, organisation } of found) {
        const { number, kindName, levelName } = of
        const warned = {
          certificateId: of.id,
          organisationId: organisation.id,
          organisationName: organisation.name,
          number,
          kindName,
          levelName,
        }
        await notifyShortfall(tx, shortfallNotice, warned, { lack: shortfall, demand })
        const about = { objectType: 'certificate', objectId: of.id, objectName: number }
        await record(tx, { action: 'shortfall.remind', ...about, detail: { demand } })
      }
      const told = found.map(({ shortfall }) => shortfall.id)
      await tx.db
        .update(qualificationShortfall)
        .set({ remindedAt: ctx.now })
        .where(inArray(qualificationShortfall.id, told))
      return { count: found.length }
    })
  },
} satisfies Partial<Handlers<typeof shortfallContract>>
