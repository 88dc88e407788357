import { request as requestPlain } from 'node:http'
import { request as requestTls } from 'node:https'
import { publicOnly } from './outboundFetch.ts'

type OutsideRequest = {
  method?: 'GET' | 'POST'
  body?: Buffer
  headers?: Record<string, string>
  /** Timeout in ms for the whole request. */
  patience: number
  /** Maximum bytes of the answer. */
  largest: number
  /** Allows only the public internet, for an address given by somebody else. */
  isPublicOnly?: boolean
}

/** Sends one request to an outside service, with a timeout and a maximum size; redirects are not followed. */
export function fetchOutside(url: string, asked: OutsideRequest): Promise<Buffer> {
  const { body, headers = {}, patience, largest, isPublicOnly } = asked
  return new Promise((done, fail) => {
    const request = url.startsWith('https:') ? requestTls : requestPlain
    const signal = AbortSignal.timeout(patience)
    const length = body && { 'content-length': String(body.length) }
    const sent = request(
      url,
      {
        method: asked.method ?? (body ? 'POST' : 'GET'),
        headers: { ...headers, ...length },
        signal,
        ...(isPublicOnly && publicOnly(url)),
      },
      response => {
        if (response.statusCode !== 200) {
          response.destroy()
          return fail(new Error(`${new URL(url).host} answered ${response.statusCode}`))
        }
        const parts: Buffer[] = []
        let size = 0
        response.on('data', (part: Buffer) => {
          size += part.length
          if (size > largest) response.destroy(new Error(`${new URL(url).host} answered more than ${largest} bytes`))
          else parts.push(part)
        })
        response.once('end', () => done(Buffer.concat(parts)))
        response.once('error', fail)
        response.once('close', () => fail(new Error(`${new URL(url).host} broke off`)))
      },
    )
    sent.once('error', fail)
    sent.end(body)
  })
}
