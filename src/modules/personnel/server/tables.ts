import { index, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core'

/** 人员证书: groups and kinds. */
export const personnelGroup = pgTable('personnel_group', {
  id: integer().primaryKey(),
  code: text().notNull().unique(),
  name: text().notNull(),
  sort: integer().notNull().default(0),
})

export const personnelKind = pgTable(
  'personnel_kind',
  {
    id: integer().primaryKey(),
    groupId: integer()
      .notNull()
      .references(() => personnelGroup.id),
    code: text().notNull().unique(),
    name: text().notNull(),
    levels: jsonb().$type<{ code: string; name: string }[]>().notNull().default([]),
    validYears: integer().notNull().default(4),
    /** Who issues it: the association, or the State for kinds that are listed for reference only. */
    issuer: text({ enum: ['association', 'state'] })
      .notNull()
      .default('association'),
    /** 继续教育学时 within the validity. */
    renewHours: integer().notNull().default(24),
    sort: integer().notNull().default(0),
  },
  table => [index().on(table.groupId)],
)
