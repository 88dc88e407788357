import { boolean, index, integer, jsonb, numeric, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'

/** 能力评价: groups, kinds and levels. Materials and forms are data, because kinds differ and staff change them. */
export const qualificationGroup = pgTable('qualification_group', {
  id: integer().primaryKey(),
  code: text().notNull().unique(),
  name: text().notNull(),
  intro: text().notNull().default(''),
  /** Articles that hold its rules. */
  ruleArticleIds: integer().array().notNull().default([]),
  sort: integer().notNull().default(0),
})

export const qualificationKind = pgTable(
  'qualification_kind',
  {
    id: integer().primaryKey(),
    groupId: integer()
      .notNull()
      .references(() => qualificationGroup.id),
    code: text().notNull().unique(),
    name: text().notNull(),
    validYears: integer().notNull(),
    hasAnnualReport: boolean().notNull().default(true),
    renewAheadMonths: integer().notNull().default(6),
    needsSiteReview: boolean().notNull().default(true),
    materials: jsonb().$type<Material[]>().notNull().default([]),
    form: jsonb().$type<Record<string, unknown>>().notNull().default({}),
    sort: integer().notNull().default(0),
  },
  table => [index().on(table.groupId)],
)

export const qualificationLevel = pgTable(
  'qualification_level',
  {
    id: integer().notNull().unique(),
    kindId: integer()
      .notNull()
      .references(() => qualificationKind.id),
    code: text().notNull(),
    name: text().notNull(),
    /** 允许范围 */
    scope: text().notNull().default(''),
    requirement: jsonb().$type<Requirement>().notNull().default({}),
    fee: numeric({ precision: 12, scale: 2, mode: 'number' }).notNull().default(0),
    sort: integer().notNull().default(0),
  },
  table => [primaryKey({ columns: [table.kindId, table.code] })],
)

/** What a company hands in. `only`: with these kinds of application; with all of them where that is not said. */
export type Material = { code: string; name: string; required: boolean; only?: ('renewal' | 'upgrade' | 'change')[] }

/** At least so many. */
export type Requirement = {
  /** People with a senior title. */
  senior?: number
  /** People with a middle or senior title. */
  middle?: number
  junior?: number
  /** People with a valid certificate of the association. */
  certified?: number
  /** Registered capital, in 10,000 yuan. */
  capital?: number
  /** Works completed, or customers served, within the validity. */
  works?: number
}
