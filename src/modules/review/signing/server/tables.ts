import { sql } from 'drizzle-orm'
import { index, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import { createdAt, id, idOf, moment } from '#lib/server/database/columns.ts'
import { nonceTable } from '#lib/server/http/signedNotices.ts'
import { file } from '#modules/files/server/tables.ts'
import { application, type ConfirmedFile } from '#modules/review/server/tables.ts'
import type { FlowState } from '../flowStates.ts'

/** A form that was given to a signing service: what of, for whom, and what became of it. */
export const signingFlow = pgTable(
  'signing_flow',
  {
    id: id(),
    applicationId: idOf(() => application.id),
    /** Ours: by it the provider knows it. */
    number: text().notNull().unique(),
    provider: text().notNull(),
    /** Account of the company or person, and the login that requested it. */
    accountId: integer().notNull(),
    loginId: integer().notNull(),
    signatoryKind: text({ enum: ['organisation', 'person'] }).notNull(),
    signatoryName: text().notNull(),
    creditCode: text().notNull(),
    /** Hash of the form and its files; later changes require a new signature. */
    documentHash: text().notNull(),
    files: jsonb().$type<ConfirmedFile[]>().notNull(),
    /** The PDF as it was given, and what its QR code says. */
    fileId: idOf(() => file.id),
    sha256: text().notNull(),
    qr: text().notNull(),
    state: text().$type<FlowState>().notNull(),
    link: text().notNull().default(''),
    /** Why it was refused, or is of no use, or has to wait; as the applicant reads it. */
    problem: text().notNull().default(''),
    /** Hash and size of the signed PDF as reported by the provider. */
    signedSha256: text(),
    signedSize: integer(),
    signedFileId: integer().references(() => file.id),
    /** SHA-256 of the certificate by whose key it was signed. */
    certificate: text(),
    endedAt: moment(),
    /** Time of the next query to the provider. */
    askAgainAt: moment(),
    createdAt: createdAt(),
  },
  table => [
    index().on(table.applicationId, table.id),
    index('signing_flow_due').on(table.askAgainAt).where(sql`ask_again_at is not null`),
  ],
)

/** Nonces of accepted callbacks, to reject replays. */
export const signingNonce = nonceTable('signing_nonce')
