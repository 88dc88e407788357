import { sql } from 'drizzle-orm'
import { check, date, index, integer, jsonb, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core'
import type { FormRow } from '#lib/form/form.ts'
import { createdAt, id, idOf, moment, updatedAt } from '#lib/server/database/columns.ts'
import type { StoredForm } from '#lib/server/encryption/encryptedForm.ts'
import { account } from '#modules/accounts/server/tables.ts'
import { organisation, person } from '#modules/members/server/tables.ts'
import type { PublishedResults } from '../contract.ts'
import type { Question } from '../question.ts'
import { audiences, identities, surveyStates } from '../surveyWords.ts'

/** 问卷: a form of the association's own, with whom it is for and until when. */
export const survey = pgTable(
  'survey',
  {
    id: id(),
    /** Public name, in its address. */
    key: uuid().notNull().unique().defaultRandom(),
    title: text().notNull(),
    intro: text().notNull().default(''),
    thanks: text().notNull().default(''),
    audience: text({ enum: audiences }).notNull(),
    identity: text({ enum: identities }).notNull(),
    /** Questions as they are being written; whoever answers gets those of the latest version. */
    questions: jsonb().$type<Question[]>().notNull().default([]),
    /** Number of the last question: codes of deleted ones are not used again. */
    lastQuestion: integer().notNull().default(0),
    state: text({ enum: surveyStates }).notNull().default('draft'),
    /** Answers come until then; null: until staff close it. */
    closesAt: moment(),
    /** Days before closing on which whoever has not answered is reminded by itself; null: never. */
    remindDays: integer(),
    /** Answers after which it closes by itself. */
    maxAnswers: integer(),
    /** Months after closing until names are removed from the answers. */
    keptMonths: integer().notNull(),
    /** They were reminded by itself then. */
    autoRemindedAt: moment(),
    openedAt: moment(),
    closedAt: moment(),
    /** Names, numbers and files were removed then. */
    erasedAt: moment(),
    /** Codes of the questions whose results everybody may see. */
    publishedCodes: text().array().notNull().default([]),
    /** These results as they stood when they were published: what everybody sees is counted once. */
    published: jsonb().$type<PublishedResults>(),
    version: integer().notNull().default(1),
    createdBy: integer().references(() => account.id),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  table => [
    index().on(table.createdAt.desc(), table.id.desc()),
    check('survey_anonymous', sql`identity <> 'anonymous' or audience = 'everybody'`),
  ],
)

/** Questions as they were published; an answer keeps the version that it answers. */
export const surveyVersion = pgTable(
  'survey_version',
  {
    id: id(),
    surveyId: idOf(() => survey.id, { onDelete: 'cascade' }),
    number: integer().notNull(),
    questions: jsonb().$type<Question[]>().notNull(),
    publishedBy: integer().references(() => account.id),
    publishedAt: createdAt(),
  },
  table => [unique().on(table.surveyId, table.number)],
)

/** 填写人: a company or person who is asked, and whether an answer came. Not used by anonymous surveys. */
export const surveyRespondent = pgTable(
  'survey_respondent',
  {
    id: id(),
    surveyId: idOf(() => survey.id, { onDelete: 'cascade' }),
    /** `organisation 12`, `person 5` or `account 9`: each is asked once. */
    key: text().notNull(),
    name: text().notNull(),
    organisationId: integer().references(() => organisation.id),
    personId: integer().references(() => person.id),
    accountId: integer().references(() => account.id),
    /** Hash of the code sent last to whoever has no account. */
    tokenHash: text().unique(),
    /** The day, not the moment: it must not tell which of the confidential answers is theirs. */
    answeredOn: date(),
    invitedAt: moment(),
    remindedAt: moment(),
    /** May still answer until then, although the survey is closed. */
    lateUntil: date(),
  },
  table => [
    unique().on(table.surveyId, table.key),
    index().on(table.organisationId),
    index().on(table.personId),
    index().on(table.accountId),
    index('survey_respondent_silent').on(table.surveyId).where(sql`answered_on is null`),
  ],
)

/** 答卷: an answer, or the draft of one. Of a confidential survey the draft has a respondent and the answer has none. */
export const surveyAnswer = pgTable(
  'survey_answer',
  {
    id: id(),
    surveyId: idOf(() => survey.id, { onDelete: 'cascade' }),
    versionId: idOf(() => surveyVersion.id),
    respondentId: integer()
      .unique()
      .references(() => surveyRespondent.id, { onDelete: 'cascade' }),
    form: jsonb().$type<StoredForm>().notNull().default({}),
    /** Day on which it was handed in; null: a draft. */
    handedInOn: date(),
    /** Who filled in something, of named answers. */
    filledBy: text().array().notNull().default([]),
    /** Grows with every save: several people of a company fill in one answer. */
    version: integer().notNull().default(1),
  },
  table => [index().on(table.surveyId, table.handedInOn), index().on(table.versionId)],
)

/** 协会的答复: what the association answers to one comment of an answer. */
export const surveyReply = pgTable(
  'survey_reply',
  {
    id: id(),
    answerId: idOf(() => surveyAnswer.id, { onDelete: 'cascade' }),
    /** Code of the question of clauses, and the place of the comment in the answer. */
    code: text().notNull(),
    place: integer().notNull(),
    outcome: text({ enum: ['adopted', 'partly', 'declined'] }).notNull(),
    reply: text().notNull().default(''),
    repliedBy: integer().references(() => account.id),
    repliedAt: createdAt(),
  },
  table => [unique().on(table.answerId, table.code, table.place)],
)

/** 问卷模板: what a new survey can begin with. */
export const surveyTemplate = pgTable('survey_template', {
  id: id(),
  name: text().notNull().unique(),
  intro: text().notNull().default(''),
  thanks: text().notNull().default(''),
  /** One a question, as the form of templates has them. */
  questions: jsonb().$type<FormRow[]>().notNull(),
  sort: integer().notNull().default(0),
})
