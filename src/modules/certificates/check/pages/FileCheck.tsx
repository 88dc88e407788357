import { type ChangeEvent, useState } from 'react'
import { Link } from 'react-router'
import { readEnvelope, unwrap } from '#api/browser.ts'
import type { ApiContract } from '#api/contract.ts'
import { refusalOf } from '#api/useApi.ts'
import type { Output } from '#lib/contract.ts'
import { minute } from '#lib/dates.ts'
import { toneOf } from '#modules/certificates/status.ts'
import { Icon } from '#ui/Icon.tsx'
import { useMounted } from '#ui/useMounted.ts'
import './fileCheck.css'

const KEY = 'POST /cert/verify/file'
type Checked = Output<ApiContract[typeof KEY]>
type Answer = { name: string; of?: Checked; problem?: string }

/** Whether a PDF is as the association gave it out. Needs the program: without it the number still tells the truth. */
export default function FileCheck() {
  const mounted = useMounted()
  const [answer, setAnswer] = useState<Answer>()
  const [busy, setBusy] = useState(false)
  const check = async ({ target }: ChangeEvent<HTMLInputElement>) => {
    const [file] = target.files ?? []
    // The same file may be chosen again.
    target.value = ''
    if (!file) return
    setBusy(true)
    setAnswer(undefined)
    const { name } = file
    setAnswer(
      await send(file).then(
        of => ({ name, of }),
        error => ({ name, problem: refusalOf(error).message }),
      ),
    )
    setBusy(false)
  }
  return (
    <section className="file-check" aria-labelledby="file-check">
      <h2 id="file-check">核验 PDF 文件</h2>
      <p>
        协会出具的电子证书和查验单带有数字签名。选择收到的 PDF
        文件，可核对是否由本协会签发、签名后有没有被改动；文件只用于核对，不保存。
      </p>
      {mounted && (
        <label className="button">
          <Icon name="shield" size={18} /> {busy ? '正在核对…' : '选择 PDF 文件'}
          <input type="file" accept="application/pdf,.pdf" onChange={check} disabled={busy} />
        </label>
      )}
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

async function send(file: File): Promise<Checked> {
  const body = new FormData()
  body.append('file', file)
  const response = await fetch('/api/cert/verify/file', { method: 'POST', body })
  return unwrap(KEY, response.status, await readEnvelope(response))
}

function Result({ name, of, problem }: Answer) {
  if (!of) return <p className="problem">{problem}</p>
  const { verdictName, certificate, signedAt, reason, signer } = of
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
      <p>文件：{name}</p>
      {signer && <p>签名者：{[signer, signedAt && minute(signedAt), reason].filter(Boolean).join('，')}</p>}
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
  return verdict === 'changed' ? 'bad' : 'warn'
}
