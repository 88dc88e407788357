import { type MouseEvent, useState } from 'react'
import { toRefusal } from '#api/useApi.ts'
import { Icon } from '#ui/Icon.tsx'
import type { Asked } from './CertificateSheet.tsx'

/** The dated slip as a document. An address, so that it works without the program; with it a refusal is told here. */
export function SlipLink({ asked }: { asked: Asked }) {
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  const given = Object.entries(asked).filter((entry): entry is [string, string] => Boolean(entry[1]))
  const save = async (event: MouseEvent) => {
    event.preventDefault()
    if (busy) return
    setBusy(true)
    setProblem(undefined)
    const { saveFile } = await import('#api/file.ts')
    await saveFile('GET /cert/verify/slip', asked).catch(error => setProblem(toRefusal(error).message))
    setBusy(false)
  }
  return (
    <div className="slip">
      <a className="button" href={`/api/cert/verify/slip?${new URLSearchParams(given)}`} download onClick={save}>
        <Icon name="download" size={18} /> {busy ? '正在生成…' : '下载查验单（PDF）'}
      </a>
      <span>带协会电子签名，可存档</span>
      {problem && (
        <p role="alert" className="problem">
          {problem}
        </p>
      )}
    </div>
  )
}
