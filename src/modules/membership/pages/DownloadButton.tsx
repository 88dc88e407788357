import { Button } from 'antd'
import { type ReactNode, useState } from 'react'
import type { ApiContract } from '#api/contract.ts'
import { saveFile } from '#api/file.ts'
import { refusalOf } from '#api/useApi.ts'
import type { Input } from '#lib/contract.ts'

type Props = { input: Input<ApiContract['POST /member/download']>; children: ReactNode; primary?: boolean }

/** Saves a document of the association's making; says why where there is none. */
export function DownloadButton({ input, children, primary }: Props) {
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState('')
  const save = async () => {
    setBusy(true)
    setProblem('')
    await saveFile('POST /member/download', input).catch(error => setProblem(refusalOf(error).message))
    setBusy(false)
  }
  return (
    <>
      <Button loading={busy} type={primary ? 'primary' : 'default'} onClick={() => void save()}>
        {children}
      </Button>
      {problem && <span role="alert">{problem}</span>}
    </>
  )
}
