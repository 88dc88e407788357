import { randomBytes } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Integer } from 'asn1js'
import { ContentInfo, PKIStatusInfo, TimeStampReq, TimeStampResp, TSTInfo } from 'pkijs'
import { plainBytes, signCms, wrapContentInfo } from '#lib/server/documents/cms.ts'
import type { SigningKey } from '#lib/server/documents/signingKey.ts'
import { openAuthority } from '../authority.ts'
import type { StandIn } from '../standIn.ts'

const TST_INFO = '1.2.840.113549.1.9.16.1.4'
const TIME_STAMPING = '1.3.6.1.5.5.7.3.8'
const POLICY = '1.3.6.1.4.1.4146.2.3.1.2'

/** Kind of answer: correct, none, a refusal, for other bytes, a replayed one, or with a broken signature. */
const behaviours = ['normal', 'silent', 'refusing', 'other', 'stale', 'forged'] as const
type Behaviour = (typeof behaviours)[number]

/** 时间戳服务: a time stamp authority (RFC 3161) with a root of its own, a list and a responder (OCSP). */
export const timeStampStandIn: StandIn = {
  name: 'timestamp',
  title: '时间戳服务（RFC 3161）',
  async open(app, { origin, folder }) {
    const authority = openAuthority({ folder, origin, name: '时间戳替身根证书' })
    const key = authority.issue('时间戳替身', TIME_STAMPING)
    const rootPath = join(folder, 'authority.pem')
    await writeFile(rootPath, authority.root.toString())
    let behaviour: Behaviour = 'normal'
    let given = 0
    let last: Buffer | undefined
    app.get('/', (_, reply) =>
      reply
        .type('text/html; charset=utf-8')
        .send(
          `<h1>时间戳服务</h1><p>已签发 ${given} 个时间戳；现在的表现：${behaviour}。</p>${behaviours
            .map(one => `<form method="post" action="/timestamp/behave/${one}"><button>${one}</button></form>`)
            .join('')}`,
        ),
    )
    app.post<{ Params: { behaviour: Behaviour } }>('/behave/:behaviour', (request, reply) => {
      behaviour = behaviours.find(one => one === request.params.behaviour) ?? 'normal'
      return reply.redirect('/timestamp/', 303)
    })
    app.get('/list', async (_, reply) => reply.type('application/pkix-crl').send(await authority.list()))
    app.post('/ocsp', async (request, reply) =>
      reply.type('application/ocsp-response').send(await authority.respond(request.body as Buffer)),
    )
    app.post('/tsa', async (request, reply) => {
      if (request.headers['content-type'] !== 'application/timestamp-query') return reply.code(415).send()
      if (behaviour === 'silent') return request.raw.socket.destroy()
      const answer = behaviour === 'stale' && last ? last : await stamped(request.body as Buffer, key, behaviour)
      last = answer
      given++
      return reply.type('application/timestamp-reply').send(answer)
    })
    return { TSA_URL: `${origin}/tsa`, TSA_AUTHORITY: rootPath }
  },
}

async function stamped(asked: Buffer, key: SigningKey, behaviour: Behaviour): Promise<Buffer> {
  if (behaviour === 'refusing')
    return Buffer.from(new TimeStampResp({ status: new PKIStatusInfo({ status: 2 }) }).toSchema().toBER())
  const { messageImprint, nonce } = TimeStampReq.fromBER(plainBytes(asked))
  if (behaviour === 'other') messageImprint.hashedMessage.valueBlock.valueHexView[0]! ^= 1
  const info = new TSTInfo({
    version: 1,
    policy: POLICY,
    messageImprint,
    serialNumber: new Integer({ valueHex: new Uint8Array(randomBytes(12).with(0, 0x41)).buffer }),
    genTime: new Date(),
    ...(nonce && { nonce }),
  })
  const signed = await signCms(Buffer.from(info.toSchema().toBER()), key, { type: TST_INFO, encloses: true })
  if (behaviour === 'forged') signed.signerInfos[0]!.signature.valueBlock.valueHexView[9]! ^= 1
  const response = new TimeStampResp({
    status: new PKIStatusInfo({ status: 0 }),
    timeStampToken: ContentInfo.fromBER(plainBytes(wrapContentInfo(signed))),
  })
  return Buffer.from(response.toSchema().toBER())
}
