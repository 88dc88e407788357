import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Download } from '#lib/contract.ts'

/**
 * Content security policy of stored files: nothing in a file runs, loads or sends anything as if it were a page of
 * ours.
 */
const POLICY = "default-src 'none'; style-src 'unsafe-inline'; sandbox; frame-ancestors 'none'"

/** Answers a document: not at all where the browser has it, and in parts where it asks for a part. */
export async function sendFile(request: FastifyRequest, reply: FastifyReply, file: Download) {
  const { etag } = file
  const body = typeof file.body === 'function' ? guarded(file.body, reply) : file.body
  // A public file is the same for everybody who asks.
  if (!file.isPrivate) reply.raw.removeHeader('vary')
  reply
    .header('etag', etag)
    .header('cache-control', file.isPrivate ? 'private, no-store' : 'public, max-age=3600')
    .header('x-content-type-options', 'nosniff')
    .header('content-security-policy', POLICY)
  if (request.headers['if-none-match'] === etag) {
    if (typeof body !== 'function') body.on('error', () => {}).resume()
    return reply.code(304).send()
  }
  const disposition = `${file.inline ? 'inline' : 'attachment'}; ${nameOf(file)}`
  if (file.elsewhere && isUnseen(request, file)) {
    const address = await file.elsewhere({ type: file.type, disposition })
    return reply.removeHeader('etag').header('cache-control', 'no-store').redirect(address)
  }
  if (file.related) reply.header('link', `<${file.related}>; rel="related"`)
  reply.type(file.type).header('content-disposition', disposition)
  if (file.size === undefined) return reply.send(typeof body === 'function' ? await body() : body)
  const { size } = file
  if (typeof body !== 'function') return reply.header('content-length', size).send(body)

  reply.header('accept-ranges', 'bytes')
  const range = rangeOf(request, { etag, size })
  if (!range) return reply.header('content-length', size).send(await body())
  const { start, end } = range
  if (start > end) return reply.code(416).header('content-range', `bytes */${size}`).send()
  reply
    .code(206)
    .header('content-range', `bytes ${start}-${end}/${size}`)
    .header('content-length', end - start + 1)
  return reply.send(await body(range))
}

const MEDIA = ['image', 'video', 'audio']

/**
 * Whether the browser fetches a picture or a film for a page, or saves a file, so that nobody sees the address it is
 * redirected to. A document would show an address that expires, a script may only read our own origin (Fetch Metadata),
 * and a picture that can hold scripts must stay under our policy.
 */
function isUnseen({ headers }: FastifyRequest, { inline, type }: Download): boolean {
  if (type === 'image/svg+xml') return false
  if (headers['sec-fetch-mode'] === 'navigate') return !inline
  return headers['sec-fetch-mode'] === 'no-cors' && MEDIA.includes(String(headers['sec-fetch-dest']))
}

/** A file that cannot be read now is not kept as a refusal by whoever asked. */
const guarded = (open: Extract<Download['body'], (...args: never[]) => unknown>, reply: FastifyReply): typeof open => {
  return async range => {
    try {
      return await open(range)
    } catch (error) {
      for (const name of ['etag', 'content-disposition', 'accept-ranges', 'content-range', 'content-length'])
        reply.removeHeader(name)
      reply.code(200).header('cache-control', 'no-store')
      throw error
    }
  }
}

/** RFC 6266: in UTF-8, with what RFC 8187 does not allow as it is. */
const nameOf = ({ name }: Download) =>
  `filename*=UTF-8''${encodeURIComponent(name.toWellFormed()).replace(/['()*]/g, sign => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)}`

/** The one part that is asked for, if of this version; several at once are answered by the whole. Empty: out of reach. */
function rangeOf({ headers }: FastifyRequest, { etag, size }: { etag: string; size: number }) {
  const [, from, to] = headers.range?.match(/^bytes=(\d*)-(\d*)$/) ?? []
  if (from === undefined || to === undefined || from + to === '') return
  if (headers['if-range'] !== undefined && headers['if-range'] !== etag) return
  const last = size - 1
  if (from === '') return { start: Math.max(0, size - Number(to)), end: last }
  return { start: Number(from), end: to === '' ? last : Math.min(Number(to), last) }
}
