import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { xml } from '../../../src/lib/xml.ts'
import { type BucketRequest, type Credentials, isSigned } from './signature.ts'

type About = Credentials & { bucket: string }
type StoredObject = { bytes: Buffer; at: Date }
type Answer = { status: number; headers?: Record<string, string>; bytes?: Buffer }

/**
 * A service that speaks as much of S3 as the program asks of one, with a single bucket in the memory. It lets in only
 * requests whose signature is the one that Amazon's own signer makes of them.
 */
export async function startBucket({ bucket, ...credentials }: About) {
  const kept = new Map<string, StoredObject>()
  const server = createServer(async (request, response) => {
    const bytes = await buffer(request)
    const url = new URL(request.url!, 'http://bucket')
    const [, first, ...rest] = decodeURIComponent(url.pathname).split('/')
    const asked = {
      method: request.method!,
      name: rest.join('/'),
      query: url.searchParams,
      headers: headersOf(request),
      bytes,
    }
    if (!(await isSigned(asked, url, credentials))) return send(response, failure(403, 'SignatureDoesNotMatch'))
    send(response, first === bucket ? answer(kept, asked) : failure(404, 'NoSuchBucket'))
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    kept,
    close: () =>
      new Promise<void>(resolve => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

const headersOf = ({ headers }: IncomingMessage) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]))

function send(response: ServerResponse, { status, headers, bytes }: Answer) {
  response.writeHead(status, headers).end(bytes)
}

const failure = (status: number, code: string): Answer => ({
  status,
  headers: { 'content-type': 'application/xml' },
  bytes: Buffer.from(xml`<Error><Code>${code}</Code></Error>`.xml),
})

function answer(kept: Map<string, StoredObject>, { method, name, query, headers, bytes }: BucketRequest): Answer {
  const upload = query.get('uploadId')
  if (query.has('uploads') || upload) return answerParts(kept, upload, { method, name, query, headers, bytes })
  switch (method) {
    case 'PUT':
      kept.set(name, { bytes, at: new Date() })
      return { status: 200, headers: { etag: '"1"' } }
    case 'DELETE':
      kept.delete(name)
      return { status: 204 }
    case 'GET':
      return name === '' ? list(kept, query) : served(read(kept.get(name), headers.range), query)
    case 'HEAD':
      return head(kept.get(name))
  }
  return failure(405, 'MethodNotAllowed')
}

/** Multipart uploads become visible only when complete. */
function answerParts(
  kept: Map<string, StoredObject>,
  upload: string | null,
  { method, name, query, bytes }: BucketRequest,
): Answer {
  const partOf = (id: string, number: string | null) => `\0${id} ${number?.padStart(6, '0')}`
  const parts = () => [...kept.keys()].filter(key => key.startsWith(`\0${upload} `)).sort()
  const answerXml = (text: string): Answer => ({
    status: 200,
    headers: { 'content-type': 'application/xml' },
    bytes: Buffer.from(text),
  })
  if (!upload) {
    const id = randomUUID()
    return answerXml(xml`<InitiateMultipartUploadResult><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`.xml)
  }
  if (method === 'PUT') kept.set(partOf(upload, query.get('partNumber')), { bytes, at: new Date() })
  else {
    const all = Buffer.concat(parts().map(key => kept.get(key)!.bytes))
    for (const key of parts()) kept.delete(key)
    if (method === 'POST') kept.set(name, { bytes: all, at: new Date() })
  }
  if (method === 'POST')
    return answerXml(xml`<CompleteMultipartUploadResult><ETag>"1"</ETag></CompleteMultipartUploadResult>`.xml)
  return method === 'PUT' ? { status: 200, headers: { etag: '"1"' } } : { status: 204 }
}

const aboutOf = ({ at }: StoredObject) => ({ 'last-modified': at.toUTCString(), etag: '"1"' })

const head = (found: StoredObject | undefined): Answer =>
  found
    ? { status: 200, headers: Object.assign(aboutOf(found), { 'content-length': String(found.bytes.length) }) }
    : { status: 404 }

function read(found: StoredObject | undefined, range = ''): Answer {
  if (!found) return failure(404, 'NoSuchKey')
  const [, start, end] = range.match(/^bytes=(\d+)-(\d+)$/) ?? []
  if (start === undefined) return { status: 200, headers: aboutOf(found), bytes: found.bytes }
  const part = { 'content-range': `bytes ${start}-${end}/${found.bytes.length}` }
  const bytes = found.bytes.subarray(Number(start), Number(end) + 1)
  return { status: 206, headers: Object.assign(aboutOf(found), part), bytes }
}

/** Adds the response headers that the URL asks for. */
const served = (answer: Answer, query: URLSearchParams): Answer => {
  const asked = ['content-type', 'content-disposition', 'cache-control'].flatMap(name => {
    const value = query.get(`response-${name}`)
    return value === null ? [] : [[name, value]]
  })
  return { ...answer, headers: { ...answer.headers, ...Object.fromEntries(asked) } }
}

/** ListObjectsV2, a few keys at a time, so that whoever lists has to ask again. */
function list(kept: Map<string, StoredObject>, query: URLSearchParams): Answer {
  const after = query.get('continuation-token') ?? ''
  const keys = [...kept.keys()]
    .filter(key => !key.startsWith('\0') && key.startsWith(query.get('prefix') ?? '') && key > after)
    .sort()
  const page = keys.slice(0, PAGE)
  const isWhole = page.length === keys.length
  const entries = page.map(key => {
    const { bytes, at } = kept.get(key)!
    return xml`<Contents><Key>${key}</Key><LastModified>${at.toISOString()}</LastModified><Size>${bytes.length}</Size></Contents>`
  })
  const next = isWhole ? '' : xml`<NextContinuationToken>${page.at(-1)!}</NextContinuationToken>`
  const truncated = String(!isWhole)
  const body = xml`<ListBucketResult><IsTruncated>${truncated}</IsTruncated><KeyCount>${page.length}</KeyCount>${next}${entries}</ListBucketResult>`
  return { status: 200, headers: { 'content-type': 'application/xml' }, bytes: Buffer.from(body.xml) }
}
const PAGE = 1
