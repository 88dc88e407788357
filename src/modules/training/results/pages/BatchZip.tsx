import { Button, Progress } from 'antd'
import { useRef, useState } from 'react'
import { readEnvelope, unwrap } from '#api/browser.ts'
import { saveBlob } from '#api/objectUrl.ts'
import { tokenHeader } from '#api/session.ts'
import { toRefusal } from '#api/useApi.ts'
import { Refusal } from '#lib/error.ts'
import { countEntries } from '#lib/zipEntries.ts'
import { Problem } from '#ui/form/Problem.tsx'

type Props = { id: number; name: string; count: number }

/**
 * Downloads all certificates of a batch as one ZIP. The server generates it while streaming, so progress is shown and
 * the download can be cancelled.
 */
export function BatchZip({ id, name, count }: Props) {
  const [arrived, setArrived] = useState<number>()
  const [problem, setProblem] = useState('')
  const aborting = useRef<AbortController>(undefined)
  const start = async () => {
    const controller = new AbortController()
    aborting.current = controller
    setProblem('')
    setArrived(0)
    try {
      await saveZip(id, name, controller.signal, setArrived)
    } catch (error) {
      if (!controller.signal.aborted) setProblem(toRefusal(error).message)
    }
    setArrived(undefined)
  }
  if (arrived === undefined)
    return (
      <>
        <Button onClick={() => void start()}>下载全部证书（ZIP，{count} 份）</Button>
        <Problem>{problem}</Problem>
      </>
    )
  return (
    <div className="batch-zip" role="status">
      <span>
        正在生成第 {Math.min(arrived + 1, count)} / {count} 份
      </span>
      <Progress percent={Math.floor((arrived / count) * 100)} size="small" aria-label="下载进度" />
      <Button onClick={() => aborting.current?.abort()}>取消下载</Button>
    </div>
  )
}

const KEY = 'GET /staff/training/batch/zip'

/** Saves all papers of a batch, and tells after each how many have arrived; ends early where `signal` says so. */
async function saveZip(id: number, name: string, signal: AbortSignal, onEntry: (count: number) => void) {
  const response = await fetch(`/api/staff/training/batch/zip?id=${id}`, { headers: tokenHeader(), signal })
  if (!response.ok || response.headers.get('content-type')?.startsWith('application/json'))
    return unwrap(KEY, response.status, await readEnvelope(response))
  const pieces: Uint8Array<ArrayBuffer>[] = []
  const count = countEntries()
  const reader = response.body!.getReader()
  for (;;) {
    const { done, value } = await reader.read().catch(error => {
      throw signal.aborted ? error : new Refusal(0, '下载中断，请重试')
    })
    if (done) break
    pieces.push(value)
    onEntry(count(value))
  }
  saveBlob(new Blob(pieces, { type: 'application/zip' }), `${name}.zip`)
}
