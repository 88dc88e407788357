import { boolean, date, index, integer, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { createdAt, id, idOf, updatedAt } from '#lib/server/database/columns.ts'
import { file } from '#modules/files/server/tables.ts'
import { type AwardRules, callStates, entryForms } from '../rules.ts'

/** 奖项: an award, as it is held year after year. */
export const awardKind = pgTable('award_kind', {
  id: id(),
  code: text().notNull().unique(),
  name: text().notNull(),
  form: text({ enum: entryForms }).notNull(),
  intro: text().notNull().default(''),
  /** Defaults copied into a new call. */
  rules: jsonb().$type<AwardRules>().notNull(),
  /** Code in certificate numbers: `KJ` in XH-KJ-2026-0001. */
  numberCode: text().notNull(),
  isOpen: boolean().notNull().default(true),
  sort: integer().notNull().default(0),
  version: integer().notNull().default(1),
  createdAt: createdAt(),
  updatedAt: updatedAt(),
})

/** 年度申报: an award called for in one year, by rules that later changes of the kind leave alone. */
export const awardCall = pgTable(
  'award_call',
  {
    id: id(),
    kindId: idOf(() => awardKind.id),
    year: integer().notNull(),
    title: text().notNull(),
    /** First and last day, both inclusive, in the time zone of the association. */
    opensOn: date().notNull(),
    closesOn: date().notNull(),
    /** The article that announces it. */
    noticeArticleId: integer(),
    templateFileId: integer().references(() => file.id),
    rules: jsonb().$type<AwardRules>().notNull(),
    /** Minimum number of experts who must have scored an entry before its round can close. */
    leastScores: integer().notNull().default(3),
    /** Experts do not see whose entry it is. */
    hidesApplicants: boolean().notNull().default(false),
    state: text({ enum: callStates }).notNull().default('draft'),
    version: integer().notNull().default(1),
    /** Name of the colleague who acted last. */
    actorName: text().notNull().default(''),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  table => [uniqueIndex().on(table.kindId, table.year), index().on(table.state, table.closesOn)],
)
