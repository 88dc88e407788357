import { and, desc, eq, gt, gte, ilike, inArray, lt, ne, or, type SQL } from 'drizzle-orm'
import type { Parsed } from '#lib/contract.ts'
import { offset, toPage } from '#lib/paging.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { countOf } from '#lib/server/database/counting.ts'
import { containsPattern } from '#lib/server/database/db.ts'
import { inTransaction } from '#lib/server/database/transaction.ts'
import { fold } from '#lib/server/search/fold.ts'
import { inBatches, sendWorkbook } from '#lib/server/sheets/workbook.ts'
import { record, recordAll } from '#modules/audit/server/record.ts'
import type { staffPastSearchContract } from '../pastSearchContract.ts'
import { MIN_VISITORS, type PastSearchState, pastSearchStates } from '../pastSearches.ts'
import { searchPage } from '../searchPage.ts'
import { pastSearch } from './tables.ts'

type Filters = Parsed<(typeof staffPastSearchContract)['GET /staff/pastSearch/export']>
type Row = { id: number; text: string; visitors: number; isHidden: boolean }

const { id, key, text, visitors, isHidden } = pastSearch

const narrowed = (asked: Filters) =>
  and(asked.key ? ilike(key, containsPattern(fold(asked.key))) : undefined, asked.state && inState[asked.state])

const inState: Record<PastSearchState, SQL | undefined> = {
  shown: and(eq(isHidden, false), gte(visitors, MIN_VISITORS)),
  few: and(eq(isHidden, false), lt(visitors, MIN_VISITORS)),
  hidden: eq(isHidden, true),
}

const stateOf = ({ isHidden, visitors }: Row): PastSearchState =>
  isHidden ? 'hidden' : visitors >= MIN_VISITORS ? 'shown' : 'few'

const select = ({ db }: Pick<Ctx, 'db'>, where: SQL | undefined) =>
  db.select({ id, text, visitors, isHidden }).from(pastSearch).where(where).orderBy(desc(visitors), id)

const after = (row: Row | undefined) =>
  row && or(lt(visitors, row.visitors), and(eq(visitors, row.visitors), gt(id, row.id)))

export const pastSearchDeskHandlers: Handlers<typeof staffPastSearchContract> = {
  'GET /staff/pastSearch/list': async (ctx, { pageNum, pageSize, ...filters }) => {
    const where = narrowed(filters)
    const counted = await countOf(ctx.db, select(ctx, where).getSQL())
    const rows = await select(ctx, where).limit(pageSize).offset(offset({ pageNum, pageSize }))
    const list = rows.map(row => ({
      id: row.id,
      text: row.text,
      visitors: row.visitors,
      state: stateOf(row),
      route: searchPage(row.text),
    }))
    return toPage(list, counted, { pageNum, pageSize })
  },
  'GET /staff/pastSearch/export': async (ctx, filters) => {
    await record(ctx, { action: 'pastSearch.export', detail: { ...filters } })
    return sendWorkbook('大家搜过的词', {
      columns: [
        { title: '词', width: 40, value: ({ text }) => text },
        { title: '访客数', value: ({ visitors }) => visitors },
        { title: '状态', value: row => pastSearchStates[stateOf(row)] },
      ],
      rows: inBatches<Row>(last => select(ctx, and(narrowed(filters), after(last)))),
    })
  },
  'POST /staff/pastSearch/hide': (ctx, { ids, hide }) =>
    inTransaction(ctx, async tx => {
      const changed = await tx.db
        .update(pastSearch)
        .set({ isHidden: hide })
        .where(and(inArray(id, ids), ne(isHidden, hide)))
        .returning({ id, text })
      const action = hide ? 'pastSearch.hide' : 'pastSearch.show'
      await recordAll(
        tx,
        changed.map(one => ({ action, objectType: 'pastSearch', objectId: one.id, objectName: one.text })),
      )
      return { changed: changed.length }
    }),
}
