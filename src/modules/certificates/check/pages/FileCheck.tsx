import { type ChangeEvent, useState } from 'react'
import { readEnvelope, unwrap } from '#api/browser.ts'
import type { ApiContract } from '#api/contract.ts'
import { toRefusal } from '#api/useApi.ts'
import { useIsInUse } from '#layouts/useParts.ts'
import type { Output } from '#lib/contract.ts'
import { minute } from '#lib/dates.ts'
import { toneOf } from '#modules/certificates/status.ts'
import { Icon } from '#ui/Icon.tsx'
import { Link } from '#ui/router/router.tsx'
import { SealVerdict } from './SealVerdict.tsx'
import './fileCheck.css'

const KEY = 'POST /cert/verify/file'
const SEAL = 'POST /seal/verify'
type Checked = Output<ApiContract[typeof KEY]>
type Sealed = Output<ApiContract[typeof SEAL]>
/** `of`: the document; `seal`: the value of its seal, chosen with it or by itself. */
type Answer = { name?: string; of?: Checked; seal?: { name: string; of: Sealed }; problem?: string }

/**
 * Checks whether a PDF or a credential is unchanged since the association issued it. Needs JavaScript; checking by
 * number works without.
 */
export function FileCheck() {
  const seals = useIsInUse(['sm2Seal'])
  const [answer, setAnswer] = useState<Answer>()
  const [busy, setBusy] = useState(false)
  const check = async ({ target }: ChangeEvent<HTMLInputElement>) => {
    const files = [...(target.files ?? [])]
    // The same file may be chosen again.
    target.value = ''
    if (files.length === 0) return
    setBusy(true)
    setAnswer(undefined)
    setAnswer(await checkAll(files, seals).catch(error => ({ problem: toRefusal(error).message })))
    setBusy(false)
  }
  return (
    <section className="file-check" aria-labelledby="file-check">
      <h2 id="file-check">文件校验</h2>
      <p>
        协会出具的证书、查验单、通知、收据、会费确认单、会议决议、评审记录、准考证和线上确认的申请表（PDF），以及可验证凭证（.jwt、.json），都带有数字签名。选择收到的文件，可核对是否由本协会签发、何时签署、签名后有没有被改动、改了哪里；文件只用于核对，不保存。
        {seals &&
          '证书等文件另有国密签章（SM2）：只选 PDF，按登记核对；把 PDF 和签章值（.es）一起选择，逐项核对印章、签名、证书和文件内容。'}
      </p>
      <label className="button">
        <Icon name="shield" size={18} /> {busy ? '正在核对…' : '选择文件'}
        <input
          type="file"
          accept={`application/pdf,.pdf,.jwt,.json,.jsonld${seals ? ',.es' : ''}`}
          multiple={seals}
          onChange={check}
          disabled={busy}
        />
      </label>
      <noscript>核对文件需要启用 JavaScript；输入证书编号查验不需要。</noscript>
      <div role="status">{answer && <Result {...answer} />}</div>
      <p className="file-check-trust">
        在 Adobe Reader 等软件中显示“签名有效”，需先下载并信任
        <a href="/api/cert/signing/certificate" download>
          协会的签名证书
        </a>
        。
      </p>
    </section>
  )
}

async function checkAll(files: File[], seals: boolean): Promise<Answer> {
  const isValue = ({ name }: File) => seals && /\.es$/i.test(name)
  const [values, documents] = [files.filter(isValue), files.filter(file => !isValue(file))]
  const [value, document] = [values[0], documents[0]]
  if (values.length > 1 || documents.length > 1)
    return { problem: '一次核对一份文件：请只选一个 PDF，或者一个 PDF 和它的签章值（.es）' }
  const of = document && (await send(KEY, document))
  if (!value) return { name: document!.name, of }
  const digest = of?.sm3
  return { name: document?.name, of, seal: { name: value.name, of: await send(SEAL, value, digest) } }
}

async function send<K extends typeof KEY | typeof SEAL>(
  key: K,
  file: File,
  digest?: string,
): Promise<Output<ApiContract[K]>> {
  const body = new FormData()
  // Fields must precede the file in the multipart body.
  if (digest) body.append('digest', digest)
  body.append('file', file)
  const response = await fetch(`/api${key.slice('POST '.length)}`, { method: 'POST', body })
  return unwrap(key, response.status, await readEnvelope(response))
}

function Result({ name, of, seal, problem }: Answer) {
  const found = seal ?? (of?.seal && { name: '', of: of.seal })
  return (
    <>
      {problem && <p className="problem">{problem}</p>}
      {of && <DocumentVerdict name={name!} of={of} />}
      {found && <SealVerdict name={found.name} of={found.of} />}
    </>
  )
}

function DocumentVerdict({ name, of }: { name: string; of: Checked }) {
  const { verdictName, certificate, signedAt, reason, signer, findings, stamp, signedWith } = of
  return (
    <div className={`file-verdict ${toneFor(of)}`}>
      {/* What the certificate is today outweighs what was true when the file was made. */}
      {certificate && (
        <p>
          <b>
            证书 {certificate.certNo} 今天的状态：{certificate.certStatusName}
          </b>
        </p>
      )}
      <p>{certificate ? verdictName : <b>{verdictName}</b>}</p>
      {findings.map(finding => (
        <p key={finding}>{finding}</p>
      ))}
      <p>文件：{name}</p>
      {signer && (
        <p>
          {of.verdict === 'foreign' ? '签名者自称' : '签名者'}：
          {[signer, signedAt && minute(signedAt), reason].filter(Boolean).join('，')}
        </p>
      )}
      {stamp && (
        <p>
          时间戳：{minute(stamp.at)}，由 {stamp.by} 签发
        </p>
      )}
      {signedWith && (
        <p>
          签名证书：{signedWith.issuer} 签发，序列号 {signedWith.serialNumber}，有效期 {signedWith.validFrom} 至{' '}
          {signedWith.validTo}
        </p>
      )}
      {certificate && (
        <p>
          <Link to={`/admin/verify${new URL(certificate.verifyUrl).search}`}>查看登记的内容与历史</Link>
        </p>
      )}
    </div>
  )
}

function toneFor({ verdict, certificate }: Checked) {
  if (verdict === 'own') return certificate ? toneOf(certificate.certStatus) : 'good'
  return verdict === 'changed' || verdict === 'keyRevoked' ? 'bad' : 'warn'
}
