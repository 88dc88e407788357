import { and, eq } from 'drizzle-orm'
import { compactVerify, importJWK } from 'jose'
import type { Output } from '#lib/contract.ts'
import { dayOf, iso } from '#lib/dates.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import type { signingContract } from '#modules/certificates/documents/contract.ts'
import { numberKey } from '#modules/certificates/server/register.ts'
import { certificate } from '#modules/certificates/server/tables.ts'
import { statusToday } from '#modules/certificates/status.ts'
import { didOf } from '../did.ts'
import { type CredentialCertificate, credentialOf } from './credential.ts'
import { type Claims, claimAt, decodeClaims, type Jws, textClaimAt } from './credentialParser.ts'
import { allKeys } from './keys.ts'
import { credentialEntry } from './tables.ts'

type Checked = Output<(typeof signingContract)['POST /cert/verify/file']>
type Verdict = Pick<Checked, 'verdict' | 'findings'> &
  Partial<Pick<Checked, 'signer' | 'signedAt' | 'reason' | 'certificate'>>

/**
 * Checks whether the association issued a credential, what differs from the register, and the certificate's status
 * today.
 */
export async function checkCredential(ctx: Ctx, jws: Jws): Promise<Verdict> {
  const [header, said] = [decodeClaims(jws.header), decodeClaims(jws.payload)]
  if (!header || !said) return { verdict: 'changed', findings: [header ? UNREADABLE.payload : UNREADABLE.header] }
  const keys = await allKeys(ctx)
  const kid = textClaimAt(header, 'kid').split('#').at(-1)
  const key = keys.find(one => one.kid === kid)
  if (!key) return { verdict: 'foreign', findings: strangerIn(ctx, said) }
  const of = await findShownCertificate(ctx, said)
  const differences = of ? differencesFrom(await credentialOf(ctx, of), said) : []
  if (!(await isSignatureValid(jws, key)))
    return { verdict: 'changed', findings: changedParts(header, differences, of) }
  if (key.revokedAt) return { verdict: 'keyRevoked', findings: [`密钥自 ${iso(key.revokedAt).slice(0, 10)} 起作废`] }
  return {
    verdict: 'own',
    signer: textClaimAt(said, 'issuer.name') || textClaimAt(said, 'issuer'),
    signedAt: signedAt(said),
    reason: of ? `证书 ${of.number}` : '',
    certificate: of ? toShown(ctx, of) : null,
    findings: [...movedFrom(ctx, said), ...differences.map(one => `签发以后登记有变更。${one}`)],
  }
}

const UNREADABLE = {
  header: '被改动或损坏的是头部（签名算法和密钥编号），已读不出来',
  payload: '被改动或损坏的是内容部分，已读不出来',
}

async function isSignatureValid(
  { header, payload, signature }: Jws,
  { x, y }: { x: string; y: string },
): Promise<boolean> {
  // Base64 can say the same bytes in several ways, of which RFC 4648, 3.5, takes one.
  const isExact = (part: string) => Buffer.from(part, 'base64url').toString('base64url') === part
  if (![header, payload, signature].every(isExact)) return false
  const key = await importJWK({ kty: 'EC', crv: 'P-256', x, y }, 'ES256')
  return compactVerify(`${header}.${payload}.${signature}`, key, { algorithms: ['ES256'] }).then(
    () => true,
    () => false,
  )
}

/** Reads whom it names as its issuer, in its own words. */
const issuerIn = (said: Claims) => textClaimAt(said, 'issuer.id') || textClaimAt(said, 'issuer') || '没有写明'

const strangerIn = ({ config }: Ctx, said: Claims) =>
  issuerIn(said) === didOf(config.publicUrl)
    ? ['文件自称由本协会签发，但签名的密钥本协会从未公布过']
    : [`文件自称的签发者：${issuerIn(said).slice(0, 100)}`]

const movedFrom = ({ config }: Ctx, said: Claims) =>
  issuerIn(said) === didOf(config.publicUrl) ? [] : [`签发时本协会的标识为 ${issuerIn(said)}`]

/** Names the altered parts. Only a comparison with the register can show where bytes were changed. */
function changedParts(header: Claims, differences: string[], of: CredentialCertificate | undefined): string[] {
  if (header.alg !== 'ES256' || header.typ !== 'vc+jwt' || header.cty !== 'vc')
    return ['被改动的是头部（签名算法和密钥编号）']
  if (!of) return ['登记库中没有文件所写的证书']
  return differences.length > 0 ? differences : ['内容与登记的相同，被改动的是签名部分']
}

function signedAt(said: Claims): string | null {
  const seconds = claimAt(said, 'iat')
  return typeof seconds === 'number' && Number.isSafeInteger(seconds) ? iso(new Date(seconds * 1000)) : null
}

/** The certificate of which it is: by its number, or where that was changed by its place in the status lists. */
async function findShownCertificate({ db }: Ctx, said: Claims): Promise<CredentialCertificate | undefined> {
  const number = textClaimAt(said, 'credentialSubject.certificate.number')
  const [byNumber] = number
    ? await db
        .select()
        .from(certificate)
        .where(eq(certificate.numberKey, numberKey(number.slice(0, 60))))
    : []
  if (byNumber) return byNumber
  const [list, index] = placeIn(said)
  if (list === undefined || index === undefined) return undefined
  const [byPlace] = await db
    .select({ of: certificate })
    .from(credentialEntry)
    .innerJoin(certificate, eq(certificate.id, credentialEntry.certificateId))
    .where(and(eq(credentialEntry.list, list), eq(credentialEntry.index, index)))
  return byPlace?.of
}

function placeIn(said: Claims) {
  const statuses = claimAt(said, 'credentialStatus')
  const [first]: unknown[] = Array.isArray(statuses) ? statuses : []
  const [, list, index] =
    /\/credentials\/status\/(\d{1,6})\/[a-z]+#(\d{1,6})$/.exec(textClaimAt({ first }, 'first.id')) ?? []
  return [list, index].map(text => (text === undefined ? undefined : Number(text)))
}

/** Shows the status of today, whatever it was when the credential was made. */
function toShown({ config, now }: Ctx, of: CredentialCertificate): Checked['certificate'] {
  const { status, statusName } = statusToday(of, dayOf(now))
  const verifyUrl = `${config.publicUrl}/admin/verify?${new URLSearchParams({ number: of.number })}`
  return { certNo: of.number, certStatus: status, certStatusName: statusName, verifyUrl }
}

const labels: Record<string, string> = {
  'issuer.id': '签发者标识',
  'issuer.name': '签发者',
  validFrom: '有效期起',
  validUntil: '有效期至',
  'credentialSubject.type': '持证者类型',
  'credentialSubject.name': '持证者',
  'credentialSubject.creditCode': '统一社会信用代码',
  'credentialSubject.certificate.number': '证书编号',
  'credentialSubject.certificate.register': '登记类别',
  'credentialSubject.certificate.group': '大类',
  'credentialSubject.certificate.kind': '种类',
  'credentialSubject.certificate.level': '级别',
  'credentialSubject.certificate.scope': '范围',
  'credentialSubject.certificate.issuedBy': '发证机构',
  'credentialSubject.certificate.issuedOn': '发证日期',
}

/** Maximum characters shown of a value from an uploaded file. */
const MAX_SHOWN_CHARS = 40

/** Lists where a file differs from what the register says today. */
function differencesFrom(registered: Claims, said: Claims): string[] {
  const found = Object.entries(labels).flatMap(([path, label]) => {
    const [ours, theirs] = [worded(claimAt(registered, path)), worded(claimAt(said, path))]
    return ours === theirs ? [] : [`${label}：文件中为“${theirs}”，登记为“${ours}”`]
  })
  const named = new Set(Object.keys(labels).map(path => path.split('.')[0]))
  const others = [...new Set([...Object.keys(registered), ...Object.keys(said)])].filter(
    name =>
      !named.has(name) &&
      name !== 'iat' &&
      name !== 'iss' &&
      JSON.stringify(registered[name]) !== JSON.stringify(said[name]),
  )
  return [...found, ...others.map(name => `${otherLabels[name] ?? '其他内容'}：与登记的不同`)]
}

const otherLabels: Record<string, string> = {
  '@context': '凭证格式说明',
  id: '凭证网址',
  type: '凭证类型',
  name: '标题',
  credentialSchema: '格式定义的网址',
  credentialStatus: '状态列表中的位置',
}

function worded(value: unknown): string {
  const text = value === undefined ? '空' : typeof value === 'string' ? value || '空' : JSON.stringify(value)
  return text.length > MAX_SHOWN_CHARS ? `${text.slice(0, MAX_SHOWN_CHARS)}…` : text
}
