import { createHash, createHmac } from 'node:crypto'
import { SignatureV4 } from '@smithy/signature-v4'

export type Credentials = { key: string; secret: string }
export type BucketRequest = {
  method: string
  name: string
  query: URLSearchParams
  headers: Record<string, string>
  bytes: Buffer
}

const signerOf = ({ key, secret }: Credentials, region: string) =>
  new SignatureV4({
    service: 's3',
    region,
    credentials: { accessKeyId: key, secretAccessKey: secret },
    sha256: Sha256,
    uriEscapePath: false,
  })

/** An address that is signed itself: the same way, and not for longer than it says. */
async function isPresigned({ method, query, headers }: BucketRequest, url: URL, credentials: Credentials) {
  const [owner, , region] = (query.get('X-Amz-Credential') ?? '').split('/')
  const signingDate = dateOf(query.get('X-Amz-Date') ?? '')
  const expiresIn = Number(query.get('X-Amz-Expires'))
  if (owner !== credentials.key || !region || Date.now() > signingDate.getTime() + expiresIn * 1_000) return false
  const { 'X-Amz-Signature': given, ...rest } = Object.fromEntries(query)
  // An address cannot speak for the body.
  const said = { host: headers.host ?? '', 'X-Amz-Content-Sha256': 'UNSIGNED-PAYLOAD' }
  const signed = await signerOf(credentials, region).presign(
    { method, protocol: 'http:', hostname: url.hostname, path: url.pathname, query: rest, headers: said },
    { signingDate, expiresIn },
  )
  return signed.query?.['X-Amz-Signature'] === given
}

/** Signs what was signed once more, and compares; the hash of the body that is part of it must be that of the body. */
export async function isSigned(asked: BucketRequest, url: URL, credentials: Credentials) {
  const { method, headers, bytes } = asked
  if (url.searchParams.has('X-Amz-Signature')) return isPresigned(asked, url, credentials)
  const given = headers.authorization ?? ''
  const [, owner, region, names] = given.match(/Credential=([^/]+)\/\d+\/([^/]+)\/.*SignedHeaders=([^,]+)/) ?? []
  const hash = headers['x-amz-content-sha256']
  if (owner !== credentials.key || !region || !names) return false
  if (hash !== 'UNSIGNED-PAYLOAD' && hash !== createHash('sha256').update(bytes).digest('hex')) return false
  const signed = await signerOf(credentials, region).sign(
    {
      method,
      protocol: 'http:',
      hostname: url.hostname,
      path: url.pathname,
      query: Object.fromEntries(url.searchParams),
      headers: Object.fromEntries(names.split(';').map(name => [name, headers[name] ?? ''])),
    },
    { signingDate: dateOf(headers['x-amz-date'] ?? '') },
  )
  return signed.headers.authorization === given
}

/** `20261121T153008Z` */
const dateOf = (text: string) =>
  new Date(text.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'))

type Hash = Extract<ConstructorParameters<typeof SignatureV4>[0]['sha256'], new (...args: never[]) => unknown>

/** Node's own, as the signer asks for it. */
class Sha256 {
  #hash
  readonly #begin
  constructor(secret?: ConstructorParameters<Hash>[0]) {
    this.#begin = () => (secret === undefined ? createHash('sha256') : createHmac('sha256', bytesOf(secret)))
    this.#hash = this.#begin()
  }
  update(data: Uint8Array) {
    this.#hash.update(data)
  }
  async digest() {
    return new Uint8Array(this.#hash.digest())
  }
  reset() {
    this.#hash = this.#begin()
  }
}

const bytesOf = (data: string | ArrayBuffer | ArrayBufferView) =>
  typeof data === 'string' || Buffer.isBuffer(data)
    ? data
    : ArrayBuffer.isView(data)
      ? new Uint8Array(data.buffer, data.byteOffset, data.byteLength)
      : new Uint8Array(data)
