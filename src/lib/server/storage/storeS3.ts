import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { GetObjectCommand, S3Client } from '@aws-sdk/client-s3'
import { Disk } from 'flydrive'
import { S3Driver } from 'flydrive/drivers/s3'
import type { Config } from '../process/config.ts'
import type { Store } from './store.ts'

/** A bucket of any service that speaks S3. It must be private: who may read a file is decided here, not there. */
export function openBucket({ bucket, ...service }: NonNullable<Config['s3']>): Omit<Store, 'check'> {
  const client = new S3Client({
    endpoint: service.endpoint,
    region: service.region,
    forcePathStyle: service.pathStyle,
    credentials: { accessKeyId: service.key, secretAccessKey: service.secret },
    // Services other than Amazon's often do not know the newer checksums.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  })
  const disk = new Disk(new S3Driver({ client, bucket, visibility: 'private', supportsACL: false }))
  return {
    put: (key, bytes) => disk.put(key, bytes),
    take: async (key, path) => disk.putStream(key, createReadStream(path), { contentLength: (await stat(path)).size }),
    open: async (key, range) => {
      const bytes = range && `bytes=${range.start}-${range.end}`
      const { Body } = await client.send(new GetObjectCommand({ Bucket: bucket, Key: key, Range: bytes }))
      return Body as Readable
    },
    remove: key => disk.delete(key),
    async *list() {
      let page: string | undefined
      do {
        const { objects, paginationToken } = await disk.listAll('/', { recursive: true, paginationToken: page })
        for (const object of objects)
          if (object.isFile) yield { key: object.key, at: (await object.getMetaData()).lastModified }
        page = paginationToken
      } while (page)
    },
  }
}
