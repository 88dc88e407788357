import { z } from 'zod'

/** Signatory: a company with its name and credit code from the account, or a person with the name alone. */
export type Signatory = { kind: 'organisation' | 'person'; name: string; creditCode: string }

export type SigningRequest = {
  /** Ours: asked for again with the same, it is the same flow. */
  flowNumber: string
  title: string
  /** The form as it is to be signed: the signature is added behind these bytes, which stay as they are. */
  document: { name: string; bytes: Buffer; sha256: string }
  signatory: Signatory
  /** Page to which the signatory is redirected after signing. */
  returnUrl: string
}

const sha256 = z.string().regex(/^[0-9a-f]{64}$/)
/** Maximum size of a signed form in bytes. */
export const MAX_SIGNED_PDF_BYTES = 15 << 20

/** Status of a flow from the provider: a signed callback, or the response to our query. */
export const signingStatus = z.object({
  flowNumber: z.string().max(32),
  /** Hash of the PDF that we sent. */
  documentSha256: sha256,
  state: z.enum(['signing', 'signed', 'refused', 'expired']),
  /** Page where the company signs. */
  link: z
    .string()
    .max(2000)
    .regex(/^(https:\/\/|http:\/\/(localhost|127\.0\.0\.1)(:\d+)?\/)\S+$/),
  /** Why it was refused. */
  reason: z.string().max(200).default(''),
  /** The signed form, once there is one. */
  signed: z
    .object({ size: z.int().min(1).max(MAX_SIGNED_PDF_BYTES), sha256 })
    .nullable()
    .default(null),
})
export type SigningStatus = z.output<typeof signingStatus>

/** A service at which applicants sign. Each call ends in time, and reads no more than a bound. */
export type SigningDriver = {
  name: string
  create: (asked: SigningRequest) => Promise<SigningStatus>
  /** Undefined: it knows nothing of it. */
  query: (flowNumber: string) => Promise<SigningStatus | undefined>
  download: (flowNumber: string) => Promise<Buffer>
}

/** The provider has refused to begin, in words for the applicant: asking again with the same changes nothing. */
export class SigningRefusal extends Error {}
