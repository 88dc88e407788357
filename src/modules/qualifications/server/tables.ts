import { sql } from 'drizzle-orm'
import {
  boolean,
  date,
  index,
  integer,
  jsonb,
  numeric,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import type { FormField } from '#lib/form/form.ts'
import { createdAt, id, moment, updatedAt } from '#lib/server/database/columns.ts'
import { account } from '#modules/accounts/server/tables.ts'
import { certificate } from '#modules/certificates/server/tables.ts'
import { expert } from '#modules/experts/server/tables.ts'
import { file } from '#modules/files/server/tables.ts'
import { organisation } from '#modules/members/server/tables.ts'
import { application } from '#modules/review/server/tables.ts'
import { type ApplicationType, applicationTypes, type QualificationStage } from '../applying/applicationTypes.ts'
import { conclusions, findingResults, siteReviewStates } from '../site/siteReview.ts'

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
    /** What its form asks beyond what all kinds ask. */
    form: jsonb().$type<{ fields?: FormField[] }>().notNull().default({}),
    /** What is looked at on site. */
    checklist: jsonb().$type<Clause[]>().notNull().default([]),
    /** How its certificates are numbered: see `numbering.ts`. */
    numberRule: text().notNull().default('{prefix}-{kind}-{level}-{year}-{serial:4}'),
    /** Per cent of the level's fee for each type of application; none where a type is not named. */
    feeShares: jsonb()
      .$type<Partial<Record<ApplicationType, number>>>()
      .notNull()
      .default({ initial: 100, renewal: 100, upgrade: 100, extraScope: 50 }),
    /** In which days of a year the annual report is handed in: `01-01` to `03-31`. */
    annualFrom: text().notNull().default('01-01'),
    annualTo: text().notNull().default('03-31'),
    /** Applications are taken. */
    isOpen: boolean().notNull().default(true),
    sort: integer().notNull().default(0),
    /** Grows with every change of the kind or one of its levels. */
    version: integer().notNull().default(1),
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
    isOpen: boolean().notNull().default(true),
    sort: integer().notNull().default(0),
  },
  table => [primaryKey({ columns: [table.kindId, table.code] })],
)

/** What a company hands in. `only`: with these kinds of application; with all of them where that is not said. */
export type Material = { code: string; name: string; required: boolean; hint?: string; only?: ApplicationType[] }

/** One line of the checklist of a review on site. */
export type Clause = { clause: string; content: string }

/** What an application of ours is about, beside what every application has. */
export const qualificationCase = pgTable(
  'qualification_case',
  {
    applicationId: integer()
      .primaryKey()
      .references(() => application.id),
    type: text({ enum: applicationTypes }).notNull(),
    kindId: integer()
      .notNull()
      .references(() => qualificationKind.id),
    /** The certificate that is renewed, upgraded, changed …; null for a first application. */
    certificateId: integer().references(() => certificate.id),
    /** The way it goes, as the kind was when it was handed in: what staff change later counts for later ones. */
    path: text().array().$type<QualificationStage[]>().notNull().default([]),
  },
  table => [index().on(table.kindId, table.type), index().on(table.certificateId)],
)

/** 评审费: what an application costs, and what its applicant says to have paid. */
export const assessmentFee = pgTable('assessment_fee', {
  applicationId: integer()
    .primaryKey()
    .references(() => application.id),
  /** In yuan. */
  amount: numeric({ precision: 12, scale: 2, mode: 'number' }).notNull(),
  state: text({ enum: ['due', 'claimed', 'refused', 'confirmed'] })
    .notNull()
    .default('due'),
  paidOn: date(),
  payer: text().notNull().default(''),
  slipId: integer().references(() => file.id),
  invoiceTitle: text().notNull().default(''),
  invoiceCreditCode: text().notNull().default(''),
  invoiceEmail: text().notNull().default(''),
  claimedAt: moment(),
  confirmedAt: moment(),
  confirmedBy: integer().references(() => account.id),
  createdAt: createdAt(),
})

/** 现场评审: who looks at an applicant's place, when, and what they found. */
export const siteReview = pgTable(
  'site_review',
  {
    id: id(),
    applicationId: integer()
      .notNull()
      .unique()
      .references(() => application.id),
    state: text({ enum: siteReviewStates }).notNull().default('planned'),
    plannedOn: date().notNull(),
    days: integer().notNull().default(1),
    place: text().notNull().default(''),
    observer: text().notNull().default(''),
    /** For the applicant: what to have at hand. */
    note: text().notNull().default(''),
    conclusion: text({ enum: conclusions }),
    summary: text().notNull().default(''),
    /** The signed record. */
    fileIds: integer().array().notNull().default([]),
    recordedAt: moment(),
    version: integer().notNull().default(1),
    /** Who of the staff acted last. */
    actorName: text().notNull().default(''),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  table => [index().on(table.state, table.plannedOn)],
)

/** Who goes, and what was known then of their ties to the applicant: printed in the record. */
export const siteReviewer = pgTable(
  'site_reviewer',
  {
    reviewId: integer()
      .notNull()
      .references(() => siteReview.id),
    expertId: integer()
      .notNull()
      .references(() => expert.id),
    role: text({ enum: ['leader', 'member'] }).notNull(),
    /** Where the expert works and worked, as it was when assigned. */
    employers: jsonb().$type<string[]>().notNull().default([]),
    /** When the 回避声明 was signed. */
    declaredOn: date(),
  },
  table => [primaryKey({ columns: [table.reviewId, table.expertId] }), index().on(table.expertId)],
)

/** One line of the checklist, as it was found. */
export const siteFinding = pgTable(
  'site_finding',
  {
    reviewId: integer()
      .notNull()
      .references(() => siteReview.id),
    /** From 1. */
    place: integer().notNull(),
    clause: text().notNull(),
    content: text().notNull(),
    result: text({ enum: findingResults }),
    remark: text().notNull().default(''),
  },
  table => [primaryKey({ columns: [table.reviewId, table.place] })],
)

/** 不符合项: what must be put right, by when, with what evidence, and whether that was enough. */
export const nonconformity = pgTable(
  'nonconformity',
  {
    id: id(),
    reviewId: integer()
      .notNull()
      .references(() => siteReview.id),
    /** From 1, as it is called. */
    place: integer().notNull(),
    clause: text().notNull(),
    description: text().notNull(),
    dueOn: date().notNull(),
    /** What the applicant did. */
    correction: text().notNull().default(''),
    fileIds: integer().array().notNull().default([]),
    result: text({ enum: ['open', 'accepted', 'refused'] })
      .notNull()
      .default('open'),
    /** Why it is not enough yet. */
    remark: text().notNull().default(''),
    verifiedOn: date(),
  },
  table => [uniqueIndex().on(table.reviewId, table.place)],
)

/** 持续符合性预警: a certificate whose holder no longer has what its level asks for. */
export const qualificationShortfall = pgTable(
  'qualification_shortfall',
  {
    id: id(),
    certificateId: integer()
      .notNull()
      .references(() => certificate.id),
    organisationId: integer()
      .notNull()
      .references(() => organisation.id),
    missing: jsonb().$type<Missing[]>().notNull(),
    /** The first day on which there is not enough: over, or to come when certificates of its people end. */
    lacksOn: date().notNull(),
    /** Which of the two the company was told last. */
    told: text({ enum: ['ahead', 'short'] }).notNull(),
    /** When staff wrote to the company about it, last. */
    remindedAt: moment(),
    since: createdAt(),
    checkedAt: updatedAt(),
    /** When there was enough again, or the certificate was over. */
    resolvedAt: moment(),
  },
  table => [
    uniqueIndex('shortfall_open').on(table.certificateId).where(sql`resolved_at is null`),
    index().on(table.organisationId),
  ],
)

/** Which reminder of an annual report has gone out: each once, whoever else runs the same day. */
export const annualReminder = pgTable(
  'annual_reminder',
  {
    certificateId: integer()
      .notNull()
      .references(() => certificate.id),
    /** The first day on which the reports of that year are taken. */
    opensOn: date().notNull(),
    step: text({ enum: ['opening', 'closing'] }).notNull(),
    at: createdAt(),
  },
  table => [primaryKey({ columns: [table.certificateId, table.opensOn, table.step] })],
)

/** 旧证补录 by a visitor: how it is found again, and that nobody hands the same in twice. */
export const legacyClaim = pgTable(
  'legacy_claim',
  {
    applicationId: integer()
      .primaryKey()
      .references(() => application.id),
    numberKey: text().notNull(),
    creditCode: text().notNull(),
    /** Of the contact: who comes back proves that it is them. */
    mobileHash: text().notNull(),
    isOpen: boolean().notNull().default(true),
  },
  table => [uniqueIndex('legacy_claim_open').on(table.numberKey).where(sql`is_open`), index().on(table.creditCode)],
)

export type Missing = { what: keyof Requirement; needed: number; have: number }

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
