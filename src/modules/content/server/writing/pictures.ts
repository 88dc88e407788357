import type { IncomingMessage } from 'node:http'
import { get as httpsGet } from 'node:https'
import type { Readable } from 'node:stream'
import type { Output, Parsed } from '#lib/contract.ts'
import { invalid, isRefusal } from '#lib/error.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { limit } from '#lib/server/limits/rateLimit.ts'
import { publicOnly } from '#lib/server/outbound/outboundFetch.ts'
import { record } from '#modules/audit/server/record.ts'
import { uploadFile } from '#modules/files/server/upload.ts'
import type { staffArticlesContract } from '../../articleContract.ts'

type Endpoint = (typeof staffArticlesContract)['POST /staff/picture/fetch']

/** Asks for an address, and gives up after a time; in a test something that stands in for the outside. */
export type FetchPublic = (url: URL, signal: AbortSignal) => Promise<{ status: number; type: string; body: Readable }>

/** Timeout in ms for the whole download. */
const DOWNLOAD_TIMEOUT_MS = 15_000

const checkRateLimit = limit('picture', { max: 120, per: 60_000, by: 'account' })

/** A picture of a site that is trusted with nothing but pictures, taken in as an upload is. */
export async function fetchPicture(
  ctx: Ctx,
  { url }: Parsed<Endpoint>,
  get: FetchPublic = getPublic,
): Promise<Output<Endpoint>> {
  const from = URL.canParse(url) ? new URL(url) : undefined
  const isTrusted = from?.protocol === 'https:' && !from.port && !from.username && !from.password
  if (!from || !isTrusted || !ctx.config.pictureHosts.includes(from.hostname))
    throw invalid('只能收取允许的网站上的图片，请先保存到本机再上传')
  checkRateLimit(ctx)
  const stop = AbortSignal.timeout(DOWNLOAD_TIMEOUT_MS)
  try {
    const { status, type, body } = await get(from, stop)
    if (status !== 200 || !/^image\//.test(type)) {
      body.destroy()
      throw invalid('对方网站没有给出图片，请先保存到本机再上传')
    }
    const stored = await uploadFile({ ...ctx, upload: { name: 'picture', stream: body } }, { use: 'picture' })
    await record(ctx, {
      action: 'picture.fetch',
      objectType: 'file',
      objectId: stored.id,
      objectName: stored.name,
      detail: { host: from.hostname },
    })
    return stored
  } catch (error) {
    if (isRefusal(error)) throw error
    ctx.log.info({ err: error, host: from.hostname }, 'a picture could not be fetched')
    throw invalid('没有取到图片，请稍后再试，或先保存到本机再上传')
  }
}

/** Fetches without following redirects; `https.get` does not follow them. */
const getPublic: FetchPublic = (url, signal) =>
  new Promise((resolve, reject) => {
    const headers = { accept: 'image/*', 'user-agent': 'hangxie' }
    httpsGet(url, { signal, headers, ...publicOnly(url) }, (answer: IncomingMessage) =>
      resolve({ status: answer.statusCode!, type: answer.headers['content-type'] ?? '', body: answer }),
    ).on('error', reject)
  })
