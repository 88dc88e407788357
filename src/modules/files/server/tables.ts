import { sql } from 'drizzle-orm'
import { boolean, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { createdAt, id, idOf, moment } from '#lib/server/database/columns.ts'
import { account } from '#modules/accounts/server/tables.ts'

/** A document or picture. Its bytes are in the store under `key`; rows outlive their bytes only by `deletedAt`. */
export const file = pgTable(
  'file',
  {
    id: id(),
    key: text().notNull().unique(),
    name: text().notNull(),
    type: text().notNull(),
    size: integer().notNull(),
    sha256: text().notNull(),
    width: integer(),
    height: integer(),
    /** Readable by everyone; otherwise only by its owner and staff. */
    isPublic: boolean().notNull().default(false),
    /**
     * Unreadable even by staff with access to members' files: its content is used only through the records made from
     * it.
     */
    isConfined: boolean().notNull().default(false),
    ownerId: integer().references(() => account.id),
    /** For an upload without an account: hash of the ticket that proves ownership. */
    ticketHash: text(),
    /** Time since when a record refers to it; files without a reference for a month are removed. */
    attachedAt: moment(),
    /** Contents of the QR codes in a document or picture. */
    codes: text().array().notNull().default([]),
    /** Null: they are still to be read. Of files whose codes nobody asks for it is when they came. */
    codesReadAt: moment().defaultNow(),
    codesTries: integer().notNull().default(0),
    createdAt: createdAt(),
    deletedAt: moment(),
  },
  table => [
    index().on(table.ownerId),
    index().on(table.createdAt).where(sql`attached_at is null`),
    index().on(table.id).where(sql`codes_read_at is null`),
  ],
)

/** Smaller copies of a picture, by width. */
export const fileSize = pgTable(
  'file_size',
  {
    fileId: idOf(() => file.id),
    width: integer().notNull(),
    height: integer().notNull(),
    key: text().notNull().unique(),
    type: text().notNull(),
    size: integer().notNull(),
  },
  table => [primaryKey({ columns: [table.fileId, table.width] })],
)
