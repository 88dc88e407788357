import { createReadStream } from 'node:fs'
import { open, stat } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  type S3Client,
  UploadPartCommand,
} from '@aws-sdk/client-s3'
import type { Config } from '../process/config.ts'
import { openClient } from '../storage/s3Client.ts'
import type { Place, StoredBackup } from './place.ts'

/**
 * Part size in bytes of a multipart upload, one part in memory at a time: only a part that fails is sent again, not the
 * whole backup.
 */
const PART_BYTES = 8 << 20
const MAX_PARTS = 9_000

/** A bucket of any service that speaks S3. An object appears there whole, or not at all. */
export function openBucketPlace({ bucket, ...service }: NonNullable<Config['backup']['s3']>): Place {
  const client = openClient(service, { requestHandler: { connectionTimeout: 5_000, requestTimeout: 120_000 } })
  const of = (name: string) => ({ Bucket: bucket, Key: name })
  const place: Place = {
    title: `s3://${bucket}`,
    put: async (name, path, signal) => {
      const { size } = await stat(path)
      if (size > PART_BYTES) return putParts(client, of(name), { path, size, signal })
      const body = Buffer.concat(await Array.fromAsync(createReadStream(path)))
      await place.putBytes(name, body)
    },
    putBytes: async (name, bytes) => void (await client.send(new PutObjectCommand({ ...of(name), Body: bytes }))),
    open: async name => (await client.send(new GetObjectCommand(of(name)))).Body as Readable,
    list: async prefix => {
      const found: StoredBackup[] = []
      for (let page: string | undefined, isFirst = true; isFirst || page; isFirst = false) {
        const asked = new ListObjectsV2Command({ Bucket: bucket, Prefix: prefix, ContinuationToken: page })
        const { Contents = [], NextContinuationToken } = await client.send(asked)
        for (const { Key, Size = 0, LastModified = new Date(0) } of Contents)
          if (Key) found.push({ name: Key, bytes: Size, at: LastModified })
        page = NextContinuationToken
      }
      return found
    },
    remove: async name => void (await client.send(new DeleteObjectCommand(of(name)))),
  }
  return place
}

type Given = { path: string; size: number; signal?: AbortSignal | undefined }

async function putParts(client: S3Client, target: { Bucket: string; Key: string }, { path, size, signal }: Given) {
  const { UploadId } = await client.send(new CreateMultipartUploadCommand(target))
  const upload = { ...target, UploadId }
  const length = Math.max(PART_BYTES, Math.ceil(size / MAX_PARTS))
  const handle = await open(path)
  try {
    const parts = []
    for (let PartNumber = 1, from = 0; from < size; PartNumber++, from += length) {
      signal?.throwIfAborted()
      const { buffer, bytesRead } = await handle.read(Buffer.alloc(Math.min(length, size - from)), 0, undefined, from)
      const sent = new UploadPartCommand({ ...upload, PartNumber, Body: buffer.subarray(0, bytesRead) })
      const { ETag } = await client.send(sent)
      parts.push({ PartNumber, ETag })
    }
    await client.send(new CompleteMultipartUploadCommand({ ...upload, MultipartUpload: { Parts: parts } }))
  } catch (error) {
    await client.send(new AbortMultipartUploadCommand(upload)).catch(() => {})
    throw error
  } finally {
    await handle.close()
  }
}
