import { S3Client, type S3ClientConfig } from '@aws-sdk/client-s3'

export type S3Service = {
  endpoint: string | undefined
  region: string
  pathStyle: boolean
  key: string
  secret: string
}

/** Opens a client for any S3 service; `patience`: timeouts and number of attempts. */
export const openClient = (
  { endpoint, region, pathStyle, key, secret }: S3Service,
  patience: Pick<S3ClientConfig, 'maxAttempts' | 'requestHandler'> = {},
) =>
  new S3Client({
    endpoint,
    region,
    forcePathStyle: pathStyle,
    credentials: { accessKeyId: key, secretAccessKey: secret },
    // Services other than Amazon's often do not know the newer checksums.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    ...patience,
  })
