import { boolean, date, index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { createdAt, id, idOf, updatedAt } from '#lib/server/database/columns.ts'
import { person } from '#modules/members/server/tables.ts'
import { ties } from '../ties.ts'

/** 专家库: who reviews on site, or judges awards. Never shown to the public with more than the name. */
export const expert = pgTable(
  'expert',
  {
    id: id(),
    name: text().notNull(),
    /** The same person in the register of persons, where there is one: its employer counts, too. */
    personId: integer().references(() => person.id),
    jobTitle: text().notNull().default(''),
    provinceCode: text(),
    /** 专业领域, as staff search for them. */
    specialities: text().array().notNull().default([]),
    mobileSealed: text(),
    mobileHash: text(),
    email: text().notNull().default(''),
    /** May lead a group: 评审组长. */
    mayLead: boolean().notNull().default(false),
    isActive: boolean().notNull().default(true),
    remark: text().notNull().default(''),
    version: integer().notNull().default(1),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  table => [index().on(table.isActive, table.id), index().on(table.personId)],
)

/** Ties of an expert to organisations, so that nobody judges their own. */
export const expertTie = pgTable(
  'expert_tie',
  {
    id: id(),
    expertId: idOf(() => expert.id),
    kind: text({ enum: ties }).notNull(),
    organisationName: text().notNull(),
    creditCode: text(),
    fromDay: date(),
    /** Null: until today. */
    toDay: date(),
  },
  table => [index().on(table.expertId), index().on(table.creditCode)],
)
