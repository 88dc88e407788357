import { GetObjectCommand } from '@aws-sdk/client-s3'
import { getSignedUrl } from '@aws-sdk/s3-request-presigner'
import { openClient, type S3Service } from './s3Client.ts'
import type { Direct } from './store.ts'

/** In ms: so long an address stays the same. */
const SAME_FOR = 15 * 60_000
/** In seconds: what is given out at the end of that time lasts as long again. */
const VALID_FOR = (2 * SAME_FOR) / 1_000

/** Signed addresses of a private bucket; `endpoint`: where browsers reach the service. Nothing is asked of it for them. */
export function openDirect(service: S3Service & { bucket: string; endpoint: string }): Direct {
  const { bucket, endpoint, pathStyle } = service
  const client = openClient(service)
  return {
    origin: originOf(new URL(endpoint), pathStyle ? '' : `${bucket}.`),
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
  }
}

const originOf = ({ protocol, host }: URL, subdomain: string) => `${protocol}//${subdomain}${host}`
