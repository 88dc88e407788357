import { index, pgTable, text } from 'drizzle-orm/pg-core'
import { createdAt, id, idOf, moment } from '#lib/server/database/columns.ts'

/**
 * Every certificate that documents were signed with, so that they stay verifiable as the association's forever. If the
 * operator provides no key, the program makes one that all processes share.
 */
export const signingKey = pgTable('signing_key', {
  id: id(),
  /** SHA-256 of the certificate, as `AB:CD:…`. */
  fingerprint: text().notNull().unique(),
  /**
   * `seals`: papers are sealed by SM2 with it; `sealMaking`: who makes the seals signs them with it; `timeStamps`: of the
   * service whose time stamps our papers carry, with the certificates that came with them.
   */
  use: text({ enum: ['papers', 'seals', 'sealMaking', 'timeStamps'] })
    .notNull()
    .default('papers'),
  /** Owner; for a key made by the program, the name of the association at that time. */
  name: text().notNull(),
  /** X.509 in PEM, public: the certificate, then every other one that ever came with it. */
  certificates: text().notNull(),
  endsAt: moment().notNull(),
  /** PKCS #8, sealed; null: the operator's, who keeps it. */
  keySealed: text(),
  /** Time from which another key signs; earlier signatures stay valid. */
  replacedAt: moment(),
  /** Time from which others may have the key: a signature is valid only with an older time stamp. */
  lostAt: moment(),
  lostReason: text().notNull().default(''),
  createdAt: createdAt(),
})

/** 电子印章 (GB/T 38540) that papers were sealed with, as they were made. Never changed: by these a changed one is found out. */
export const electronicSeal = pgTable('electronic_seal', {
  id: id(),
  /** SM3 of it, in hexadecimal. */
  digest: text().notNull().unique(),
  /** Identifier inside the seal. */
  sealNo: text().notNull(),
  name: text().notNull(),
  /** The fingerprint of the certificate that may seal with it. */
  signer: text().notNull(),
  /** SHA-256 of the picture that it was made from; empty: an authority made it. */
  picture: text().notNull().default(''),
  /** DER, in base64. */
  bytes: text().notNull(),
  endsAt: moment().notNull(),
  createdAt: createdAt(),
})

/** 签章: papers that were sealed, by the hash of their bytes; all that their value is written from once more. Never changed. */
export const sealedPaper = pgTable(
  'sealed_paper',
  {
    id: id(),
    /** SM3 of the PDF, in hexadecimal. */
    digest: text().notNull().unique(),
    /** Name of the paper as in its signature: 证书 甲-1. */
    paper: text().notNull(),
    sealId: idOf(() => electronicSeal.id),
    keyId: idOf(() => signingKey.id),
    at: moment().notNull(),
    /** URL for verification. */
    property: text().notNull(),
    /** In base64. */
    signature: text().notNull(),
    /** The token of a time stamp for the signature, in base64. */
    stamp: text(),
    createdAt: createdAt(),
  },
  table => [index().on(table.paper), index().on(table.sealId)],
)
