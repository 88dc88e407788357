import { type SubmitEvent, useState } from 'react'
import { browserApi } from '#api/browser.ts'
import { toRefusal } from '#api/useApi.ts'
import type { Asked, Certificate } from './CertificateSheet.tsx'

/** A person's name is shown to who knows it already. Sent in the body: an address is written into logs. */
export default function NameCheck({ asked, confirm }: { asked: Asked; confirm: (certificate: Certificate) => void }) {
  const [problem, setProblem] = useState<string>()
  const [busy, setBusy] = useState(false)
  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (busy) return
    const name = String(new FormData(event.currentTarget).get('name')).trim()
    setBusy(true)
    try {
      const answer = await browserApi('POST /cert/verify/name', { ...asked, name })
      if (answer?.matches) return confirm(answer.certificate)
      setProblem('姓名与登记的不一致。请核对有无错字；仍不一致的，请与协会核实')
    } catch (error) {
      const { code, message } = toRefusal(error)
      setProblem(code === 400 ? message : `现在无法核对，这不代表姓名不一致：${message}`)
    } finally {
      setBusy(false)
    }
  }
  return (
    <form className="name-check" onSubmit={submit} aria-label="核对持证人姓名" noValidate>
      <label htmlFor="name">持证人姓名</label>
      <p id="name-hint">公开查验只显示姓名的首尾。手里有证书的，填写上面的姓名，可以核对是否一致。</p>
      <div>
        <input
          id="name"
          name="name"
          maxLength={60}
          autoComplete="off"
          aria-describedby={problem ? 'name-hint name-problem' : 'name-hint'}
          aria-invalid={problem ? true : undefined}
        />
        <button type="submit" className="button" aria-disabled={busy}>
          {busy ? '正在核对…' : '核对姓名'}
        </button>
      </div>
      <p id="name-problem" role="alert" className="problem">
        {problem}
      </p>
    </form>
  )
}
