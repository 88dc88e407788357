import { GetObjectCommand, type S3Client } from '@aws-sdk/client-s3'
import { getSignedUrl } from '@aws-sdk/s3-request-presigner'
import type { Direct } from './store.ts'

/** In ms: so long an address stays the same. */
const SAME_FOR = 15 * 60_000
/** In seconds: what is given out at the end of that time lasts as long again. */
const VALID_FOR = (2 * SAME_FOR) / 1_000

type Bucket = { bucket: string; publicEndpoint: string; pathStyle: boolean }

/** Signed addresses of a private bucket, by `client`, which signs for the address that browsers know. */
export const directFrom = (client: S3Client, { bucket, publicEndpoint, pathStyle }: Bucket): Direct => ({
  origin: originOf(new URL(publicEndpoint), pathStyle ? '' : `${bucket}.`),
  addressOf: (key, { type, disposition }) =>
    getSignedUrl(
      client,
      new GetObjectCommand({
        Bucket: bucket,
        Key: key,
        ResponseContentType: type,
        ResponseContentDisposition: disposition,
        ResponseCacheControl: 'public, max-age=3600',
      }),
      { expiresIn: VALID_FOR, signingDate: new Date(Date.now() - (Date.now() % SAME_FOR)) },
    ),
})

const originOf = ({ protocol, host }: URL, subdomain: string) => `${protocol}//${subdomain}${host}`
