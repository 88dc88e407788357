import { boolean, date, index, integer, jsonb, numeric, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import type { FormField } from '#lib/form/form.ts'
import { createdAt, idOf } from '#lib/server/database/columns.ts'
import { catalogueColumns } from '#modules/certificates/catalogue/server/columns.ts'
import { certificate } from '#modules/certificates/server/tables.ts'
import { application } from '#modules/review/server/tables.ts'
import { type ApplicationType, applicationTypes, type QualificationStage } from '../applicationTypes.ts'
import type { requirementTerms } from '../requirementTerms.ts'

/** 能力评价: groups, kinds and levels. Materials and forms are data, because kinds differ and staff change them. */
export const qualificationGroup = pgTable('qualification_group', {
  ...catalogueColumns(),
  intro: text().notNull().default(''),
  /** Articles that hold its rules. */
  ruleArticleIds: integer().array().notNull().default([]),
})

export const qualificationKind = pgTable(
  'qualification_kind',
  {
    ...catalogueColumns(),
    groupId: idOf(() => qualificationGroup.id),
    validYears: integer().notNull(),
    hasAnnualReport: boolean().notNull().default(true),
    renewAheadMonths: integer().notNull().default(6),
    needsSiteReview: boolean().notNull().default(true),
    materials: jsonb().$type<Material[]>().notNull().default([]),
    /** Codes of the persons' certificates that count where a level asks for people who are certified; none: all of them. */
    certifiedKinds: text().array().notNull().default([]),
    /** Requirements beyond numbers: people holding certificates of certain kinds. */
    holderRules: jsonb().$type<HolderRule[]>().notNull().default([]),
    form: jsonb().$type<{ fields?: FormField[] }>().notNull().default({}),
    checklist: jsonb().$type<Clause[]>().notNull().default([]),
    /** Rule for certificate numbers, see `numbering.ts`. */
    numberRule: text().notNull().default('{prefix}-{kind}-{level}-{year}-{serial:4}'),
    /** Per cent of the level's fee for each type of application; none where a type is not named. */
    feeShares: jsonb()
      .$type<Partial<Record<ApplicationType, number>>>()
      .notNull()
      .default({ initial: 100, renewal: 100, upgrade: 100, extraScope: 50 }),
    /** Days of the year between which annual reports are accepted: `01-01` to `03-31`. */
    annualFrom: text().notNull().default('01-01'),
    annualTo: text().notNull().default('03-31'),
    /** Applications are taken. */
    isOpen: boolean().notNull().default(true),
    /** Grows with every change of the kind or one of its levels. */
    version: integer().notNull().default(1),
  },
  table => [index().on(table.groupId)],
)

export const qualificationLevel = pgTable(
  'qualification_level',
  {
    id: integer().notNull().unique(),
    kindId: idOf(() => qualificationKind.id),
    code: text().notNull(),
    name: text().notNull(),
    /** 允许范围 */
    scope: text().notNull().default(''),
    requirement: jsonb().$type<Requirement>().notNull().default({}),
    fee: numeric({ precision: 12, scale: 2, mode: 'number' }).notNull().default(0),
    isOpen: boolean().notNull().default(true),
    sort: integer().notNull().default(0),
  },
  table => [primaryKey({ columns: [table.kindId, table.code] })],
)

/** What a qualification application adds to the columns of every application. */
export const qualificationCase = pgTable(
  'qualification_case',
  {
    applicationId: integer()
      .primaryKey()
      .references(() => application.id),
    type: text({ enum: applicationTypes }).notNull(),
    kindId: idOf(() => qualificationKind.id),
    /** The certificate that is renewed, upgraded, changed …; null for a first application. */
    certificateId: integer().references(() => certificate.id),
    /** The way it goes, as the kind was when it was handed in: what staff change later counts for later ones. */
    path: text().array().$type<QualificationStage[]>().notNull().default([]),
  },
  table => [index().on(table.kindId, table.type), index().on(table.certificateId)],
)

/** Reminders of annual reports that have gone out. The primary key keeps concurrent jobs from sending one twice. */
export const annualReminder = pgTable(
  'annual_reminder',
  {
    certificateId: idOf(() => certificate.id),
    /** The first day on which the reports of that year are taken. */
    opensOn: date().notNull(),
    step: text({ enum: ['opening', 'closing'] }).notNull(),
    at: createdAt(),
  },
  table => [primaryKey({ columns: [table.certificateId, table.opensOn, table.step] })],
)

/** Document that a company submits. `only`: the application types that require it; absent: all. */
export type Material = { code: string; name: string; required: boolean; hint?: string; only?: ApplicationType[] }

export type Clause = { clause: string; content: string }

/** Minimum numbers. */
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

/**
 * People who hold one of these kinds of certificate, of that grade where one is said: so many of them, or that share of
 * the staff in per cent. For the level of that code; for every level where none is said.
 */
export type HolderRule = {
  name: string
  level: string
  kinds: string[]
  grade: string
  count: number | null
  share: number | null
}

/** `name`: of the rule, where `what` alone does not say it. */
export type Missing = { what: keyof typeof requirementTerms; name?: string; needed: number; have: number }
