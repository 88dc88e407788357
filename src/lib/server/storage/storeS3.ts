import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { DeleteObjectCommand, GetObjectCommand, PutObjectCommand, paginateListObjectsV2 } from '@aws-sdk/client-s3'
import { getSignedUrl } from '@aws-sdk/s3-request-presigner'
import { notFound, Refusal } from '#lib/error.ts'
import type { Config } from '../process/config.ts'
import { openClient, type S3Service } from './s3Client.ts'
import type { DirectDownload, Store } from './store.ts'

/** Timeouts in ms of a service that is unavailable or silent; tried twice. */
const S3_TIMEOUTS = { maxAttempts: 2, requestHandler: { connectionTimeout: 2_000, socketTimeout: 8_000 } }

/** A bucket of any service that speaks S3. It must be private: who may read a file is decided here, not there. */
export function openBucket({ bucket, publicEndpoint, ...service }: NonNullable<Config['s3']>): Omit<Store, 'check'> {
  const client = openClient(service, S3_TIMEOUTS)
  const put = (Key: string, Body: Buffer | Readable, ContentLength: number) =>
    client.send(new PutObjectCommand({ Bucket: bucket, Key, Body, ContentLength })).then(() => {}, throwForVisitor)
  return {
    direct: publicEndpoint === undefined ? undefined : openDirect({ ...service, bucket, endpoint: publicEndpoint }),
    put: (key, bytes) => put(key, bytes, bytes.length),
    take: async (key, path) => put(key, createReadStream(path), (await stat(path)).size),
    open: async (key, range) => {
      const bytes = range && `bytes=${range.start}-${range.end}`
      const { Body } = await client
        .send(new GetObjectCommand({ Bucket: bucket, Key: key, Range: bytes }))
        .catch(throwForVisitor)
      return Body as Readable
    },
    remove: key => client.send(new DeleteObjectCommand({ Bucket: bucket, Key: key })).then(() => {}, throwForVisitor),
    async *list() {
      for await (const { Contents = [] } of paginateListObjectsV2({ client }, { Bucket: bucket }))
        for (const { Key, LastModified } of Contents) yield { key: Key!, at: LastModified! }
    },
  }
}

/** Converts an error into one for visitors: the file is lost, or the service is unavailable. */
function throwForVisitor(error: Error & { $metadata?: { httpStatusCode?: number } }): never {
  const { name, $metadata } = error
  if (name === 'NoSuchKey') throw notFound('文件已经丢失，请与协会联系')
  const status = $metadata?.httpStatusCode
  if (status !== undefined && status < 500) throw error
  throw Object.assign(new Refusal(503, '附件存储暂时不可用，请稍后再试'), { cause: error })
}

/** Time in ms for which an address stays the same. */
const SIGNING_WINDOW_MS = 15 * 60_000
/** Validity in seconds: an address handed out at the end of `SAME_FOR` is still valid as long again. */
const ADDRESS_VALIDITY_S = (2 * SIGNING_WINDOW_MS) / 1_000

/** Signed addresses of a private bucket; `endpoint`: where browsers reach the service. Nothing is asked of it for them. */
function openDirect(service: S3Service & { bucket: string; endpoint: string }): DirectDownload {
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
        { expiresIn: ADDRESS_VALIDITY_S, signingDate: new Date(Date.now() - (Date.now() % SIGNING_WINDOW_MS)) },
      ),
  }
}

const originOf = ({ protocol, host }: URL, subdomain: string) => `${protocol}//${subdomain}${host}`
