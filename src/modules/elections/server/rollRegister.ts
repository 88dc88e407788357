import { inArray, sql } from 'drizzle-orm'
import { containsWords } from '#lib/server/database/containsWords.ts'
import { defineRegister } from '#lib/server/registers/register.ts'
import { byName } from '#lib/server/registers/registerColumns.ts'
import { rollFilters } from '../electionFilters.ts'
import { electionVoter } from './tables.ts'

/** 选举人名册: who has a vote in an election, and who has none for a reason. */
export const rollRegister = defineRegister({
  name: '选举人名册',
  // Names of voters are not kept in views.
  views: { code: 'electionRoll', permission: 'staff:elections', unkept: ['key', 'electionId'] },
  filters: rollFilters,
  from: sql`${electionVoter}`,
  id: electionVoter.id,
  newest: sql`-${electionVoter.sort}`,
  where: {
    electionId: electionVoter.electionId,
    key: words =>
      sql`(${containsWords(electionVoter.name, words)} or ${containsWords(electionVoter.personName, words)})`,
    entitled: answer => sql`${electionVoter.isEntitled} = ${answer === 'yes'}`,
    group: words => containsWords(electionVoter.groupName, words),
  },
  read: ({ db }, ids) =>
    db
      .select()
      .from(electionVoter)
      .where(inArray(electionVoter.id, [...ids])),
  row: ({ id, name, personName, postName, groupName, weight, isEntitled, reason }) => ({
    id,
    name,
    personName,
    postName,
    groupName,
    weight,
    isEntitled,
    reason,
  }),
  columns: {
    name: { heading: '单位（个人）', width: 36, value: of => of.name, sort: byName(electionVoter.name) },
    personName: { heading: '代表', width: 14, value: of => of.personName, sort: byName(electionVoter.personName) },
    postName: { heading: '身份', width: 16, value: of => of.postName, sort: electionVoter.postName },
    groupName: {
      heading: '组',
      width: 16,
      value: of => of.groupName,
      empty: '—',
      sort: byName(electionVoter.groupName),
    },
    weight: { heading: '票数', width: 8, value: of => of.weight, sort: electionVoter.weight, isFigure: true },
    isEntitled: {
      heading: '选举权',
      width: 10,
      value: of => (of.isEntitled ? '有' : '没有'),
      sort: electionVoter.isEntitled,
    },
    reason: { heading: '说明', width: 40, value: of => of.reason, empty: '—', sort: electionVoter.reason },
  },
  listed: ['name', 'personName', 'postName', 'groupName', 'weight', 'isEntitled', 'reason'],
})
