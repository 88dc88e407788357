import { type LookupAddress, lookup } from 'node:dns'
import type { IncomingMessage } from 'node:http'
import { get as httpsGet } from 'node:https'
import { BlockList, isIPv6, type LookupFunction } from 'node:net'
import type { Readable } from 'node:stream'
import type { Output, Parsed } from '#lib/contract.ts'
import { invalid, isRefusal } from '#lib/error.ts'
import type { Ctx } from '#lib/server/context.ts'
import { limit } from '#lib/server/limit.ts'
import { record } from '#modules/audit/server/record.ts'
import { uploadFile } from '#modules/files/server/upload.ts'
import type { staffArticlesContract } from '../../articleContract.ts'

type Endpoint = (typeof staffArticlesContract)['POST /staff/picture/fetch']

/** Asks for an address, and gives up after a time; in a test something that stands in for the outside. */
export type Get = (url: URL, signal: AbortSignal) => Promise<{ status: number; type: string; body: Readable }>

/** In ms, to the last byte. */
const PATIENCE = 15_000

const spend = limit('picture', { max: 120, per: 60_000, by: 'account' })

/** A picture of a site that is trusted with nothing but pictures, taken in as an upload is. */
export async function fetchPicture(
  ctx: Ctx,
  { url }: Parsed<Endpoint>,
  get: Get = getPublic,
): Promise<Output<Endpoint>> {
  const from = URL.canParse(url) ? new URL(url) : undefined
  const isTrusted = from?.protocol === 'https:' && !from.port && !from.username && !from.password
  if (!from || !isTrusted || !ctx.config.pictureHosts.includes(from.hostname))
    throw invalid('只能收取允许的网站上的图片，请先保存到本机再上传')
  spend(ctx)
  const stop = AbortSignal.timeout(PATIENCE)
  try {
    const { status, type, body } = await get(from, stop)
    if (status !== 200 || !/^image\//.test(type)) {
      body.destroy()
      throw invalid('对方网站没有给出图片，请先保存到本机再上传')
    }
    const stored = await uploadFile({ ...ctx, upload: { name: 'picture', stream: body } }, { use: 'picture' })
    await record(ctx, {
      ...{ action: 'picture.fetch', objectType: 'file', objectId: stored.id, objectName: stored.name },
      detail: { host: from.hostname },
    })
    return stored
  } catch (error) {
    if (isRefusal(error)) throw error
    ctx.log.info({ err: error, host: from.hostname }, 'a picture could not be fetched')
    throw invalid('没有取到图片，请稍后再试，或先保存到本机再上传')
  }
}

/** Without following it anywhere else: `https.get` knows no redirects. */
const getPublic: Get = (url, signal) =>
  new Promise((resolve, reject) => {
    const headers = { accept: 'image/*', 'user-agent': 'hangxie' }
    httpsGet(url, { signal, headers, lookup: lookupPublic, agent: false }, (answer: IncomingMessage) =>
      resolve({ status: answer.statusCode!, type: answer.headers['content-type'] ?? '', body: answer }),
    ).on('error', reject)
  })

/** What is not the public internet: this machine, its network, and what no host should be at. */
const INNER = {
  ipv4: '0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 192.168.0.0/16 198.18.0.0/15 224.0.0.0/3',
  ipv6: '::/96 64:ff9b::/96 2001::/23 2002::/16 fc00::/7 fe80::/10 ff00::/8',
} as const
const inner = new BlockList()
for (const family of ['ipv4', 'ipv6'] as const)
  for (const [net, prefix] of INNER[family].split(' ').map(part => part.split('/')))
    inner.addSubnet(net!, Number(prefix), family)

export const isInner = (address: string) => inner.check(address, isIPv6(address) ? 'ipv6' : 'ipv4')

/** At the moment of connecting: a name that is looked up twice may answer twice differently. */
const lookupPublic: LookupFunction = (host, options, done) =>
  lookup(host, { ...options, all: true }, (error, addresses: LookupAddress[]) => {
    const found = addresses?.filter(({ address }) => !isInner(address)) ?? []
    if (error || found.length === 0) return done(error ?? new Error(`${host} has no public address`), '')
    if (options.all) return done(null, found)
    done(null, found[0]!.address, found[0]!.family)
  })
