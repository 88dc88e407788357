import { Button, Progress } from 'antd'
import { useRef, useState } from 'react'
import { refusalOf } from '#api/useApi.ts'
import { Problem } from '#ui/form/Problem.tsx'
import { saveZip } from './saveZip.ts'

type Props = { id: number; name: string; count: number }

/** All papers of a batch as one file: made while they are fetched, so that one sees how far it has got, and may stop. */
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
      if (!controller.signal.aborted) setProblem(refusalOf(error).message)
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
