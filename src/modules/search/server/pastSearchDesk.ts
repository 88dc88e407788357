import { and, eq, gte, inArray, lt, ne, type SQL, sql } from 'drizzle-orm'
import type { Handlers } from '#lib/server/api/call.ts'
import { containsWords } from '#lib/server/database/containsWords.ts'
import { inTransaction } from '#lib/server/database/transaction.ts'
import { defineRegister } from '#lib/server/registers/register.ts'
import { byPinyin } from '#lib/server/registers/registerColumns.ts'
import { fold } from '#lib/server/search/fold.ts'
import { exportRegister } from '#modules/audit/server/exportRegister.ts'
import { recordAll } from '#modules/audit/server/record.ts'
import type { staffPastSearchContract } from '../pastSearchContract.ts'
import { MIN_VISITORS, type PastSearchState, pastSearchStates } from '../pastSearches.ts'
import { pastSearchFilters } from '../pastSearchFilters.ts'
import { searchPage } from '../searchPage.ts'
import { pastSearch } from './tables.ts'

type Row = { id: number; text: string; visitors: number; isHidden: boolean }

const { id, key, text, visitors, isHidden } = pastSearch

const inState: Record<PastSearchState, SQL | undefined> = {
  shown: and(eq(isHidden, false), gte(visitors, MIN_VISITORS)),
  few: and(eq(isHidden, false), lt(visitors, MIN_VISITORS)),
  hidden: eq(isHidden, true),
}

const stateOf = ({ isHidden, visitors }: Row): PastSearchState =>
  isHidden ? 'hidden' : visitors >= MIN_VISITORS ? 'shown' : 'few'

/** 大家搜过的词, the most frequent first. */
const pastSearchRegister = defineRegister({
  name: '大家搜过的词',
  views: { code: 'pastSearch', permission: 'staff:site' },
  filters: pastSearchFilters,
  from: pastSearch,
  id,
  newest: id,
  // Of equally frequent ones the older first.
  ordered: () => ({ at: sql`-${visitors}`, ascending: true }),
  where: {
    key: typed => containsWords(key, fold(typed)),
    state: state => inState[state],
  },
  read: ({ db }, ids) => db.select({ id, text, visitors, isHidden }).from(pastSearch).where(inArray(id, ids)),
  row: of => ({
    id: of.id,
    text: of.text,
    visitors: of.visitors,
    state: stateOf(of),
    route: searchPage(of.text),
  }),
  columns: {
    text: { heading: '词', width: 40, value: of => of.text, sort: byPinyin(text) },
    visitors: { heading: '访客数', value: of => of.visitors, sort: visitors, isFigure: true },
    state: { heading: '状态', value: of => pastSearchStates[stateOf(of)], nowrap: true },
  },
  listed: ['text', 'visitors', 'state'],
})

export const pastSearchDeskHandlers: Handlers<typeof staffPastSearchContract> = {
  'GET /staff/pastSearch/list': (ctx, asked) => pastSearchRegister.list(ctx, asked),
  'GET /staff/pastSearch/export': (ctx, asked) =>
    exportRegister(ctx, pastSearchRegister, asked, { action: 'pastSearch.export' }),
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
